import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './source-files.js';

type Numbers = Readonly<Record<string, number>>;

interface TableRules {
  /** Room above the truth that a lowered number keeps, as a share of it. */
  readonly room?: number;
  /** The numbers are parts of one whole: one may rise with `UPDATE=1` if the sum does not, as after a move. */
  readonly hasSum?: boolean;
}

/**
 * Compares numbers with a JSON table in which they may only go down. Returns one line for each that is above its number,
 * or so far below it that the number must be lowered. `UPDATE=1` lowers them first, and writes a table that is missing.
 */
export function compareWithTable(file: string, truth: Numbers, rules: TableRules = {}): string[] {
  const location = path.join(ROOT, file);
  const table = existsSync(location) ? (JSON.parse(readFileSync(location, 'utf8')) as Numbers) : undefined;
  if (!process.env.UPDATE) return findDifferences(truth, table ?? {});
  const lowered = lowerTable(truth, table, rules);
  writeFileSync(location, `${JSON.stringify(lowered, null, 2)}\n`);
  return findDifferences(truth, lowered);
}

/** The part of the truth by which a number may be above it. */
const TOLERANCE = 0.02;

export function findDifferences(truth: Numbers, table: Numbers): string[] {
  const gone = Object.keys(table).filter((name) => truth[name] === undefined);
  return [
    ...gone.map((name) => `${name} no longer exists: UPDATE=1 removes it from the table`),
    ...Object.entries(truth).flatMap(([name, value]) => {
      const allowed = table[name];
      if (allowed === undefined) return [`${name} (${value}) is not in the table: add it, and say why in CHANGELOG.md`];
      if (value > allowed) return [`${name} is ${value}, but may be ${allowed} at most`];
      return allowed > value * (1 + TOLERANCE)
        ? [`${name} is ${value}, not ${allowed}: UPDATE=1 lowers the number`]
        : [];
    }),
  ];
}

export function lowerTable(truth: Numbers, table: Numbers | undefined, rules: TableRules = {}): Numbers {
  const target = Object.fromEntries(
    Object.entries(truth).map(([name, value]) => [name, Math.ceil(value * (1 + (rules.room ?? 0)))]),
  );
  if (table === undefined || (rules.hasSum && sum(target) <= sum(table))) return target;
  const known = Object.entries(target).filter(([name]) => table[name] !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [name, Math.min(value, table[name] ?? value)]));
}

function sum(numbers: Numbers): number {
  return Object.values(numbers).reduce((total, value) => total + value, 0);
}
