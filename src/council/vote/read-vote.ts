import { plainLine } from '../../kernel/plain-text.js';
import type { ParsedVote, Vote } from './vote.js';

/** Reads one vote object; every way to fail has a reason that its author can act on. */
export function readVote(text: string): ParsedVote {
  if (text === '') return abstention('no JSON object follows VOTE:');
  const value = parseLeniently(text);
  if (value === undefined) return abstention('the text after VOTE: is not one complete JSON object');

  const option = readOption(value.option);
  if (!option.ok) return abstention(option.reason);
  const confidence = readConfidence(value.confidence);
  if (confidence === undefined) return abstention('"confidence" must be a number from 0 to 1');

  return { kind: 'vote', vote: { ...required(option.text, confidence, value), ...optional(value) } };
}

const LONGEST_OPTION = 300;
const LONGEST_RATIONALE = 4_000;
const MOST_RANKED = 30;
const LONGEST_GAP = 16;

function abstention(reason: string): ParsedVote {
  return { kind: 'abstention', reason };
}

function required(option: string, confidence: number, value: Record<string, unknown>): Vote {
  return {
    option,
    confidence,
    rationale: readText(value.rationale) ?? '',
    continue_debate: readFlag(value.continue_debate),
  };
}

function optional(value: Record<string, unknown>): Pick<Vote, 'changed_because' | 'ranking'> {
  const changedBecause = readText(value.changed_because);
  const ranking = readRanking(value.ranking);
  return {
    ...(changedBecause === undefined ? {} : { changed_because: changedBecause }),
    ...(ranking === undefined ? {} : { ranking }),
  };
}

function parseLeniently(text: string): Record<string, unknown> | undefined {
  for (const candidate of [text, mend(text)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return value as Record<string, unknown>;
      }
    } catch {
      // The mended text is tried next; a vote that stays unreadable is an abstention, told by the caller.
    }
  }
  return undefined;
}

/** Models write two faults again and again: line breaks inside a string, and a comma before the closing brace. */
function mend(text: string): string {
  let mended = '';
  let inString = false;
  for (let position = 0; position < text.length; position++) {
    const character = text[position] ?? '';
    if (inString && character === '\\') mended += character + (text[++position] ?? '');
    else if (inString && character < ' ') mended += ' ';
    else if (!inString && character === ',' && isBeforeClosing(text, position + 1)) continue;
    else {
      if (character === '"') inString = !inString;
      mended += character;
    }
  }
  return mended;
}

function isBeforeClosing(text: string, from: number): boolean {
  const next = text.slice(from, from + LONGEST_GAP).trimStart()[0];
  return next === '}' || next === ']';
}

type ReadOption = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

function readOption(value: unknown): ReadOption {
  const text = plainLine(readText(value) ?? '');
  if (text === '') return { ok: false, reason: '"option" must be a text that names your choice' };
  if (text.length > LONGEST_OPTION) {
    return { ok: false, reason: `"option" must be at most ${LONGEST_OPTION} characters long` };
  }
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return { ok: false, reason: '"option" names nothing' };
  // A participant that declines is outside the count; it must not be able to win.
  if (/^(i\s+)?(abstain|abstention)|^(n\/a|no vote|undecided)\W*$/i.test(text)) {
    return { ok: false, reason: 'the participant chose to abstain' };
  }
  return { ok: true, text };
}

/** A share from 0 to 1; percentages ("90%", 90) are read as a share. */
function readConfidence(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
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
  const text = value.trim().slice(0, LONGEST_RATIONALE);
  return text === '' ? undefined : text;
}

/** Whoever does not say that it is done is taken to want to go on: stopping early must be asked for. */
function readFlag(value: unknown): boolean {
  return !(value === false || (typeof value === 'string' && /^(false|no)$/i.test(value.trim())));
}

function readRanking(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value
    .slice(0, MOST_RANKED)
    .flatMap((entry) => readText(entry) ?? [])
    .map(plainLine);
  return names.length > 0 ? names : undefined;
}
