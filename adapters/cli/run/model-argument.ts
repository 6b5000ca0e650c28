/** The option that names the model; none for the tool's own default. */
export function modelArgument(option: string, model: string): readonly string[] {
  return isDefaultModel(model) ? [] : [option, model];
}

export function isDefaultModel(model: string): boolean {
  return model === '' || model === 'default';
}
