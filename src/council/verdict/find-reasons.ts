import { formatCitation } from '../../kernel/format-citation.js';
import type { Citation, Counterfactual, Reason, ToolExecutions } from '../contract/result.js';
import { withNames } from '../panel/peer-labels.js';
import type { CountedVote } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import { answeredTurns, type RoundRecord } from '../rounds/debate-record.js';
import { reachVerdict, type Verdict } from './reach-verdict.js';

/** Why the winner was chosen and what others prefer, the most confident voters first; citations say if they were verified. */
export function findReasons(
  { votes, winner }: Verdict,
  citations: readonly Citation[],
  labelsOf: Debate['labelsOf'],
): { readonly because: readonly Reason[]; readonly against: readonly Reason[] } {
  const toReason = ({ participant, option, vote }: CountedVote): Reason => {
    const own = citations.filter((citation) => citation.participant === participant);
    const reason = markCitations(withNames(vote.rationale, labelsOf(participant)), own);
    return { participant, option: option.text, reason };
  };
  const sorted = [...votes].sort((a, b) => b.vote.confidence - a.vote.confidence);
  const isForWinner = ({ option }: CountedVote) => option.text === winner;
  return {
    because: sorted
      .filter((vote) => isForWinner(vote) && vote.vote.rationale !== '')
      .slice(0, MAX_BECAUSE)
      .map(toReason),
    against: sorted
      .filter((vote) => !isForWinner(vote))
      .slice(0, MAX_AGAINST)
      .map(toReason),
  };
}

const MAX_BECAUSE = 2;
const MAX_AGAINST = 4;

/** Compares the vote with that of the first round, and lists who changed their vote. */
export function compareWithFirstRound(debate: Debate, verdict: Verdict, quorumShare: number): Counterfactual {
  const first = reachVerdict({ ...debate, rounds: debate.rounds.slice(0, 1) }, quorumShare);
  // An option that was joined with another since has not lost to it.
  const leader = debate.options.list().find(({ text }) => text === first.winner);
  const firstWinner = leader === undefined ? null : verdict.countsAs(leader).text;
  const votes = first.votes.map((vote) => ({ ...vote, option: verdict.countsAs(vote.option) }));
  return {
    first_round_winner: firstWinner,
    final_winner: verdict.winner,
    changed: firstWinner !== verdict.winner,
    flips: verdict.votes.flatMap((final) => flip(votes, final, debate)),
  };
}

function flip(firstVotes: readonly CountedVote[], final: CountedVote, debate: Debate): Counterfactual['flips'] {
  const { participant, option } = final;
  const first = firstVotes.find(({ participant: voter }) => voter === participant);
  if (first === undefined || first.option.id === option.id) return [];
  const because =
    final.vote.changed_because ?? (final.vote.rationale === '' ? 'no reason given' : final.vote.rationale);
  const own = listCitations(debate.rounds).filter((citation) => citation.participant === participant);
  const marked = markCitations(withNames(because, debate.labelsOf(participant)), own);
  return [{ participant, from: first.option.text, to: option.text, because: marked }];
}

/**
 * Says which citations of a text were checked. `(src/queue.ts:41)` becomes `(src/queue.ts:41, verified)`; other citations
 * are listed behind the text, because a mark inside a quotation would change what was said.
 */
export function markCitations(text: string, citations: readonly Citation[]): string {
  const marks = new Map<string, Mark>();
  for (const citation of citations) {
    const cited = formatCitation(citation);
    const known = marks.get(cited);
    const found = getMark(citation);
    // Cited twice, once wrongly: the doubt is what a reader should see.
    if (known === undefined || MARKS.indexOf(found) < MARKS.indexOf(known)) marks.set(cited, found);
  }
  let marked = text;
  const behind: string[] = [];
  for (const [cited, mark] of marks) {
    const indexes = findCited(text, cited);
    const alone = indexes.filter(
      (at) => text[at - 1] === '(' && text[at + cited.length] === ')' && !isQuoted(text, at),
    );
    if (alone.length > 0) marked = marked.replaceAll(`(${cited})`, `(${cited}, ${mark})`);
    else if (indexes.length > 0) behind.push(`${cited} ${mark}`);
  }
  return behind.length === 0 ? marked : `${marked} [${behind.join(', ')}]`;
}

/** "a.ts:4" is not cited by "a.ts:41" or "b/a.ts:4". */
function findCited(text: string, cited: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(cited); at !== -1; at = text.indexOf(cited, at + cited.length)) {
    const [before, after] = [text.slice(0, at), text.slice(at + cited.length)];
    if (!/^(?:\d|[-–]\d)/.test(after) && !/[\w./-]$/.test(before)) found.push(at);
  }
  return found;
}

function isQuoted(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const isOpen = before.lastIndexOf('“') > before.lastIndexOf('”');
  return isOpen || (before.match(/"/g)?.length ?? 0) % 2 === 1;
}

/** The most serious first. An existing line proves less than the quoted words on it. */
const MARKS = ['not verified', 'line exists', 'verified'] as const;
type Mark = (typeof MARKS)[number];

function getMark({ verified, words_found: words }: Citation): Mark {
  if (!verified) return 'not verified';
  return words === true ? 'verified' : 'line exists';
}

/** Everything that was looked at, counted by round and by tool. */
export function listExecutions(rounds: readonly RoundRecord[]): ToolExecutions {
  const records = rounds.flatMap(({ evidence }) => evidence.executions);
  return {
    total: records.length,
    by_round: countBy(records.map(({ round }) => String(round))),
    by_type: countBy(records.map(({ tool }) => tool)),
    records,
    not_run: rounds.flatMap(({ evidence }) => evidence.notRun),
  };
}

/** Every citation of every answer. */
export function listCitations(rounds: readonly RoundRecord[]): Citation[] {
  return rounds.flatMap((held) =>
    answeredTurns(held).flatMap(({ seat, outcome }) =>
      outcome.citations.map(({ path, startLine, endLine, quote, lineExists, wordsFound, reason }) => ({
        round: held.round,
        participant: seat.participant,
        path,
        start_line: startLine,
        end_line: endLine,
        ...(quote === undefined ? {} : { quote }),
        verified: reason === undefined,
        line_exists: lineExists,
        ...(wordsFound === undefined ? {} : { words_found: wordsFound }),
        ...(reason === undefined ? {} : { reason }),
      })),
    ),
  );
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
