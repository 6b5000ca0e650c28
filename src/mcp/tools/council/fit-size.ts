import { cutText } from '../../../kernel/cut-text.js';

/** Bytes on the wire, which are more than those of the texts: JSON escapes some. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

export interface Limits {
  /** Characters of a text. */
  readonly text: number;
  /** Entries of a list or a table. */
  readonly entries: number;
}

/** Texts, lists and tables become ever shorter until the whole fits. Its shape stays as it is. */
export function fitSize<Value extends object>(
  value: Value,
  maxBytes: number,
  { start, keptWhole }: { readonly start: Limits; readonly keptWhole: ReadonlySet<string> },
): Value {
  for (let limits = start; ; limits = tighter(limits)) {
    const cut = cutValues(value, limits, keptWhole);
    if (sizeOf(cut) <= maxBytes || limits.text <= 1) return cut;
  }
}

function tighter({ text, entries }: Limits): Limits {
  return { text: Math.floor(text * 0.6), entries: Math.max(1, Math.floor(entries * 0.7)) };
}

/** Fields of these names are kept whole, at any depth. */
export function cutValues<Value>(value: Value, limits: Limits, keptWhole: ReadonlySet<string>): Value {
  return cut(value) as Value;

  function cut(part: unknown): unknown {
    if (typeof part === 'string') return cutText(part, limits.text);
    if (Array.isArray(part)) return part.slice(0, limits.entries).map(cut);
    if (typeof part !== 'object' || part === null) return part;
    const fields = Object.entries(part);
    const table = new Map<string, unknown>();
    for (const [name, field] of fields.slice(0, Math.max(MAX_FIELDS, limits.entries))) {
      const shortName = cutText(name, Math.max(MIN_NAME_LENGTH, limits.text));
      table.set(freeName(shortName, table), keptWhole.has(name) ? field : cut(field));
    }
    return Object.fromEntries(table);
  }
}

/** A record has no more fields and no longer names than this; a table, such as a tally, may. */
const MAX_FIELDS = 40;
const MIN_NAME_LENGTH = 30;

/** The names in a table are cut too: two with the same beginning must not become one. */
function freeName(name: string, table: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; table.has(free); number++) free = `${name} #${number}`;
  return free;
}
