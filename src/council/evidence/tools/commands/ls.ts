import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../../../project/read-path.js';
import type { EvidenceContext } from '../../tool.js';
import { getFileTree } from '../get-file-tree.js';
import { formatEntry, listFiles } from '../list-files.js';
import { type Command, readFlags } from './read-flags.js';

const SYNTAX = {
  instead: 'list_files or get_file_tree',
  flags: {
    recursive: '-R --recursive',
    long: '-l',
    // What these ask for is always so: hidden names are listed, one on a line, and folders end with "/".
    all: '-a --all',
    almostAll: '-A --almost-all',
    oneOnALine: '-1',
    slash: '-p',
    classify: '-F --classify',
    human: '-h --human-readable',
  },
} as const;

const MAX_PATHS = 50;
const MAX_ENTRIES = 500;

export const ls: Command = async (args, context) => {
  const read = readFlags(SYNTAX, args);
  if (!read.ok) return read;
  const { values, operands } = read.value;
  if (operands.length > MAX_PATHS) return failure(`at most ${MAX_PATHS} paths are listed at a time.`);
  const sections: string[] = [];
  for (const path of operands.length === 0 ? ['.'] : operands) {
    if (context.signal.aborted) return failure('the time was up; name fewer folders.');
    const shown = await (values.recursive === undefined
      ? list(path, context)
      : getFileTree.run({ path, max_depth: 10, max_files: 1000 }, context));
    if (!shown.ok) return shown;
    sections.push(operands.length > 1 ? `${printablePath(path)}:\n${shown.value}` : shown.value);
  }
  const notes = values.long === undefined ? [] : ['(sizes, times and owners are not shown)'];
  return success([sections.join('\n\n'), ...notes].join('\n'));
};

async function list(path: string, context: EvidenceContext): Promise<Result<string, string>> {
  const listed = await context.project.listFolder(path);
  if (listed.ok) {
    const entries = listed.value.map((entry) => formatEntry({ ...entry, path: posix.basename(entry.path) }));
    const more = entries.length - MAX_ENTRIES;
    const shown = more > 0 ? [...entries.slice(0, MAX_ENTRIES), `(${more} more; use list_files)`] : entries;
    return success(shown.length === 0 ? '(empty)' : shown.join('\n'));
  }
  const opened = await context.project.openFile(path);
  if (opened.ok) {
    await opened.value.close();
    return success(printablePath(opened.value.path));
  }
  // A shell would have replaced the pattern by names.
  return /[*?[]/.test(path) ? listFiles.run({ pattern: path }, context) : opened;
}
