import { formatList } from '../../src/kernel/format-count.js';
import type { ModelBriefing } from '../../src/models/index.js';
import { type Fact, findFacts, searchRequest } from './find-facts.js';
import type { Voice } from './voices.js';

/** The answer of one voice: a search request first, then a vote based on the findings, or an abstention with the reason. */
export function answerBriefing(voice: Voice, briefing: ModelBriefing): string {
  const request = searchRequest(briefing.options);
  if (request === undefined) return abstain(voice, 'no options are named that could be searched for, as in "A or B?"');
  const facts = findFacts(briefing);
  if (facts.length === 0) {
    if (briefing.canSearch && briefing.round === 1) return `${introduce(voice)}\n\n${request}`;
    return abstain(
      voice,
      `the documents say nothing for or against ${formatList(
        briefing.options.map(({ text }) => text),
        'or',
      )}`,
    );
  }
  const counted = countFacts(voice, facts, briefing);
  const choice = choose(counted, briefing);
  if (choice === undefined) return abstain(voice, 'the documents are evenly balanced');
  return argue({ voice, briefing, counted, choice });
}

interface Counted {
  readonly fact: Fact;
  readonly weight: number;
}

interface Choice {
  readonly id: string;
  readonly margin: number;
}

interface Argument {
  readonly voice: Voice;
  readonly briefing: ModelBriefing;
  readonly counted: readonly Counted[];
  readonly choice: Choice;
}

/** In the first round only its own subjects count, if they decide anything; otherwise the others count half. */
function countFacts(voice: Voice, facts: readonly Fact[], briefing: ModelBriefing): readonly Counted[] {
  const all = facts.map((fact) => ({ fact, weight: voice.subjects.includes(fact.subject) ? 1 : 0.5 }));
  const own = all.filter(({ weight }) => weight === 1);
  return briefing.round === 1 && choose(own, briefing) !== undefined ? own : all;
}

/** The option with the highest sum, or its own last vote in a tie; undefined without a winner. */
function choose(counted: readonly Counted[], { options, ownVote }: ModelBriefing): Choice | undefined {
  const sums = options
    .map(({ id }) => ({ id, sum: counted.reduce((sum, entry) => sum + supportFor(id, entry), 0) }))
    .sort((a, b) => b.sum - a.sum);
  const [best, second] = sums;
  if (best === undefined || second === undefined || counted.length === 0) return undefined;
  if (best.sum > second.sum) return { id: best.id, margin: best.sum - second.sum };
  const kept = sums.find(({ id, sum }) => id === ownVote?.option && sum === best.sum);
  return kept === undefined ? undefined : { id: kept.id, margin: 0 };
}

/** A sentence against one option is not a sentence for another one. */
function supportFor(id: string, { fact, weight }: Counted): number {
  if (fact.option !== id) return 0;
  return fact.isFor ? weight : -weight;
}

function argue({ voice, briefing, counted, choice }: Argument): string {
  const getName = (id: string) => briefing.options.find((option) => option.id === id)?.text ?? id;
  const supporting = counted
    .filter(({ fact }) => (fact.option === choice.id) === fact.isFor)
    .toSorted((a, b) => b.weight - a.weight);
  const opposing = counted.filter((entry) => !supporting.includes(entry));
  const bullets = (title: string, entries: readonly Counted[]) =>
    entries.length === 0
      ? []
      : [[title, ...entries.slice(0, MAX_SHOWN).map(({ fact }) => `- ${cite(fact)}`)].join('\n')];
  const [strongest] = supporting;
  const isChanged = briefing.ownVote !== undefined && briefing.ownVote.option !== choice.id;
  const vote = {
    option: choice.id,
    confidence: Math.min(MAX_CONFIDENCE, Math.round((0.5 + choice.margin / 10) * 100) / 100),
    rationale: strongest === undefined ? 'less speaks against it' : cite(strongest.fact),
    continue_debate: briefing.round === 1,
    ...(isChanged ? { changed_because: reasonForChange(supporting, briefing) } : {}),
  };
  return [
    introduce(voice),
    ...bullets(`For ${getName(choice.id)}:`, supporting),
    ...bullets('On the other side:', opposing),
    isChanged
      ? `I change from ${getName(briefing.ownVote?.option ?? '')} to ${getName(choice.id)}: ${vote.changed_because}.`
      : `I choose ${getName(choice.id)}.`,
    `VOTE: ${JSON.stringify(vote)}`,
  ].join('\n\n');
}

/** A fact that another participant cites, preferably against its own old option; else the strongest fact. */
function reasonForChange(supporting: readonly Counted[], { peers, ownVote }: ModelBriefing): string {
  const isAgainst = ({ fact }: Counted) => Number(fact.option === ownVote?.option);
  for (const { fact } of supporting.toSorted((a, b) => isAgainst(b) - isAgainst(a))) {
    const peer = peers.find(({ rationale }) => rationale.includes(fact.source));
    if (peer !== undefined) return `${peer.label} cites ${cite(fact)}`;
  }
  const [first] = supporting;
  return first === undefined ? 'all sentences count now' : `I had not counted ${cite(first.fact)}`;
}

function abstain(voice: Voice, reason: string): string {
  const vote = { option: `abstain: ${reason}`, confidence: 0, rationale: reason, continue_debate: false };
  return `${introduce(voice)}\n\nI abstain: ${reason}.\n\nVOTE: ${JSON.stringify(vote)}`;
}

function introduce({ looksFor }: Voice): string {
  return `I am a demo voice: a script without a language model. I look for sentences that say ${looksFor}.`;
}

function cite({ quote, source }: Fact): string {
  return `"${quote}" (${source})`;
}

const MAX_SHOWN = 4;
const MAX_CONFIDENCE = 0.75;
