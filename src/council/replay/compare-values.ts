/** One value of a result that differs. */
export interface Difference {
  /** `voting_result.final_tally.SQLite` */
  readonly path: string;
  /** Undefined where there was nothing. */
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** All paths at which two JSON values differ, as short as possible. */
export function compareValues(recorded: unknown, replayed: unknown, path = ''): Difference[] {
  if (Object.is(recorded, replayed)) return [];
  if (!isContainer(recorded) || !isContainer(replayed) || Array.isArray(recorded) !== Array.isArray(replayed)) {
    return [{ path, recorded, replayed }];
  }
  const [before, after] = [new Map(Object.entries(recorded)), new Map(Object.entries(replayed))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) =>
    compareValues(before.get(name), after.get(name), path === '' ? name : `${path}.${name}`),
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Where two texts part, with the lines as they were and as they are. */
export interface TextDifference {
  /** From 1. */
  readonly line: number;
  readonly recorded: readonly string[];
  readonly now: readonly string[];
}

/** The first lines that differ, without what is the same at the end. */
export function firstDifference(recorded: string, now: string): TextDifference {
  const [before, after] = [recorded.split('\n'), now.split('\n')];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const cut = (lines: readonly string[]) => lines.slice(start, lines.length - end).slice(0, MAX_LINES);
  return { line: start + 1, recorded: cut(before), now: cut(after) };
}

const MAX_LINES = 3;
