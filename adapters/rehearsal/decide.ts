import type { Option } from './find-options.js';
import type { Fact } from './gather-facts.js';
import type { ReadAnswer } from './read-answer.js';
import type { Voice } from './voices.js';

export interface CountedFact {
  readonly fact: Fact;
  /** 1 within the voice's own concern, a half outside of it. */
  readonly factor: number;
  /** Who brought it up, for facts that the voice had not counted itself. */
  readonly label: string | undefined;
}

export interface Decision {
  readonly choice: Option;
  /** From best to worst. */
  readonly ranking: readonly Option[];
  readonly counted: readonly CountedFact[];
  /** facts: they decided. even: they balance. nothing: there are none. */
  readonly basis: 'facts' | 'even' | 'nothing';
  readonly confidence: number;
}

/** The first round: the voice's own concern decides; where it cannot, the other facts are read at half weight. */
export function decideAlone(
  voice: Voice,
  question: string,
  options: readonly Option[],
  facts: readonly Fact[],
): Decision {
  const byRule = options.toSorted(voice.rule.compare(question));
  const count = (fact: Fact): CountedFact => ({ fact, factor: factorOf(voice, fact), label: undefined });
  const own = facts.filter((fact) => voice.concerns.includes(fact.concern)).map(count);
  const first = conclude(byRule, own);
  return first.basis === 'facts' ? first : conclude(byRule, facts.map(count));
}

/**
 * A later round: facts that others cite and the voice had not counted are added, and only they can move it. How many
 * agree is never counted. Where the facts balance, the voice stays with its last choice.
 */
export function decideAgain(
  voice: Voice,
  alone: Decision,
  previous: Option,
  own: readonly ReadAnswer[],
  peers: readonly ReadAnswer[],
): Decision {
  const counted = [...alone.counted];
  const add = (fact: Fact, label: string | undefined) => {
    if (!counted.some((other) => isSameFact(other.fact, fact)))
      counted.push({ fact, factor: factorOf(voice, fact), label });
  };
  for (const { facts } of own) for (const fact of facts) add(fact, undefined);
  for (const { label, facts } of peers) for (const fact of facts) add(fact, label);
  const order = [previous, ...alone.ranking.filter((option) => option !== previous)];
  return counted.length > 0 ? conclude(order, counted) : (giveWay(order, peers) ?? conclude(order, counted));
}

/** What a fact adds to the choice's lead over the others. */
export function supportOf({ fact, factor }: CountedFact, choice: Option): number {
  const value = fact.weight * factor * fact.direction;
  return fact.option === choice ? value : -value;
}

/** Mentions are many and cheap: however often a name occurs, that must not drown what is said about it. */
export function weightOf(counted: readonly CountedFact[]): number {
  let stated = 0;
  let hinted = 0;
  for (const { fact, factor } of counted) {
    if (fact.weight < 1) hinted += fact.weight * factor;
    else stated += factor;
  }
  return stated + Math.min(MOST_FROM_HINTS, hinted);
}

export function isSameFact(a: Fact, b: Fact): boolean {
  return a.quote === b.quote && a.concern === b.concern && a.option === b.option;
}

/** A choice that rests on no fact yields to one that rests on a citation, even one that cannot be counted. */
function giveWay(order: readonly Option[], peers: readonly ReadAnswer[]): Decision | undefined {
  const backed = new Set(
    peers.flatMap(({ choice, otherCitations }) => (choice !== undefined && otherCitations.length > 0 ? [choice] : [])),
  );
  const [choice] = backed;
  if (choice === undefined || backed.size > 1) return undefined;
  const ranking = [choice, ...order.filter((option) => option !== choice)];
  return { choice, ranking, counted: [], basis: 'nothing', confidence: YIELDING };
}

function conclude(order: readonly Option[], counted: readonly CountedFact[]): Decision {
  const scores = new Map(order.map((option) => [option, scoreOf(option, counted)]));
  const score = (option: Option) => scores.get(option) ?? 0;
  const ranking = order.toSorted((a, b) => (Math.abs(score(b) - score(a)) < TINY ? 0 : score(b) - score(a)));
  const [choice, second] = ranking as [Option, Option?];
  const lead = second === undefined ? 0 : score(choice) - score(second);
  const basis = counted.length === 0 ? 'nothing' : lead < TINY ? 'even' : 'facts';
  return { choice, ranking, counted, basis, confidence: confidenceOf(basis, lead, counted, order.length) };
}

function scoreOf(option: Option, counted: readonly CountedFact[]): number {
  const own = counted.filter(({ fact }) => fact.option === option);
  return (
    weightOf(own.filter(({ fact }) => fact.direction > 0)) - weightOf(own.filter(({ fact }) => fact.direction < 0))
  );
}

function factorOf(voice: Voice, fact: Fact): number {
  return voice.concerns.includes(fact.concern) ? 1 : OUTSIDE_CONCERN;
}

const OUTSIDE_CONCERN = 0.5;
const MOST_FROM_HINTS = 1.5;
const TINY = 1e-9;
const YIELDING = 0.35;

/** Grows with the lead's share of everything counted and with how much was counted; never certain. */
function confidenceOf(
  basis: Decision['basis'],
  lead: number,
  counted: readonly CountedFact[],
  options: number,
): number {
  if (basis === 'nothing') return Math.max(0.2, Math.min(0.3, 1 / options / 2));
  if (basis === 'even') return 0.35;
  const total = weightOf(counted);
  const confidence = 0.35 + 0.55 * Math.min(1, lead / total) * (total / (total + 1.5));
  const isWordingOnly = counted.every(({ fact }) => fact.where === 'Question');
  return Math.round(Math.min(confidence, isWordingOnly ? 0.4 : 0.9) * 100) / 100;
}
