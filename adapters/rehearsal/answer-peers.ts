import { findings, introduce, paragraphs, stanceCase } from './argue.js';
import { type CountedFact, type Decision, supportOf } from './decide.js';
import { balanceOf, cite, list, meaningOf, nameOf, sideOf } from './describe-fact.js';
import type { Option } from './find-options.js';
import type { Fact } from './gather-facts.js';
import type { ReadAnswer } from './read-answer.js';
import type { Briefing } from './read-briefing.js';
import type { Voice } from './voices.js';

/** The text of a later round: the others' facts first, by their label, then what follows from them. */
export function argueLaterRound(
  voice: Voice,
  briefing: Briefing,
  options: readonly Option[],
  facts: readonly Fact[],
  peers: readonly ReadAnswer[],
  decision: Decision,
  previous: Option,
): string {
  return paragraphs([
    introduce(voice),
    ['What I take from the others:', ...peers.map((peer) => takeUp(peer, voice, decision))].join('\n'),
    decision.counted.some(({ label }) => label === undefined) ? `From my own reading:\n${findings(decision)}` : '',
    stanceCase(briefing, options, facts, decision),
    outcome(voice, decision, previous),
  ]);
}

/** All there is to say when nobody has found anything. */
export function stayWithoutFacts(voice: Voice, { choice }: Decision): string {
  return `I am a rehearsal voice without a language model; nobody has cited a fact, so I stay with ${nameOf(choice)}, taken by a rule without merit (${voice.rule.words}).`;
}

/** The newly counted fact that did most for the new choice, with who brought it up. */
export function reasonForChange(decision: Decision, peers: readonly ReadAnswer[]): string {
  const news = decision.counted.filter(({ label }) => label !== undefined);
  const [decisive] = (news.length > 0 ? news : decision.counted)
    .filter((fact) => supportOf(fact, decision.choice) > 0)
    .toSorted((a, b) => supportOf(b, decision.choice) - supportOf(a, decision.choice));
  if (decisive !== undefined) {
    return `${decisive.label === undefined ? 'the material now says' : `${decisive.label} cites`} ${cite(decisive.fact)}, ${meaningOf(decisive.fact)}, which I had not counted`;
  }
  const backer = peers.find(({ choice, otherCitations }) => choice === decision.choice && otherCitations.length > 0);
  const citation = backer?.otherCitations[0];
  return backer === undefined || citation === undefined
    ? 'my last choice is no longer among the options'
    : `${backer.label} cites ${cite(citation)} while my own choice rested on no fact`;
}

function takeUp(peer: ReadAnswer, voice: Voice, decision: Decision): string {
  const news = decision.counted.filter(({ label }) => label === peer.label);
  const choice = peer.choice === undefined ? 'gives no vote that I can read' : `chooses ${nameOf(peer.choice)}`;
  if (news.length > 0)
    return [`- ${peer.label} ${choice} and cites what I had not counted:`, ...acceptAll(news, voice)].join('\n');
  const [shared] = peer.facts;
  if (shared !== undefined)
    return `- ${peer.label} ${choice} and brings no fact beyond those counted, such as ${cite(shared)}.`;
  const [citation] = peer.otherCitations;
  if (citation !== undefined) {
    return `- ${peer.label} ${choice} and cites ${cite(citation)}, which I cannot count for or against an option.`;
  }
  return `- ${peer.label} ${choice} without citing a fact; a preference alone does not move me.`;
}

function acceptAll(news: readonly CountedFact[], voice: Voice): string[] {
  const byQuote = new Map<string, CountedFact[]>();
  for (const counted of news) byQuote.set(counted.fact.quote, [...(byQuote.get(counted.fact.quote) ?? []), counted]);
  return [...byQuote.values()].slice(0, MOST_TAKEN_UP).map((same) => accept(same, voice));
}

function accept(same: readonly CountedFact[], voice: Voice): string {
  const [first] = same;
  if (first === undefined) return '';
  const sides = new Map<string, string[]>();
  for (const { fact } of same) sides.set(sideOf(fact), [...(sides.get(sideOf(fact)) ?? []), meaningOf(fact)]);
  const meanings = [...sides].map(([side, meant]) => `${list(meant)}, ${side}`).join('; ');
  const isOwn = same.every(({ fact }) => voice.concerns.includes(fact.concern));
  return `  - ${cite(first.fact)}: ${meanings}. ${isOwn ? 'It is my own concern: counted in full.' : 'Outside my concern: counted at half.'}`;
}

function outcome(voice: Voice, decision: Decision, previous: Option): string {
  const choice = nameOf(decision.choice);
  if (decision.choice !== previous) {
    const why =
      decision.basis === 'facts'
        ? `With these facts counted the balance has turned: ${balanceOf(decision)}.`
        : 'A choice with a citation behind it goes before one with none.';
    return `I change from ${nameOf(previous)} to ${choice}. ${why}`;
  }
  switch (decision.basis) {
    case 'nothing':
      return `Nobody has named a fact that I could count, so I stay with ${choice}, which I took only by a rule without merit (${voice.rule.words}). Please give this vote little weight.`;
    case 'even':
      return `What I have counted is evenly balanced, which is no reason to move: I stay with ${choice}.`;
    case 'facts':
      return `I stay with ${choice}: ${balanceOf(decision)}.`;
  }
}

const MOST_TAKEN_UP = 3;
