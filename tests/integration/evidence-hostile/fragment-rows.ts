import { KEY_LINES, PLANTED_FILES } from './planted-parts.js';
import { command, type HostileRequest } from './request.js';

/** Every way to be shown a part of a file, on files that hold secrets. */
export function fragmentRows(): HostileRequest[] {
  const harmless = command(TRIES, 'harmless');
  const files = Object.keys(PLANTED_FILES);
  return [
    ...files.flatMap((file) => [
      harmless('cat', file),
      harmless('cat', '-n', file),
      ...['.', '.{1,7}', '.{1,12}', '[A-Za-z0-9+/=]{1,39}', '[a-z]*', '_.*', '"[^"]*'].map((pattern) =>
        harmless('grep', '-oE', pattern, file),
      ),
      ...['other', 'token', 'x', '[0-9]', 'before', '^[A-Za-z]'].map((pattern) =>
        harmless('grep', '-C3', pattern, file),
      ),
      ...[10, 35, 60, 400, 1995, 1_048_500, 1_048_576].flatMap((bytes) => [
        harmless('head', '-c', String(bytes), file),
        harmless('tail', '-c', String(bytes), file),
        harmless('tail', '-c', `+${bytes}`, file),
        harmless('head', '-c', `-${bytes}`, file),
      ]),
      ...[1, 3, 5, 12].flatMap((lines) => [
        harmless('head', '-n', String(lines), file),
        harmless('tail', '-n', String(lines), file),
        harmless('tail', '-n', `+${lines}`, file),
      ]),
      ...[1, 4, 5, 6, 8, 65_536].flatMap((start) => [
        readFile({ path: file, start_line: start, end_line: start }),
        readFile({ path: file, start_line: start, end_line: start + 3 }),
      ]),
      readFile({ path: file }),
      ...['token', '.', '[A-Z]{3}', '\\d', 'x', '"'].flatMap((pattern) => [
        searchCode({ pattern, path: file }),
        searchCode({ pattern, path: 'planted', context_lines: 2 }),
        searchCode({ pattern, path: 'planted', glob: file.slice('planted/'.length) }),
      ]),
    ]),
    ...KEY_LINES.map((line) => readFile({ path: 'planted/large.log', start_line: line, end_line: line })),
    ...['.', 'o', '[0-9]', '[A-Za-z0-9+/]{40}'].map((pattern) => harmless('grep', '-roE', pattern, 'planted')),
  ];
}

const TRIES = 'parts of secrets';

function readFile(given: Record<string, unknown>): HostileRequest {
  return { tool: 'read_file', arguments: given, expect: 'harmless', tries: TRIES };
}

function searchCode(given: Record<string, unknown>): HostileRequest {
  return { tool: 'search_code', arguments: given, expect: 'harmless', tries: TRIES };
}
