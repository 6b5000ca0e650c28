type Environment = Readonly<Record<string, string | undefined>>;

/** A text after substitution, or the variable that stood in the way. */
export type Substituted = { readonly text: string } | { readonly unset: string };

// "$$" is a plain dollar sign; "${NAME}" and "${NAME:-otherwise}" are references; any other "$" stands for itself.
const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Fills in environment variables. An empty variable counts as unset, as it does in a shell's `:-`. */
export function substituteEnvironment(template: string, environment: Environment): Substituted {
  let unset: string | undefined;
  const text = template.replace(REFERENCE, (reference, name: string | undefined, otherwise: string | undefined) => {
    if (name === undefined) return '$';
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined && value !== '') return value;
    if (otherwise === undefined) unset ??= name;
    return otherwise ?? reference;
  });
  return unset === undefined ? { text } : { unset };
}

/** The variables that a text refers to, in order. */
export function referencesIn(template: string): string[] {
  return [...template.matchAll(REFERENCE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
