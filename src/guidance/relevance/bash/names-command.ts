/** A program with what it was given: words and options apart, because their order differs from person to person. */
export interface CommandForm {
  readonly program: string;
  readonly operands: readonly string[];
  readonly options: readonly string[];
}

/**
 * Whether a keyword that is itself a command is one of these: `git tag -d` is `git tag v1 --delete`, and `git clean -fdx`
 * is `git clean -x -f -d`. It sees every command, also one that usually only looks.
 */
export function namesCommand(keyword: string, commands: readonly CommandForm[]): boolean {
  if (commands.length === 0) return false;
  const [program, ...rest] = keyword.trim().split(/\s+/);
  if (program === undefined || rest.length === 0) return false;
  const words = rest.filter((text) => !text.startsWith('-'));
  const options = rest.filter((text) => text.startsWith('-'));
  return commands.some(
    (command) =>
      command.program === program &&
      words.every((word, place) => command.operands[place] === word) &&
      options.every((option) => hasOption(command, option)),
  );
}

function hasOption({ options }: CommandForm, wanted: string): boolean {
  if (wanted.startsWith('--')) {
    return options.some((option) => option === wanted || option.startsWith(`${wanted}=`));
  }
  const letters = options.filter((option) => /^-[a-zA-Z]+$/.test(option)).join('');
  return wanted
    .slice(1)
    .split('')
    .every((letter) => letters.includes(letter) || options.includes(LONG[letter] ?? ''));
}

const LONG: Readonly<Record<string, string>> = { d: '--delete', f: '--force', r: '--recursive' };
