import { abstain } from './abstain.js';
import { argueLaterRound, reasonForChange, stayWithoutFacts } from './answer-peers.js';
import { argueFirstRound } from './argue.js';
import { askForEvidence } from './ask-for-evidence.js';
import { castVote } from './cast-vote.js';
import { type Decision, decideAgain, decideAlone, supportOf } from './decide.js';
import { findOptions, type Option } from './find-options.js';
import { type Fact, gatherFacts } from './gather-facts.js';
import { type ReadAnswer, readAnswer } from './read-answer.js';
import { readBriefing } from './read-briefing.js';
import type { Voice } from './voices.js';

/** From the prompt's text to the answer's text, by counting alone: the same prompt always gives the same answer. */
export function answerPrompt(voice: Voice, prompt: string): string {
  const briefing = readBriefing(prompt);
  const options = findOptions(briefing);
  if (options.length < 2) return abstain(voice, briefing, options);
  const facts = gatherFacts(options, briefing.material);
  const requests = briefing.mayAskForEvidence && !briefing.voteOnly ? askForEvidence(options) : [];
  const alone = decideAlone(voice, briefing.question, options, facts);
  const own = briefing.ownAnswers.map((answer) => readAnswer(answer, options, facts));
  const peers = briefing.peers.map((answer) => readAnswer(answer, options, facts));
  // Before the others are heard, an answer that is finished with evidence is still the first one.
  const isFirst = peers.length === 0 && !own.some(isOfLastRound);
  if (isFirst && (own.length === 0 || !briefing.voteOnly)) {
    const vote = castVote(voice, alone, alone.basis !== 'facts' || isContested(alone.choice, facts), undefined);
    const text = argueFirstRound(voice, briefing, options, facts, alone);
    return briefing.voteOnly ? vote : [text, ...requests, vote].join('\n\n');
  }
  const previous = own.find(isOfLastRound)?.choice ?? alone.choice;
  const decision = decideAgain(voice, alone, previous, own, peers);
  const changed = decision.choice !== previous ? reasonForChange(decision, peers) : undefined;
  const vote = castVote(voice, decision, mayStillMove(decision, changed !== undefined), changed);
  if (briefing.voteOnly) return vote;
  // Nobody found anything, last time or now: saying it all again would only fill the transcript.
  const isSilent = own.length > 0 && decision.basis === 'nothing' && changed === undefined && peers.every(citesNothing);
  if (isSilent) return [stayWithoutFacts(voice, decision), vote].join('\n\n');
  const text =
    peers.length === 0
      ? argueFirstRound(voice, briefing, options, facts, decision)
      : argueLaterRound(voice, briefing, options, facts, peers, decision, previous);
  return [text, ...requests, vote].join('\n\n');
}

function isOfLastRound({ label }: ReadAnswer): boolean {
  return /last/i.test(label);
}

function citesNothing({ facts, otherCitations }: ReadAnswer): boolean {
  return facts.length === 0 && otherCitations.length === 0;
}

function isContested(choice: Option, facts: readonly Fact[]): boolean {
  return facts.some((fact) => supportOf({ fact, factor: 1, label: undefined }, choice) < 0);
}

/** Another round is worth its time only where facts stand against each other and this round brought something new. */
function mayStillMove(decision: Decision, changed: boolean): boolean {
  const broughtNews = decision.counted.some(({ label }) => label !== undefined);
  return (changed || broughtNews) && decision.counted.some((fact) => supportOf(fact, decision.choice) < 0);
}
