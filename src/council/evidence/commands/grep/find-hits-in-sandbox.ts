import { failure, type Result, success } from '../../../../kernel/result.js';
import type { Programs } from '../../sandbox/programs.js';
import { toExtended } from '../regex/to-extended.js';
import type { GrepOptions } from './grep-options.js';
import { type Hit, MOST_PIECES, piecesOf } from './hit.js';
import type { SearchableFile } from './searchable-file.js';

/**
 * The real grep, in a sandbox without any file of the project: it reads the files one behind the other from its standard
 * input and says the numbers of lines, which are ours to assign. Where parts of lines are asked for it runs twice, for it
 * does not name a line of which the matching part is empty.
 */
export async function findHitsInSandbox(
  files: readonly SearchableFile[],
  options: GrepOptions,
  programs: Programs,
  signal: AbortSignal,
): Promise<Result<Hit[][], string>> {
  const { selection } = options;
  const stdin = Buffer.concat(files.map(({ searched }) => searched));
  const run = async (flags: readonly string[]) => {
    const args = [...grepArguments(options), ...flags, '-e', toExtended(options.pattern)];
    // 1: no line was selected.
    const ran = await programs.run({ program: 'grep', args, stdin, expectedCodes: [1], signal });
    if (!ran.ok) return ran;
    // What is missing would look like lines that do not match.
    if (ran.value.isCut) return failure('grep: too much of this matches; name fewer files or search for more.');
    return success(readNumbers(ran.value.stdout));
  };
  const selected = await run([]);
  if (!selected.ok) return selected;
  const parts = selection.onlyMatching && !selection.invert ? await run(['-o']) : success(new Map<number, string[]>());
  return parts.ok ? success(assign([...selected.value.keys()], parts.value, files, options)) : parts;
}

function grepArguments({ selection }: GrepOptions): string[] {
  return [
    ...['-E', '-a', '-n', '--color=never'],
    ...(selection.invert ? ['-v'] : []),
    ...(selection.wholeWords ? ['-w'] : []),
    ...(selection.wholeLines ? ['-x'] : []),
  ];
}

/** What was printed of each line, by its number. */
function readNumbers(stdout: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const line of stdout.split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const number = Number(line.slice(0, colon));
    const known = found.get(number);
    if (known === undefined) found.set(number, [line.slice(colon + 1)]);
    else known.push(line.slice(colon + 1));
  }
  return found;
}

function assign(
  numbers: readonly number[],
  parts: ReadonlyMap<number, readonly string[]>,
  files: readonly SearchableFile[],
  { selection, report }: GrepOptions,
): Hit[][] {
  let next = 0;
  let before = 0;
  return files.map((file) => {
    const hits: Hit[] = [];
    const last = before + file.shown.length;
    let room = report === 'lines' ? MOST_PIECES : Number.POSITIVE_INFINITY;
    for (let number = numbers[next]; number !== undefined && number <= last; number = numbers[++next]) {
      const index = number - 1 - before;
      if (hits.length >= selection.most || room <= 0 || !file.isOffered(index)) continue;
      const hit = { index, parts: parts.get(number) ?? [] };
      hits.push(hit);
      room -= piecesOf(hit);
    }
    before = last;
    return hits;
  });
}
