import { posix } from 'node:path';
import { printablePath } from '../../confinement/printable-path.js';
import type { Entry } from '../../confinement/project.js';
import { compareNames } from '../../walk/compare-names.js';
import type { EntryFacts } from '../entry-facts.js';
import type { LsOptions } from './ls-options.js';

/** Without owners, which say nothing about a project, and with times in UTC, which read the same everywhere. */
export function renderEntries(
  entries: readonly Entry[],
  facts: ReadonlyMap<string, EntryFacts>,
  options: LsOptions,
  nameOf: (entry: Entry) => string = ({ path }) => posix.basename(path),
): string[] {
  const sorted = sortEntries(entries, facts, options);
  const names = sorted.map((entry) => printablePath(nameOf(entry)) + markOf(entry, facts.get(entry.path), options));
  if (!options.long) return names;
  const columns = sorted.map(({ path }) => columnsOf(facts.get(path), options.human));
  const width = (column: 'links' | 'size') => Math.max(0, ...columns.map((row) => row[column].length));
  const [linksWidth, sizeWidth] = [width('links'), width('size')];
  return columns.map(({ mode, links, size, modified }, index) =>
    [mode, links.padStart(linksWidth), size.padStart(sizeWidth), modified, names[index] ?? ''].join(' '),
  );
}

function sortEntries(
  entries: readonly Entry[],
  facts: ReadonlyMap<string, EntryFacts>,
  { sort, reverse }: LsOptions,
): Entry[] {
  const byName = (a: Entry, b: Entry) => compareNames(a.path, b.path);
  const weight = ({ path }: Entry): bigint => {
    const found = facts.get(path);
    return found === undefined ? 0n : sort === 'time' ? found.modifiedNs : BigInt(found.size);
  };
  const sorted = [...entries].sort((a, b) => {
    if (sort === 'name') return byName(a, b);
    const [first, second] = [weight(a), weight(b)];
    return first === second ? byName(a, b) : first < second ? 1 : -1;
  });
  return reverse ? sorted.reverse() : sorted;
}

function markOf({ kind }: Entry, facts: EntryFacts | undefined, { mark }: LsOptions): string {
  if (mark === 'nothing') return '';
  if (kind === 'folder') return '/';
  if (mark === 'folders') return '';
  if (kind === 'link') return '@';
  return kind === 'file' && facts !== undefined && (facts.mode & 0o111) !== 0 ? '*' : '';
}

function columnsOf(
  facts: EntryFacts | undefined,
  human: boolean,
): { mode: string; links: string; size: string; modified: string } {
  if (facts === undefined) return { mode: '??????????', links: '?', size: '?', modified: '????-??-?? ??:??' };
  return {
    mode: modeText(facts.mode),
    links: String(facts.links),
    size: human ? humanSize(facts.size) : String(facts.size),
    modified: new Date(Number(facts.modifiedNs / 1_000_000n)).toISOString().slice(0, 16).replace('T', ' '),
  };
}

/** By the upper four bits of a mode. */
const KINDS: Readonly<Record<number, string>> = { 8: '-', 4: 'd', 10: 'l', 1: 'p', 12: 's', 6: 'b', 2: 'c' };

export function modeText(mode: number): string {
  const letters = Array.from('rwxrwxrwx').map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  const special = (bit: number, index: number, letter: string) => {
    if (mode & bit) letters[index] = letters[index] === 'x' ? letter : letter.toUpperCase();
  };
  special(0o4000, 2, 's');
  special(0o2000, 5, 's');
  special(0o1000, 8, 't');
  return (KINDS[(mode >> 12) & 15] ?? '?') + letters.join('');
}

/** Rounded up, with one digit behind the point below ten, as ls does it. */
function humanSize(size: number): string {
  if (size < 1024) return String(size);
  let value = size;
  let unit = -1;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = value < 10 ? Math.ceil(value * 10) / 10 : Math.ceil(value);
  const text = rounded < 10 ? rounded.toFixed(1) : String(Math.ceil(rounded));
  return rounded >= 1024 && unit < UNITS.length - 1 ? `1.0${UNITS[unit + 1]}` : `${text}${UNITS[unit]}`;
}

const UNITS = ['K', 'M', 'G', 'T', 'P'];
