import { UNKNOWN } from './shell.js';

/**
 * Whether one of the wanted options is given: also within `-qO`, as `--output=file`, and shortened to `--outp` as GNU
 * programs allow.
 */
export function hasOption(given: readonly string[], wanted: string): boolean {
  const names = namesIn(wanted);
  return given.some((word) => {
    const [option = ''] = word.split('=');
    if (names.includes(option)) return true;
    if (option.startsWith('--')) return option.length > 3 && names.some((name) => name.startsWith(option));
    const isBundle = /^-[a-zA-Z]{2,4}-?$/.test(option);
    return isBundle && names.some((name) => name.length === 2 && option.includes(name[1] ?? ''));
  });
}

/** The files behind these options. */
export function outputsOf(words: readonly string[], options: string): string[] {
  const names = namesIn(options);
  return words.flatMap((word, index) => {
    const [name = '', ...value] = word.split('=');
    const isLong = name.startsWith('--') && name.length > 3 && names.some((one) => one.startsWith(name));
    if (isLong || names.includes(name)) return [value.length > 0 ? value.join('=') : (words[index + 1] ?? UNKNOWN)];
    const short = names.find(
      (one) => one.length === 2 && /^-[a-zA-Z]/.test(word) && !word.startsWith('--') && word.includes(one[1] ?? ''),
    );
    if (short === undefined) return [];
    return [word.slice(word.indexOf(short[1] ?? '', 1) + 1) || (words[index + 1] ?? UNKNOWN)];
  });
}

export function operandsOf(words: readonly string[], values: string): string[] {
  const takesValue = new Set(namesIn(values));
  return words.filter((word, index) => !/^[-+]/.test(word) && !(index > 0 && takesValue.has(words[index - 1] ?? '')));
}

/** Where the command begins behind the options. */
export function commandIndex(words: readonly string[], values: string): number {
  const takesValue = new Set(namesIn(values));
  const found = words.findIndex((word, index) => !word.startsWith('-') && !takesValue.has(words[index - 1] ?? ''));
  return found === -1 ? words.length : found;
}

export function valuesOf(words: readonly string[], options: string): string[] {
  const names = new Set(namesIn(options));
  return words.filter((_, index) => names.has(words[index - 1] ?? ''));
}

function namesIn(options: string): string[] {
  return options.split(' ').filter((name) => name !== '');
}
