import type { CountedFact, Decision } from './decide.js';
import { supportOf } from './decide.js';
import { cite, meaningOf, sideOf } from './describe-fact.js';
import type { Option } from './find-options.js';
import type { Voice } from './voices.js';

/** The vote line, in the form that the prompt asks for. */
export function castVote(
  voice: Voice,
  decision: Decision,
  continueDebate: boolean,
  changedBecause: string | undefined,
): string {
  const vote = {
    option: ballotName(decision.choice),
    confidence: decision.confidence,
    rationale: rationaleOf(voice, decision),
    continue_debate: continueDebate,
    ...(changedBecause === undefined ? {} : { changed_because: changedBecause }),
    // An order that only a rule without merit gave would count as a preference elsewhere.
    ...(decision.basis === 'facts' ? { ranking: decision.ranking.map(ballotName) } : {}),
  };
  return `VOTE: ${JSON.stringify(vote)}`;
}

function ballotName({ id, text }: Option): string {
  return id ?? text;
}

function rationaleOf(voice: Voice, decision: Decision): string {
  const [best] = decision.counted
    .filter((fact) => supportOf(fact, decision.choice) > 0)
    .toSorted((a, b) => supportOf(b, decision.choice) - supportOf(a, decision.choice) || byWording(a) - byWording(b));
  switch (decision.basis) {
    case 'nothing':
      return `No fact was found; ${voice.rule.words} decided, which says nothing about merit.`;
    case 'even':
      return 'The facts found are evenly balanced; no fact decided.';
    case 'facts':
      return best === undefined
        ? 'Less is said against it than against the others.'
        : `${capitalise(meaningOf(best.fact))}, ${sideOf(best.fact)}: ${cite(best.fact)}`;
  }
}

/** Of two equal reasons one that somebody wrote down tells more than the question's own wording. */
function byWording({ fact }: CountedFact): number {
  return fact.where === 'Question' ? 1 : 0;
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
