import { isRecord } from '../../kernel/is-record.js';

/** The JSON object in a vote, also with the mistakes that models often make; undefined if it cannot be read. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  return parse(text) ?? parse(repair(text)) ?? parse(repair(withDoubleQuotes(text))) ?? parseUnclosed(text);
}

/** Without its last brace an object may be cut off anywhere: it counts only with every field that a vote needs. */
function parseUnclosed(text: string): Record<string, unknown> | undefined {
  const [paragraph = ''] = text.split(/\n[ \t\r]*\n|\n[ \t]*```/, 1);
  if (!FIELDS.every((field) => paragraph.includes(`"${field}"`))) return undefined;
  const object = parse(repair(`${paragraph.replace(/[\s`*,]+$/, '')}}`));
  return object !== undefined && FIELDS.every((field) => field in object) ? object : undefined;
}

/** Python writes its strings in single quotes. */
function withDoubleQuotes(text: string): string {
  return text.replace(/'(?<=[{[,:]\s*')|'(?=\s*[:,}\]])/g, '"');
}

const FIELDS = ['option', 'confidence', 'rationale', 'continue_debate'];
const MAX_LOOK_AHEAD = 64;

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Line breaks and quotes inside a string, a comma before the closing brace, 8/10, and Python's True, False and None. */
function repair(text: string): string {
  let repaired = '';
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (inString) {
      if (character === '\\') repaired += character + (text[++index] ?? '');
      else if (character < ' ') repaired += ' ';
      else if (character !== '"') repaired += character;
      else if (ENDS_STRING.test(text.slice(index + 1, index + 1 + MAX_LOOK_AHEAD))) {
        inString = false;
        repaired += character;
      } else repaired += '\\"';
    } else if (character === ',' && /^\s*[}\]]/.test(text.slice(index + 1, index + 1 + MAX_LOOK_AHEAD))) continue;
    else {
      const [word = character] = BARE_WORD.exec(text.slice(index, index + MAX_LOOK_AHEAD)) ?? [];
      repaired += PYTHON.get(word) ?? (word === character ? word : `"${word}"`);
      index += word.length - 1;
      if (character === '"') inString = true;
    }
  }
  return repaired;
}

/** Behind a quote that ends its string comes the colon of a key, the end, or a comma and the next entry. */
const ENDS_STRING = /^\s*(?:[:}\]]|$|,\s*(?:["\]}]|$))/;

const BARE_WORD = /^(?:True|False|None|\d{1,3}(?:\.\d+)?\s?\/\s?\d{1,3})/;
const PYTHON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);
