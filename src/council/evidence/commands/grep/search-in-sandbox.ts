import { type Result, success } from '../../../../kernel/result.js';
import type { OpenFile } from '../../confinement/project.js';
import type { Programs } from '../../sandbox/programs.js';
import { toExtended } from '../regex/to-extended.js';
import type { GrepOptions } from './grep-options.js';
import type { MatchedLine, SearchedFile } from './matched-line.js';

const FIRST_DESCRIPTOR = 3;
const FOLDER = '/proc/self/fd/';

/**
 * The real grep, in a sandbox without any file of the project: it is handed descriptors that were opened and checked,
 * so that no swap of a name can lead it anywhere else.
 */
export async function searchInSandbox(
  files: readonly OpenFile[],
  options: GrepOptions,
  programs: Programs,
  signal: AbortSignal,
): Promise<Result<SearchedFile[], string>> {
  if (files.length === 0) return success([]);
  const ran = await programs.run({
    program: 'grep',
    args: [...grepArguments(options), ...files.map((_, index) => `${FOLDER}${FIRST_DESCRIPTOR + index}`)],
    descriptors: files.map(({ handle }) => handle.fd),
    // 1: no line was selected.
    expectedCodes: [1],
    signal,
  });
  if (!ran.ok) return ran;
  const linesOf = readOutput(ran.value.stdout);
  return success(
    files.map(({ path }, index) => ({ path, lines: linesOf.get(String(FIRST_DESCRIPTOR + index)) ?? [] })),
  );
}

/** Always with names, numbers and a NUL behind the name: what is shown of it is our own choice. */
function grepArguments({ pattern, selection }: GrepOptions): string[] {
  return [
    ...['-E', '-a', '-n', '-H', '-Z', '--color=never'],
    ...(selection.invert ? ['-v'] : []),
    ...(selection.wholeWords ? ['-w'] : []),
    ...(selection.wholeLines ? ['-x'] : []),
    ...(selection.onlyMatching ? ['-o'] : []),
    ...['-m', String(selection.most), '-B', String(selection.before), '-A', String(selection.after)],
    ...['-e', toExtended(pattern), '--'],
  ];
}

function readOutput(stdout: string): Map<string, MatchedLine[]> {
  const found = new Map<string, MatchedLine[]>();
  for (const line of stdout.split('\n')) {
    const nameEnd = line.indexOf('\0');
    if (!line.startsWith(FOLDER) || nameEnd === -1) continue;
    const [whole = '', number = '', mark] = /^(\d+)([:-])/.exec(line.slice(nameEnd + 1)) ?? [];
    if (whole === '') continue;
    const descriptor = line.slice(FOLDER.length, nameEnd);
    const lines = found.get(descriptor) ?? [];
    lines.push({
      number: Number(number),
      text: line.slice(nameEnd + 1 + whole.length),
      isContext: mark === '-',
    });
    found.set(descriptor, lines);
  }
  return found;
}
