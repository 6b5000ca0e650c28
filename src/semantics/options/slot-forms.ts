import { SLOT_FORMS } from './lists/slot-forms.js';
import { phrasePattern } from './phrase-pattern.js';
import { once } from './word-lists.js';

/**
 * Sentences that say one thing in several ways around their own words: "halve {x}" is "cut {x} in half". The first that
 * fits is taken, once; the wording on the right of the list is the one that options are compared by.
 */
export function filledForm(text: string): string {
  const once = fill(text);
  // What one form leads to may be the beginning of another.
  return once === text ? text : fill(once);
}

function fill(text: string): string {
  const lower = text.toLowerCase();
  for (const { needs, pattern, result } of forms()) {
    if (!needs.every((pieces) => pieces.some((piece) => lower.includes(piece)))) continue;
    const found = pattern.exec(text)?.groups;
    if (found !== undefined) return result.replace(/\{(\w)\}/g, (_, slot: string) => found[slot] ?? '').trim();
  }
  return text;
}

interface SlotForm {
  /** Pieces of words, of each part one that the text must hold: trying a form for the first time compiles it, which is slow. */
  readonly needs: readonly (readonly string[])[];
  readonly pattern: RegExp;
  readonly result: string;
}

const forms = once(() =>
  SLOT_FORMS.trim()
    .split('\n')
    .map((line): SlotForm => {
      const [pattern = '', result = ''] = line.split(' => ');
      return { needs: piecesOf(pattern), pattern: patternOf(pattern), result };
    }),
);

/** The literal pieces of every part of a pattern that cannot be missing. */
function piecesOf(pattern: string): string[][] {
  const literal = pattern.split(' ').filter((part) => !/[{<]|\(\?[!=]|\\[pw]|\[/.test(part));
  const pieces = literal.map((part) =>
    // A letter before "?" may be missing, and so may what an optional group holds.
    [...part.replaceAll(/\(\?:[^()]*\)\?|\w\?|\\[a-z]\+?/g, ' ').matchAll(/[a-z]+/g)].map(([piece]) => piece),
  );
  return pieces.filter((words) => words.length > 0);
}

const ARTICLE = String.raw`(?:(?:the|an?|our|your|its|their)\s+)?`;
const NUMBER = String.raw`(?:\d[\d.,]*|an?(?=\s+(?:second|minute|hour|day|week|month|quarter|year|sprint)\b)|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)`;
const UNIT = `(?:ms|s|sec(?:ond)?s?|min(?:ute)?s?|h|hours?|days?|weeks?|months?|quarters?|years?|sprints?|[kmgt]i?b|percent|%)`;

const SLOTS: Readonly<Record<string, string>> = {
  n: String.raw`(?<n>${NUMBER}(?:[\s-]*${UNIT})?)(?![\p{Letter}\p{Number}])`,
  m: String.raw`(?<m>${NUMBER}[\s-]*${UNIT})(?![\p{Letter}\p{Number}])`,
};

/** {n} is a number with or without a unit, {m} one with a unit, any other slot is words; an article may stand before every word. */
function patternOf(line: string): RegExp {
  const parts = line
    .split(' ')
    .map((part) => `(?:${part.replace(/\{(\w)\}/g, (_, slot: string) => SLOTS[slot] ?? `(?<${slot}>.+?)`)})`);
  return phrasePattern(String.raw`^\W*${ARTICLE}${parts.join(String.raw`\s+${ARTICLE}`)}[\s.!]*$`);
}
