import type { Entry } from '../../confinement/project.js';
import type { EntryFacts } from '../entry-facts.js';
import { type Comparison, type Expression, FILE_TYPES, type FindRequest, SIZE_UNITS } from './expression.js';

/** One entry to be tested, and what is known of it. */
export interface Candidate {
  readonly entry: Entry;
  /** As find would print it: the operand as it was written, and the way from there. */
  readonly shown: string;
  readonly facts: EntryFacts | undefined;
}

export interface Moment {
  readonly nowNs: bigint;
  /** When the files that `-newer` names were changed last, by their names. */
  readonly references: ReadonlyMap<string, bigint>;
}

/** Our own find, for one entry: whether it is printed. */
export function isPrinted(candidate: Candidate, { expression, hasPrint }: FindRequest, moment: Moment): boolean {
  let wasPrinted = false;
  const passes = (given: Expression): boolean => {
    switch (given.kind) {
      case 'and':
        return passes(given.left) && passes(given.right);
      case 'or':
        return passes(given.left) || passes(given.right);
      case 'not':
        return !passes(given.of);
      case 'print':
        wasPrinted = true;
        return true;
      case 'always':
        return true;
      case 'never':
        return false;
      case 'name':
        return given.pattern.fits(lastName(candidate.shown));
      case 'path':
        return given.pattern.fits(candidate.shown);
      case 'type':
        return given.types.some((type) => FILE_TYPES[type] === candidate.entry.kind);
      case 'empty-file':
      case 'size':
      case 'age':
      case 'newer':
        return candidate.facts !== undefined && passesFacts(given, candidate.entry, candidate.facts, moment);
    }
  };
  const hasPassed = passes(expression);
  return hasPrint ? wasPrinted : hasPassed;
}

function passesFacts(
  test: Extract<Expression, { kind: 'empty-file' | 'size' | 'age' | 'newer' }>,
  { kind }: Entry,
  { size, modifiedNs }: EntryFacts,
  { nowNs, references }: Moment,
): boolean {
  switch (test.kind) {
    case 'empty-file':
      return kind === 'file' && size === 0;
    case 'size':
      return compares(Math.ceil(size / SIZE_UNITS[test.unit]), test.compare, test.count);
    case 'age': {
      const unitNs = test.unit === 'days' ? 86_400_000_000_000n : 60_000_000_000n;
      return passesAge(nowNs - modifiedNs, unitNs, test.unit, test.compare, BigInt(test.count));
    }
    case 'newer':
      return modifiedNs > (references.get(test.than) ?? nowNs);
  }
}

function compares(value: number, how: Comparison, count: number): boolean {
  return how === 'less' ? value < count : how === 'more' ? value > count : value === count;
}

/** Days are counted whole, what is begun left out; minutes are counted up to the next. That is how find has it. */
function passesAge(ageNs: bigint, unitNs: bigint, unit: 'days' | 'minutes', how: Comparison, count: bigint): boolean {
  if (how === 'less') return ageNs < count * unitNs;
  const from = (unit === 'days' ? count : count - 1n) * unitNs;
  const to = (unit === 'days' ? count + 1n : count) * unitNs;
  if (how === 'more') return unit === 'days' ? ageNs >= to : ageNs > to;
  return unit === 'days' ? ageNs >= from && ageNs < to : ageNs > from && ageNs <= to;
}

function lastName(shown: string): string {
  const trimmed = shown.replace(/\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
