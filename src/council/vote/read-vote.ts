import { cutText } from '../../kernel/cut-text.js';
import { parseRecord } from '../../kernel/parse-json.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { ParsedVote, Vote } from '../contract/vote.js';

/** Reads one vote object; every way to fail has a reason that its author can act on. */
export function readVote(text: string): ParsedVote {
  if (text === '') return abstention('no JSON object follows VOTE:');
  const value = parseObject(text);
  if (value === undefined) return abstention('the text after VOTE: is not one complete JSON object');

  const option = readOption(value.option);
  if (!option.ok) return abstention(withRationale(option, value));
  const confidence = readConfidence(value.confidence);
  if (confidence === undefined) return abstention('"confidence" must be a number from 0 to 1');

  const rationale = readText(value.rationale) ?? '';
  const continue_debate = readFlag(value.continue_debate);
  return { kind: 'vote', vote: { option: option.text, confidence, rationale, continue_debate, ...optional(value) } };
}

const MAX_OPTION_LENGTH = 300;
const MAX_RATIONALE_LENGTH = 4_000;
const MAX_REASON_LENGTH = 200;
const MAX_RANKED = 30;
const MAX_PAIRS = 50;

function abstention(reason: string): ParsedVote {
  return { kind: 'abstention', reason };
}

function optional(value: Record<string, unknown>): Pick<Vote, 'changed_because' | 'ranking' | 'same'> {
  const changedBecause = readText(value.changed_because);
  const ranking = readRanking(value.ranking);
  const same = readSame(value.same);
  return {
    ...(changedBecause === undefined ? {} : { changed_because: changedBecause }),
    ...(ranking === undefined ? {} : { ranking }),
    ...(same === undefined ? {} : { same }),
  };
}

type ReadOption =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly isChosen?: true };

/** Why a participant chose to abstain is what a reader wants to know. */
function withRationale(
  { reason, isChosen }: Extract<ReadOption, { ok: false }>,
  { rationale }: Record<string, unknown>,
): string {
  const why = isChosen === true ? plainLine(readText(rationale) ?? '') : '';
  return why === '' ? reason : cutText(why, MAX_REASON_LENGTH);
}

function readOption(value: unknown): ReadOption {
  const text = plainLine(readText(typeof value === 'number' ? String(value) : value) ?? '');
  if (text === '') return { ok: false, reason: '"option" must be a text that names your choice' };
  if (text.length > MAX_OPTION_LENGTH) {
    return { ok: false, reason: `"option" must be at most ${MAX_OPTION_LENGTH} characters long` };
  }
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return { ok: false, reason: '"option" names nothing' };
  // A participant that declines is outside the count; it must not be able to win.
  if (ABSTAINS.test(text)) return { ok: false, reason: 'the participant chose to abstain', isChosen: true };
  return { ok: true, text };
}

/** "Abstain from caching" is an option. */
const ABSTAINS =
  /^\W*(?:i\s+)?(?:abstain|abstention|abstaining)(?:\W*$|\s*[:;,.(]|\s+[–—-]|\s+(?:because|since|due to|from voting|for now|until|here|on this)\b)|^(?:n\/a|no vote|undecided)\W*$/i;

/** A share from 0 to 1; percentages ("90%", 90) and "8/10" are read as a share. */
function readConfidence(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  const [, part, whole] = /^(\d{1,3}(?:\.\d+)?)\s*\/\s*(\d{1,3})$/.exec(text ?? '') ?? [];
  if (part !== undefined)
    return Number(part) <= Number(whole) && Number(whole) > 0 ? Number(part) / Number(whole) : undefined;
  if (text === '') return undefined;
  const isPercentage = text?.endsWith('%') ?? false;
  const number = text === undefined ? value : Number(isPercentage ? text.slice(0, -1) : text);
  if (typeof number !== 'number' || !(number >= -ROUNDING_ERROR && number <= 100 + ROUNDING_ERROR)) return undefined;
  const share = isPercentage || number > 1 + ROUNDING_ERROR ? number / 100 : number;
  return Math.min(Math.max(share, 0), 1);
}

/** A sum of shares that should be 1 is often 1.0000001. */
const ROUNDING_ERROR = 1e-6;

function readText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, MAX_RATIONALE_LENGTH);
  return text === '' ? undefined : text;
}

/** Without a clear no, the debate may continue: stopping early must be asked for. */
function readFlag(value: unknown): boolean {
  return !(value === false || (typeof value === 'string' && /^(false|no)$/i.test(value.trim())));
}

function readRanking(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value
    .slice(0, MAX_RANKED)
    .flatMap((entry) => readText(entry) ?? [])
    .map(plainLine);
  return names.length > 0 ? names : undefined;
}

/** Pairs of options that are called the same; of a longer list every pair. */
function readSame(value: unknown): (readonly [string, string])[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const groups = value.slice(0, MAX_PAIRS).map(readRanking);
  const pairs = groups.flatMap((group = []) =>
    group.flatMap((a, index) => group.slice(index + 1).map((b) => [a, b] as const)),
  );
  return pairs.length > 0 ? pairs.slice(0, MAX_PAIRS) : undefined;
}

/** The JSON object in a vote, also with the mistakes that models often make; undefined if it cannot be read. */
function parseObject(text: string): Record<string, unknown> | undefined {
  return (
    parseRecord(text) ?? parseRecord(repair(text)) ?? parseRecord(repair(withDoubleQuotes(text))) ?? parseUnclosed(text)
  );
}

/** Without its last brace an object may be cut off anywhere: it counts only with every field that a vote needs. */
function parseUnclosed(text: string): Record<string, unknown> | undefined {
  const [paragraph = ''] = text.split(/\n[ \t\r]*\n|\n[ \t]*```/, 1);
  if (!FIELDS.every((field) => paragraph.includes(`"${field}"`))) return undefined;
  const object = parseRecord(repair(`${paragraph.replace(/[\s`*,]+$/, '')}}`));
  return object !== undefined && FIELDS.every((field) => field in object) ? object : undefined;
}

/** Python writes its strings in single quotes. */
function withDoubleQuotes(text: string): string {
  return text.replace(/'(?<=[{[,:]\s*')|'(?=\s*[:,}\]])/g, '"');
}

const FIELDS = ['option', 'confidence', 'rationale', 'continue_debate'];
const MAX_LOOK_AHEAD = 64;

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
