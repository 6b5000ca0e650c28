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
    switch (CST.tokenType(sign)) {
      case 'map-value-ind':
      case 'explicit-key-ind':
        keys += 1;
        break;
      case 'seq-item-ind':
      case 'comma':
        entries += 1;
        break;
      case 'flow-map-start':
      case 'flow-seq-start':
        depth += 1;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        depth -= 1;
        break;
      default:
    }
    if (keys > MAX_KEYS) return `has more than ${MAX_KEYS} keys`;
    if (entries > MAX_LIST_ENTRIES) return `has more than ${MAX_LIST_ENTRIES} list entries`;
    if (depth > MAX_DEPTH) return 'is nested too deeply';
  }
  return undefined;
}
