import { type CountedFact, type Decision, supportOf } from './decide.js';
import { balanceOf, describeFacts, list, nameOf } from './describe-fact.js';
import type { Option } from './find-options.js';
import type { Fact } from './gather-facts.js';
import type { Briefing } from './read-briefing.js';
import type { Voice } from './voices.js';

/** Every answer opens with this, so that nobody takes a count for a judgement. */
export function introduce(voice: Voice): string {
  return `I am a rehearsal voice without a language model: I understand nothing and only count what the material says. I look first for ${voice.looksFor}.`;
}

export function argueFirstRound(
  voice: Voice,
  briefing: Briefing,
  options: readonly Option[],
  facts: readonly Fact[],
  decision: Decision,
): string {
  return paragraphs([
    introduce(voice),
    readOptions(options),
    whatIFound(voice, options, facts, decision),
    stanceCase(briefing, options, facts, decision),
    conclusion(voice, decision),
  ]);
}

/** What speaks for the choice and what against it, each with its place. */
export function findings({ choice, counted }: Decision): string {
  const own = counted.filter(({ label }) => label === undefined);
  const pro = strongest(own.filter((fact) => supportOf(fact, choice) > 0));
  const contra = strongest(own.filter((fact) => supportOf(fact, choice) < 0));
  return [
    ...bullets(`What speaks for ${nameOf(choice)}:`, pro, choice),
    ...bullets('What speaks against it:', contra, choice),
  ].join('\n');
}

/** "for" and "against" are argued as asked, with what there is; the vote does not follow the part. */
export function stanceCase(
  briefing: Briefing,
  options: readonly Option[],
  facts: readonly Fact[],
  decision: Decision,
): string {
  if (briefing.stance === undefined) return '';
  const proposal =
    options.find(({ isChange }) => isChange) ??
    options.find(
      ({ isStatusQuo }) => !isStatusQuo && options.length === 2 && options.some((other) => other.isStatusQuo),
    ) ??
    decision.choice;
  const sign = briefing.stance === 'for' ? 1 : -1;
  const fitting = facts.filter((fact) => sign * supportOf({ fact, factor: 1, label: undefined }, proposal) > 0);
  const opening = `I was asked to make the case ${briefing.stance} ${nameOf(proposal)}; my vote is counted apart from that.`;
  if (fitting.length === 0) return `${opening} I found nothing to make it with, so the case is weak.`;
  return [`${opening} The best I can offer:`, ...describeFacts(fitting.slice(0, 4)).map((line) => `- ${line}`)].join(
    '\n',
  );
}

export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function readOptions(options: readonly Option[]): string {
  return `I read ${options.length === 2 ? 'two' : options.length} options: ${list(options.map(nameOf))}.`;
}

function whatIFound(voice: Voice, options: readonly Option[], facts: readonly Fact[], decision: Decision): string {
  if (decision.basis === 'nothing') {
    return `I found nothing in the material that tells ${options.length === 2 ? 'one from the other' : 'them apart'}, so no fact stands behind my vote.`;
  }
  const passedOver = facts.length - decision.counted.length;
  const ownOnly = decision.counted.every(({ fact }) => voice.concerns.includes(fact.concern));
  const note = !ownOnly
    ? 'My own concern alone decided nothing, so I also read the rest, at half weight.'
    : passedOver > 0
      ? `I also saw ${passedOver === 1 ? 'one statement' : `${passedOver} statements`} outside my concern, which I did not count.`
      : '';
  const contested = decision.counted.some((fact) => supportOf(fact, decision.choice) < 0);
  const oneSided = contested ? '' : 'I found nothing against it, which may only mean that nobody wrote it down.';
  return [findings(decision), oneSided, note].filter((part) => part !== '').join('\n');
}

function conclusion(voice: Voice, decision: Decision): string {
  const choice = nameOf(decision.choice);
  switch (decision.basis) {
    case 'nothing':
      return `Since I must vote, I take ${choice} by a rule that says nothing about merit: ${voice.rule.words}. One cited fact for another option would move me.`;
    case 'even':
      return `What I found is evenly balanced. I take ${choice} by a rule that says nothing about merit: ${voice.rule.words}. One more cited fact would decide.`;
    case 'facts': {
      const others = decision.ranking.slice(1, 3).map(nameOf);
      return `So I choose ${choice}: ${balanceOf(decision)}. A cited fact that favours ${list(others, 'or')} more strongly would change my mind.`;
    }
  }
}

function strongest(facts: readonly CountedFact[]): Fact[] {
  return facts.toSorted((a, b) => b.fact.weight * b.factor - a.fact.weight * a.factor).map(({ fact }) => fact);
}

function bullets(title: string, facts: readonly Fact[], choice: Option): string[] {
  const lines = describeFacts(facts, choice).map((line) => `- ${line}`);
  if (lines.length === 0) return [];
  const more = lines.length > MOST_SHOWN ? [`- and ${lines.length - MOST_SHOWN} more`] : [];
  return [title, ...lines.slice(0, MOST_SHOWN), ...more];
}

const MOST_SHOWN = 5;
