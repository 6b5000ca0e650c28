import { failure, type Result, success } from '../../../kernel/result.js';

/**
 * Splits a command that was written as one line ("grep -rn 'one two' src") into its words. Quotes and backslashes mean
 * what they mean in a shell; pipes, redirections and substitutions are refused rather than taken as plain letters, for
 * their author expects something that will not happen. Wildcards stay as they are: `find -name *.ts` means the pattern.
 */
export function splitWords(line: string): Result<string[], string> {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let position = 0; position < line.length; position++) {
    const letter = line.charAt(position);
    if (quote === "'") {
      if (letter === "'") quote = undefined;
      else word = (word ?? '') + letter;
    } else if (quote === '"') {
      if (letter === '"') quote = undefined;
      else if (letter === '\\' && ESCAPED_IN_QUOTES.has(line.charAt(position + 1)))
        word = (word ?? '') + line.charAt(++position);
      else if (EXPANDS_IN_QUOTES.has(letter)) return failure(needsShell(letter));
      else word = (word ?? '') + letter;
    } else if (letter === ' ' || letter === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= '';
    } else if (letter === '\\') {
      if (position + 1 >= line.length) return failure('The command ends with a backslash.');
      word = (word ?? '') + line.charAt(++position);
    } else if (NEEDS_SHELL.has(letter)) return failure(needsShell(letter));
    else word = (word ?? '') + letter;
  }
  if (quote !== undefined) return failure(`The command has an opening ${quote} without a closing one.`);
  if (word !== undefined) words.push(word);
  return success(words);
}

const NEEDS_SHELL = new Set(['|', '&', ';', '<', '>', '(', ')', '$', '`', '\n', '\r']);
const EXPANDS_IN_QUOTES = new Set(['$', '`']);
const ESCAPED_IN_QUOTES = new Set(['"', '\\', '$', '`']);

function needsShell(letter: string): string {
  const shown = letter === '\n' || letter === '\r' ? 'A line break' : `"${letter}"`;
  return `${shown} would need a shell, and there is none: give one command, with its arguments in "args" as a list.`;
}
