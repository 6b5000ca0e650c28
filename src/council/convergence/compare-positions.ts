import { sameOption } from '../../semantics/index.js';
import { type Stance, stanceIn } from '../../semantics/options/stance.js';
import { areOtherOptions, differInOnePlace, endOtherwise, exclude, sharedWords } from './tell-apart.js';

/** Unknown where at least one text takes no position that could be read. */
export type PositionChange = 'same' | 'different' | 'unknown';

/** What an answer stands for: the option it votes for, if it does, and what its sentences claim, the plainest first. */
export interface Positions {
  readonly option?: string | undefined;
  readonly claims: readonly string[];
}

/** Opposed positions exclude each other; positions apart just do not say the same, as far as their words tell. */
type Relation = 'same' | 'opposed' | 'apart';

/**
 * Whether two answers stand for the same thing. Texts that argue opposite sides of one question share most of their
 * words, so their likeness alone cannot tell a reworded answer from an opposite one.
 */
export function comparePositions(before: Positions, after: Positions): PositionChange {
  const [stated, compared] = [statedBy(before), statedBy(after)];
  const [[first], [second]] = [stated, compared];
  if (first === undefined || second === undefined) return 'unknown';
  const areVotes = before.option !== undefined && after.option !== undefined;
  const relation = relate(first, second, areVotes);
  if (relation !== 'apart') return relation === 'same' ? 'same' : 'different';
  // The plainest claims may be worded otherwise, or one be about a detail: the same may be said in another sentence.
  const [stances, others] = [stated, compared].map((texts) => texts.map((text) => stanceIn(claimOf(text))));
  return stances?.some((stance) => others?.some((other) => saySame(stance, other))) ? 'same' : 'different';
}

function statedBy({ option, claims }: Positions): readonly string[] {
  return option === undefined ? claims : [option, ...claims];
}

function relate(before: string, after: string, areVotes: boolean): Relation {
  if (sameOption(before, after, EXACT)) return 'same';
  const [left, right] = [stanceIn(claimOf(before)), stanceIn(claimOf(after))];
  if (exclude(left, right)) return 'opposed';
  const [whole, other] = [stanceIn(sentenceOf(before)), stanceIn(sentenceOf(after))];
  if (areVotes && areOtherOptions(whole, other)) return 'opposed';
  if (areVotes && differInOnePlace(whole, other)) return 'apart';
  if (!areVotes && endOtherwise(left, right)) return 'opposed';
  if (sharedPart(left, right) >= ENOUGH_SHARED) return 'same';
  // What is chosen may be named only after the comma; there it takes more to be sure.
  return sharedPart(whole, other) >= PLENTY_SHARED && !exclude(whole, other) ? 'same' : 'apart';
}

/** For sentences picked out of many it takes more than for those in which the answers say what they come to. */
function saySame(left: Stance, right: Stance): boolean {
  if (exclude(left, right) || endOtherwise(left, right)) return false;
  return sharedPart(left, right) >= PLENTY_SHARED && sharedWords(left, right).length > 1;
}

const EXACT = 1;
const ENOUGH_SHARED = 0.42;
const PLENTY_SHARED = 0.6;

function sharedPart(left: Stance, right: Stance): number {
  const smaller = Math.min(left.words.size, right.words.size);
  return smaller === 0 ? 0 : sharedWords(left, right).length / smaller;
}

/** Without the reasons and conditions that follow, in which the rejected option is named too. */
function claimOf(position: string): string {
  return startOf(position, /[,;:(]|[.!?]\s|\b(?:and only|until|for this)\b/i);
}

function sentenceOf(position: string): string {
  return startOf(position, /[;(]|[.!?]\s/);
}

function startOf(position: string, end: RegExp): string {
  const [claim = ''] = position.split(/\b(?:because|since|so that|rather than|instead of)\b/i)[0]?.split(end) ?? [];
  return claim.trim() === '' ? position : claim;
}
