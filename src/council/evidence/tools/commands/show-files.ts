import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../../../project/printable-path.js';
import type { EvidenceContext } from '../../tool.js';
import { type ShownRange, showFile } from '../read-file.js';
import { type Command, readFlags, readNumber } from './read-flags.js';

const INSTEAD = 'read_file with start_line and end_line';
const MAX_FILES = 20;
const MAX_LINES = 10_000_000;
const MAX_OUTPUT_LENGTH = 200_000;

/** Lines always have their numbers. */
export const cat: Command = async (args, context) => {
  const read = readFlags({ command: 'cat', flags: { number: '-n --number' }, instead: INSTEAD }, args);
  return read.ok ? showFiles({ command: 'cat', files: read.value.operands, range: {} }, context) : read;
};

export const head: Command = async (args, context) => {
  const read = readLines('head', args);
  if (!read.ok) return read;
  const lines = readNumber(read.value.lines, 1, MAX_LINES);
  return lines === undefined
    ? failure(notLines('head', 'n'))
    : showFiles({ command: 'head', files: read.value.files, range: { end: lines } }, context);
};

export const tail: Command = async (args, context) => {
  const read = readLines('tail', args);
  if (!read.ok) return read;
  const { lines: text, files } = read.value;
  const lines = readNumber(text.replace(/^\+/, ''), 1, MAX_LINES);
  if (lines === undefined) return failure(notLines('tail', 'n or +n'));
  const range = text.startsWith('+') ? { start: lines } : { last: lines };
  return showFiles({ command: 'tail', files, range }, context);
};

function readLines(
  command: 'head' | 'tail',
  args: readonly string[],
): Result<{ readonly lines: string; readonly files: readonly string[] }, string> {
  // The old spelling of a count, `-20`, comes first.
  const old = /^-(\d{1,9})$/.exec(args[0] ?? '');
  const flags = { lines: '-n --lines N', quiet: '-q --quiet', verbose: '-v --verbose' };
  const given = old === null ? args : ['-n', old[1] ?? '', ...args.slice(1)];
  const read = readFlags({ command, flags, instead: INSTEAD }, given);
  return read.ok ? success({ lines: read.value.values.lines?.at(-1) ?? '10', files: read.value.operands }) : read;
}

function notLines(command: string, form: string): string {
  return `${command}: -n takes ${form}, a whole number of lines from 1 to ${MAX_LINES}. For more, use ${INSTEAD}.`;
}

/** One file after the other; the first that cannot be read ends the command. */
async function showFiles(
  {
    command,
    files,
    range,
  }: { readonly command: string; readonly files: readonly string[]; readonly range: ShownRange },
  context: EvidenceContext,
): Promise<Result<string, string>> {
  if (files.length === 0) return failure(`${command}: a file is missing.`);
  if (files.length > MAX_FILES) return failure(`${command}: at most ${MAX_FILES} files are shown at a time.`);
  const parts: string[] = [];
  let length = 0;
  for (const [index, path] of files.entries()) {
    if (context.signal.aborted) return failure(`${command}: the time was up; ask for less.`);
    if (length > MAX_OUTPUT_LENGTH) {
      parts.push(`(${files.length - index} more files; ask for them one by one)`);
      break;
    }
    const shown = await showFile(path, range, context);
    if (!shown.ok) return failure(`${command}: ${shown.error}`);
    if (files.length > 1) parts.push(`==> ${printablePath(path)} <==`);
    parts.push(shown.value);
    length += shown.value.length;
  }
  return success(parts.join('\n'));
}
