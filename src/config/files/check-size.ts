import { CST, Lexer } from 'yaml';

const MAX_KEYS = 2_000;
const MAX_LIST_ENTRIES = 5_000;
/** The deepest key of the schema has six steps. */
export const MAX_DEPTH = 32;

/**
 * What is too much in a text of YAML, as the end of a sentence that begins with the file's name; undefined for a text
 * of a usual size. Only looks at the signs and stops at the first excess: parsing twenty thousand keys takes seconds.
 */
export function findExcess(text: string): string | undefined {
  // Most files have too few signs for any excess, and need not be read twice.
  if ((text.match(/[:?,[{-]/g)?.length ?? 0) <= MAX_KEYS) return undefined;
  let [keys, entries, depth] = [0, 0, 0];
  for (const sign of new Lexer().lex(text)) {
    const type = CST.tokenType(sign) ?? '';
    if (KEY_SIGNS.has(type)) keys += 1;
    else if (ENTRY_SIGNS.has(type)) entries += 1;
    else if (OPENING_SIGNS.has(type)) depth += 1;
    else if (CLOSING_SIGNS.has(type)) depth -= 1;
    if (keys > MAX_KEYS) return `has more than ${MAX_KEYS} keys`;
    if (entries > MAX_LIST_ENTRIES) return `has more than ${MAX_LIST_ENTRIES} list entries`;
    if (depth > MAX_DEPTH) return 'is nested too deeply';
  }
  return undefined;
}

const KEY_SIGNS = new Set<string>(['map-value-ind', 'explicit-key-ind']);
const ENTRY_SIGNS = new Set<string>(['seq-item-ind', 'comma']);
const OPENING_SIGNS = new Set<string>(['flow-map-start', 'flow-seq-start']);
const CLOSING_SIGNS = new Set<string>(['flow-map-end', 'flow-seq-end']);
