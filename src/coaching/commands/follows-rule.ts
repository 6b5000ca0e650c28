import { changesByCommand, changesByName, runsByName } from './names.js';
import { hasOption, operandsOf, outputsOf } from './options.js';
import type { ProgramRule } from './programs.js';
import { usesOnlyProject, writesOnlyOutput } from './project-code.js';
import { mayWrite, type Shell } from './shell.js';

/** Whether a program is given only what its rule allows. */
export function followsRule(rule: ProgramRule, words: readonly string[], shell: Shell): boolean {
  const { commands, not = '', only, output = '', values = '' } = rule;
  const options = words.filter((word) => word.startsWith('-') && word !== '-' && word !== '--');
  if (!rule.anyOption && options.some(changesByName)) return false;
  if (hasOption(options, not)) return false;
  if (only !== undefined && !hasOption(options, only)) return false;
  if (!outputsOf(words, output).every((file) => file === '-' || mayWrite(file, shell))) return false;
  if (!isSafe(rule, words, shell)) return false;
  const operands = operandsOf(words, values);
  if (operands.length > (rule.maxOperands ?? Infinity)) return false;
  if (commands === undefined) return rule.anyOption === true || !changesByCommand(operands[0] ?? '');
  return commands.split(/\s+/).some((entry) => matches(entry, operands, options));
}

/** By what kind of program it is: a reader, one that asks a service, or one that runs code of the project. */
function isSafe(
  { anyOption, isRemote, commands, output = '' }: ProgramRule,
  words: readonly string[],
  shell: Shell,
): boolean {
  // `less '+!rm a'`
  if (anyOption === true) return !words.some((word) => runsByName(word) || /^\+.*!/.test(word));
  const rest = withoutOutputs(words, output);
  if (isRemote === true)
    return writesOnlyOutput(
      rest.filter((word) => word !== '-o' && word !== '-d'),
      shell,
    );
  return usesOnlyProject(rest, shell, commands === undefined ? 0 : 2);
}

/** They were looked at before. */
function withoutOutputs(words: readonly string[], output: string): string[] {
  if (output === '') return [...words];
  const names = output.split(' ');
  return words.filter(
    (word, index) =>
      !names.includes(word.split('=')[0] ?? '') && !(index > 0 && names.includes(words[index - 1] ?? '')),
  );
}

function matches(entry: string, operands: readonly string[], options: readonly string[]): boolean {
  const [path = '', ...needed] = entry.split('+');
  const names = path.replace(/\.$/, '').split('/');
  const isWhole = path.endsWith('.');
  return (
    names.every((name, index) => name === (operands[index] ?? '')) &&
    !(isWhole && operands.length > names.length) &&
    !(path === '.' && operands.length > 0) &&
    (needed.length === 0 || hasOption(options, needed.join(' ')))
  );
}
