import { failure, type Result, success } from '../../../../kernel/result.js';
import type { Programs } from '../../sandbox/programs.js';
import { toExtended } from '../regex/to-extended.js';
import type { GrepOptions } from './grep-options.js';
import { type Hit, MOST_PIECES } from './hit.js';
import type { SearchableFile } from './searchable-file.js';

/**
 * The real grep, in a sandbox without any file of the project: it reads the files one behind the other from its standard
 * input and says the numbers of lines, which are ours to assign.
 */
export async function findHitsInSandbox(
  files: readonly SearchableFile[],
  { pattern, selection, report }: GrepOptions,
  programs: Programs,
  signal: AbortSignal,
): Promise<Result<Hit[][], string>> {
  const ran = await programs.run({
    program: 'grep',
    args: [
      ...['-E', '-a', '-n', '--color=never'],
      ...(selection.invert ? ['-v'] : []),
      ...(selection.wholeWords ? ['-w'] : []),
      ...(selection.wholeLines ? ['-x'] : []),
      ...(selection.onlyMatching ? ['-o'] : []),
      ...['-e', toExtended(pattern)],
    ],
    stdin: Buffer.concat(files.map(({ searched }) => searched)),
    // 1: no line was selected.
    expectedCodes: [1],
    signal,
  });
  if (!ran.ok) return ran;
  // What is missing would look like lines that do not match.
  if (ran.value.isCut) return failure('grep: too much of this matches; name fewer files or search for more.');
  const mostPieces = report === 'lines' ? MOST_PIECES : Number.POSITIVE_INFINITY;
  return success(assign(ran.value.stdout, files, { ...selection, mostPieces }));
}

function assign(
  stdout: string,
  files: readonly SearchableFile[],
  { most, mostPieces, onlyMatching }: { most: number; mostPieces: number; onlyMatching: boolean },
): Hit[][] {
  const found = files.map((): { index: number; parts: string[] }[] => []);
  let file = 0;
  let before = 0;
  let room = mostPieces;
  for (const line of stdout.split('\n')) {
    const colon = line.indexOf(':');
    const number = Number(line.slice(0, colon));
    if (colon < 1 || !Number.isInteger(number)) continue;
    for (let count = files[file]?.shown.length ?? 0; number > before + count; count = files[file]?.shown.length ?? 0) {
      before += count;
      file++;
      room = mostPieces;
      if (file >= files.length) return found;
    }
    const hits = found[file];
    const index = number - 1 - before;
    if (hits === undefined || files[file]?.isOffered(index) !== true) continue;
    if (hits.at(-1)?.index !== index) {
      if (hits.length >= most || room <= 0) continue;
      hits.push({ index, parts: [] });
      if (!onlyMatching) room--;
    }
    if (onlyMatching) room--;
    if (onlyMatching) hits.at(-1)?.parts.push(line.slice(colon + 1));
  }
  return found;
}
