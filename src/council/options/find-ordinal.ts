import { wordsIn } from '../../semantics/options/option-words.js';
import type { VoteOption } from '../contract/vote.js';

/** A number or letter that points to an option. */
export interface Ordinal {
  /** Undefined where it points to no option, or to more than one. */
  readonly option: VoteOption | undefined;
  /** The text around it. */
  readonly rest: string;
  /** Without a word such as "option": in "2. Cache it" the words decide. */
  readonly isBare: boolean;
}

/** "Option 2", "#2", "2. …", "b)", "… (2)": by the question's own marks where it has some, else by the order of the list. */
export function findOrdinal(text: string, options: readonly VoteOption[], question: string): Ordinal | undefined {
  const plain = text.normalize('NFKC').replace(/[*_`"'“”„«»「」]/g, ' ');
  const explicit = [...plain.matchAll(EXPLICIT)];
  const marks = new Set(explicit.flatMap(([, mark, other]) => [mark, other]).filter((mark) => mark !== undefined));
  if (marks.size > 1) return { option: undefined, rest: '', isBare: false };
  const match = explicit[0] ?? RANKED.exec(plain) ?? LEADING.exec(plain) ?? TRAILING.exec(plain);
  if (match === null || match === undefined) return undefined;
  const isBare = explicit.length === 0 && !RANKED.test(plain);
  const option = byMark((match[1] ?? '').toLowerCase(), isBare, { options, question });
  if (option === undefined || (option === null && isBare && !LEADING.test(plain))) return undefined;
  const rest = `${plain.slice(0, match.index)} ${plain.slice(match.index + match[0].length)}`;
  return { option: option ?? undefined, rest, isBare };
}

const MARK = '\\d{1,2}|[a-z]|[ivx]{2,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[一二三四五]';
const END = '(?![\\p{Script=Latin}\\p{Number}])';
const EXPLICIT = new RegExp(
  `(?:(?<![\\p{Letter}])(?:opt(?:ion)?\\.?|choice|alternative|variante?|number|nummer|n[or]\\.)\\s*(?:no\\.?|number|nr\\.?)?[\\s:=#(\\[-]*|(?:选项|方案)\\s*|#\\s?)(${MARK})${END}(?:\\s*(?:or|and|[&/,+])\\s*(?:option\\s*|#)?(\\d{1,2})${END})?`,
  'giu',
);
const RANKED =
  /^\P{Letter}*(?:the\s+|die\s+|第)?(first|former|second|third|fourth|fifth|last|latter|erste|zweite|dritte|[一二三四五]|[1-9](?=st|nd|rd|th|个))(?:st|nd|rd|th|个)?(?:\s*(?:one|option|choice|alternative|选项|方案))?\P{Letter}*$/iu;
const LEADING =
  /^[^\p{Letter}\p{Number}+#-]*(\d{1,2}|[a-z]|[ivx]{2,3})(?:\s*[.):\]](?!\d)|\s+[-–—](?=\s)|[^\p{Letter}\p{Number}+#-]*$)/iu;
const TRAILING = /[([]\s*(\d{1,2}|[a-z])\s*[)\]]\s*$/iu;

interface MarkContext {
  readonly options: readonly VoteOption[];
  readonly question: string;
}

/** Null where the mark points to no option or to two, undefined where it is not a mark at all. */
function byMark(mark: string, isBare: boolean, { options, question }: MarkContext): VoteOption | null | undefined {
  const marks = new Map(options.flatMap((option) => markOf(option, question).map((own) => [own, option] as const)));
  // In "HTTP 2 or 3?" the number is part of the names: it does not count the options.
  const holders = options.filter(({ text }) => hasMark(text, mark));
  const byQuestion = marks.size > 1 ? (marks.get(mark) ?? null) : undefined;
  if (holders.length === 1 && byQuestion != null && byQuestion !== holders[0]) return null;
  if (holders.length === 1 && (isBare || holders[0] === options[Number(mark) - 1])) return holders[0];
  const glued = options.filter(({ text }) => wordsIn(text).some((word) => word.split(/(?<=\D)(?=\d)/).includes(mark)));
  if (glued.length > 0) return glued.length === 1 && isBare && Number(mark) > options.length ? glued[0] : null;
  if (byQuestion !== undefined) return byQuestion;
  if (mark === 'last' || mark === 'latter') return options.at(-1);
  const index = /^\d+$/.test(mark) ? Number(mark) : Math.max(...SPELLED.map((words) => words.indexOf(mark))) + 1;
  return index === 0 ? undefined : (options[index - 1] ?? null);
}

/** As it is written: the label "Two phases" does not contain the number 2. */
function hasMark(text: string, mark: string): boolean {
  const words: readonly string[] =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}+#]+(?:\.\p{Number}+)*/gu) ?? [];
  return words.includes(mark);
}

const SPELLED = [
  'one two three four five six seven eight nine ten eleven twelve'.split(' '),
  'first second third fourth fifth'.split(' '),
  'erste zweite dritte'.split(' '),
  ['former'],
  '一 二 三 四 五'.split(' '),
  ['', 'ii', 'iii', 'iv'],
];

/** The number or letter that the question puts before an option. */
function markOf({ text, isOnBallot }: VoteOption, question: string): string[] {
  if (!isOnBallot) return [];
  const label = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark =
    '(?<![\\p{Letter}\\p{Number}])(\\d{1,2}|[a-z]|[ivx]{2,3})[*_]*(?:\\s*[.):\\]=–—-]|\\s+(?:is|means)\\s)[\\s*_`"]*';
  const lead = '(?:\\p{Letter}+\\s){0,3}';
  const found = new RegExp(`${mark}${lead}${label}(?![\\p{Letter}\\p{Number}])`, 'iu')
    .exec(question)?.[1]
    ?.toLowerCase();
  return found === undefined ? [] : [found];
}
