import { isSameWord, wordsOf } from './words.js';

/** What a sentence about an option can speak of. */
export type Concern = 'existing' | 'reversal' | 'risk' | 'effort' | 'need';

export interface Finding {
  readonly concern: Concern;
  /** 1 speaks for the option, -1 against it. */
  readonly direction: 1 | -1;
}

/**
 * Reads a clause by small lists of everyday words. A negation shortly before a word turns its meaning ("no data
 * loss"); each concern is found at most once in a clause, by what prevails. The option's own names are passed over:
 * an option called "simple polling" is not simple for that.
 */
export function classifyClause(clause: string, names: readonly string[]): Finding[] {
  const words = wordsOf(withoutShouting(clause)).filter((word) => !names.some((name) => isSameWord(name, word)));
  const sums = new Map<Concern, number>();
  let easyUntil = -1;
  for (let index = 0; index < words.length; index++) {
    for (const { phrase, concern, direction } of VOCABULARY.get(words[index] ?? '') ?? []) {
      if (!phrase.every((word, offset) => words[index + offset] === word)) continue;
      // "simple to set up" speaks of how simple it is, not of the work.
      if (concern === 'effort' && direction < 0 && index <= easyUntil) continue;
      if (concern === 'effort' && direction > 0 && words[index + 1] === 'to') easyUntil = index + EASE_REACH;
      const before = words.slice(Math.max(0, index - NEGATION_REACH), index);
      if (concern === 'existing' && before.some((word) => HYPOTHETICAL.has(word))) continue;
      const isNegated = before.some((word) => NEGATIONS.has(word)) || NOTHING.has(words[index + phrase.length] ?? '');
      sums.set(concern, (sums.get(concern) ?? 0) + (isNegated ? -direction : direction));
    }
  }
  // "Nobody here has used it": the negation stands too far from its verb for the reach above.
  if (UNKNOWN_TO_ALL.test(words.join(' '))) sums.set('effort', -1);
  // What is there already but troubles is no merit of being there.
  if ((sums.get('risk') ?? 0) < 0 && (sums.get('existing') ?? 0) > 0) sums.delete('existing');
  return [...sums].flatMap(([concern, sum]) => (sum === 0 ? [] : [{ concern, direction: sum > 0 ? 1 : -1 } as const]));
}

/** Whether a word alone passes a judgement ("slow", "fails"). */
export function isJudgement(word: string): boolean {
  return (VOCABULARY.get(word) ?? []).some(({ phrase }) => phrase.length === 1);
}

/** Words in capitals are mostly keywords and constants of code: their everyday meaning does not count. */
function withoutShouting(clause: string): string {
  return /\p{Ll}/u.test(clause) ? clause.replace(/\b\p{Lu}{3,}\b/gu, ' ') : clause;
}

const NEGATION_REACH = 3;
const EASE_REACH = 5;
const NEGATIONS = new Set(
  'no not never without none nothing nobody neither nor hardly rarely zero cannot avoids avoid prevents fewer less'.split(
    ' ',
  ),
);
/** "costs nothing", "loses nothing". */
const NOTHING = new Set(['nothing', 'little']);
const UNKNOWN_TO_ALL =
  /^(?:nobody|no one|none of us)\b.*\b(?:used|operated|run|knows?|known|written|worked|experience)\b/;
const HYPOTHETICAL = new Set(
  'could should would might may can will shall plan planned want wants consider if to'.split(' '),
);

const LISTS: readonly (readonly [Concern, 1 | -1, string])[] = [
  [
    'existing',
    1,
    'already, existing, current, currently, today, in use, we use, uses, we run, runs on, run on, running on, depends on, depend on, ' +
      'installed, deployed, in production, for years, works well, works fine, has worked, proven, agreed, decided on, chose, chosen, built on',
  ],
  ['existing', -1, 'decided against, rejected, abandoned, no longer, unfamiliar to the project, not part of'],
  [
    'reversal',
    1,
    'reversible, roll back, rolled back, rollback, undo, undone, switch back, go back, gradually, incrementally, step by step, side by side',
  ],
  ['reversal', -1, 'irreversible, one way, lock in, locked in, permanent, permanently, point of no return'],
  [
    'risk',
    -1,
    'fail, fails, failed, failing, failure, failures, lose, loses, lost, losing, loss, slow, slower, slowly, slows, lock, locks, locked, locking, ' +
      'corrupt, corrupts, corrupted, corruption, outage, outages, deprecated, unsupported, unmaintained, breaking, breaks, broke, broken, crash, ' +
      'crashes, crashed, leak, leaks, expensive, hard, harder, difficult, stuck, stall, stalls, stalled, timeout, timeouts, times out, timed out, ' +
      'insecure, unsafe, vulnerable, vulnerability, error, errors, bug, bugs, buggy, risk, risks, risky, blocks, blocked, contention, downtime, ' +
      'incident, incidents, unstable, unreliable, flaky, danger, dangerous, wrong, regretted, bottleneck, costly, immature, untested, experimental, cannot, unable, does not support',
  ],
  [
    'risk',
    1,
    'safe, safer, safely, fast, faster, mature, reliable, reliably, stable, robust, durable, secure, well tested, supported',
  ],
  [
    'effort',
    1,
    'simple, simpler, simplest, simplicity, easy, easier, easily, small, smaller, familiar, one file, single file, nothing to install, lightweight, ' +
      'quick, quickly, cheap, cheaper, minimal, built in, ready, out of the box, straightforward, knows, know, experience with, experienced, an hour, a day, an afternoon',
  ],
  [
    'effort',
    -1,
    'complex, complicated, complexity, another service, another server, new service, new dependency, extra, additional, separate, migrate, ' +
      'migration, migrating, rewrite, rewriting, rewritten, effort, weeks, months, learn, learning, training, set up, setup, maintain, maintenance, ' +
      'operate, overhead, unfamiliar, nobody knows, own server, own service, costs, install, boilerplate',
  ],
];

interface Entry extends Finding {
  readonly phrase: readonly string[];
}

const VOCABULARY = indexByFirstWord(LISTS);

function indexByFirstWord(lists: typeof LISTS): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const [concern, direction, phrases] of lists) {
    for (const phrase of phrases.split(', ').map((text) => text.split(' '))) {
      const first = phrase[0] ?? '';
      index.set(first, [...(index.get(first) ?? []), { phrase, concern, direction }]);
    }
  }
  return index;
}
