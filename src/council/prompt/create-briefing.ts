import type { BriefedVote, ModelBriefing } from '../../models/index.js';
import { parseVote } from '../vote/parse-vote.js';
import type { Briefing } from './build-prompt.js';
import type { PromptFinding } from './render-findings.js';

/** The prompt's content as data, for participants that are scripts. With results, it is the call that follows them. */
export function createBriefing(briefing: Briefing, results?: readonly PromptFinding[]): ModelBriefing {
  const { round, options, ownLastAnswer, peers, evidence } = briefing;
  return {
    round,
    options: options.map(({ id, text }) => ({ id, text })),
    canSearch: evidence !== undefined && results === undefined,
    findings: [...(evidence?.findings ?? []), ...(results ?? [])].map(({ output }) => output.text),
    ownVote: ownLastAnswer === undefined ? undefined : voteIn(ownLastAnswer),
    peers: peers.flatMap(({ label, answer }) => {
      const vote = voteIn(answer);
      return vote === undefined ? [] : [{ label, ...vote }];
    }),
  };
}

function voteIn(answer: string): BriefedVote | undefined {
  const parsed = parseVote(answer);
  return parsed.kind === 'vote' ? { option: parsed.vote.option, rationale: parsed.vote.rationale } : undefined;
}
