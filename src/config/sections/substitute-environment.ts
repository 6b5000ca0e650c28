type Environment = Readonly<Record<string, string | undefined>>;

/** The text after substitution, or the first variable that is not set. */
export type Substituted = { readonly text: string } | { readonly unset: string };

// "$$" is a plain dollar sign; "${NAME}" and "${NAME:-default}" are references; any other "$" is literal.
const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Replaces environment variables. An empty one is treated as unset, like a shell's `:-`. */
export function substituteEnvironment(template: string, environment: Environment): Substituted {
  let unset: string | undefined;
  const text = template.replace(REFERENCE, (reference, name: string | undefined, byDefault: string | undefined) => {
    if (name === undefined) return '$';
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined && value !== '') return value;
    if (byDefault === undefined) unset ??= name;
    return byDefault ?? reference;
  });
  return unset === undefined ? { text } : { unset };
}

/** The variables that a text refers to, in order. */
export function referencesIn(template: string): string[] {
  return [...template.matchAll(REFERENCE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
