import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../../../project/read-path.js';
import type { EvidenceContext } from '../../tool.js';
import { type ShownRange, showFile } from '../read-file.js';
import { type Command, readFlags, readNumber } from './read-flags.js';

const INSTEAD = 'read_file with start_line and end_line';
const MAX_FILES = 20;
const MAX_LINES = 10_000_000;
const MAX_OUTPUT_LENGTH = 200_000;

/** Lines always have their numbers. */
export const cat: Command = async (args, context) => {
  const read = readFlags({ flags: { number: '-n --number' }, instead: INSTEAD }, args);
  return read.ok ? showFiles(read.value.operands, {}, context) : read;
};

export const head = showPart('n', (lines) => ['end', lines]);

export const tail = showPart('n or +n', (lines) =>
  lines.startsWith('+') ? ['start', lines.slice(1)] : ['last', lines],
);

/** `form` is how `-n` is written; `read` says which end of the shown lines it gives, and its digits. */
function showPart(form: string, read: (lines: string) => [keyof ShownRange, string]): Command {
  return async (args, context) => {
    // The old spelling of a count, `-20`, comes first.
    const old = /^-(\d{1,9})$/.exec(args[0] ?? '');
    const given = old === null ? args : ['-n', old[1] ?? '', ...args.slice(1)];
    const flags = { lines: '-n --lines N', quiet: '-q --quiet', verbose: '-v --verbose' };
    const found = readFlags({ flags, instead: INSTEAD }, given);
    if (!found.ok) return found;
    const [end, digits] = read(found.value.values.lines?.at(-1) ?? '10');
    const count = readNumber(digits, 1, MAX_LINES);
    if (count === undefined)
      return failure(`-n takes ${form}, a whole number of lines from 1 to ${MAX_LINES}. For more, use ${INSTEAD}.`);
    return showFiles(found.value.operands, { [end]: count }, context);
  };
}

/** One file after the other; the first that cannot be read ends the command. */
async function showFiles(
  files: readonly string[],
  range: ShownRange,
  context: EvidenceContext,
): Promise<Result<string, string>> {
  if (files.length === 0) return failure('a file is missing.');
  if (files.length > MAX_FILES) return failure(`at most ${MAX_FILES} files are shown at a time.`);
  const parts: string[] = [];
  let length = 0;
  for (const [index, path] of files.entries()) {
    if (context.signal.aborted) return failure('the time was up; ask for less.');
    if (length > MAX_OUTPUT_LENGTH) {
      parts.push(`(${files.length - index} more files; ask for them one by one)`);
      break;
    }
    const shown = await showFile(path, range, context);
    if (!shown.ok) return shown;
    if (files.length > 1) parts.push(`==> ${printablePath(path)} <==`);
    parts.push(shown.value);
    length += shown.value.length;
  }
  return success(parts.join('\n'));
}
