import { cutText } from './cut-text.js';
import { sizeOf } from './size-of.js';

/** The last resort: texts, lists and tables become ever shorter until the whole fits. Its form stays as it is. */
export function cutEverything<Value extends object>(
  value: Value,
  available: number,
  keptWhole: readonly string[],
): Value {
  let limits: Limits = { text: 1_000, entries: 100 };
  for (;;) {
    const cut = cutFields(value, limits, keptWhole);
    if (sizeOf(cut) <= available || limits.text <= 1) return cut;
    limits = { text: Math.floor(limits.text * 0.6), entries: Math.max(1, Math.floor(limits.entries * 0.7)) };
  }
}

interface Limits {
  readonly text: number;
  readonly entries: number;
}

function cutFields<Value extends object>(value: Value, limits: Limits, keptWhole: readonly string[]): Value {
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    keptWhole.includes(name) ? field : cutValue(field, limits),
  ]);
  return Object.fromEntries(fields) as Value;
}

function cutValue(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return cutText(value, limits.text);
  if (Array.isArray(value)) return value.slice(0, limits.entries).map((entry) => cutValue(entry, limits));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, Math.max(MOST_FIELDS, limits.entries));
  const table = new Map<string, unknown>();
  for (const [name, entry] of entries) table.set(freeName(cutText(name, limits.text), table), cutValue(entry, limits));
  return Object.fromEntries(table);
}

/** A record has no more fields than this; a table, such as a tally, may. */
const MOST_FIELDS = 12;

/** A table's names are texts too: two that begin alike must not become one. */
function freeName(name: string, table: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; table.has(free); number++) free = `${name} #${number}`;
  return free;
}
