import type { z } from 'zod';
import { cutText } from '../../kernel/cut-text.js';
import type { Decision, Stance } from '../model/decision.js';
import type { deliberationRecordSchema } from '../model/deliberation-record.js';
import { questionHash } from '../model/question-words.js';

type Record = z.output<typeof deliberationRecordSchema>;

/** A decision before the database has seen it. */
export type DecisionDraft = Omit<Decision, 'duplicateOf' | 'outcome' | 'archivedAt'>;

/** What is kept of a deliberation. Texts are searched for secrets before they are cut: half a secret is not found. */
export async function draftDecision(record: Record, redact: Redact, now: Date): Promise<DecisionDraft> {
  const kept = (text: string, maxLength: number) => keep(text, maxLength, redact);
  const keptOrNull = async (text: string | null) => (text === null ? null : kept(text, MAX.option));
  const question = await keepQuestion(record.question, redact);
  const decidedAt = getTime(record) ?? now;
  return {
    id: record.deliberation_id,
    question,
    consensus: await kept(record.summary.consensus || record.summary.final_recommendation, MAX.consensus),
    winningOption: await keptOrNull(record.voting_result?.winning_option ?? null),
    options: await Promise.all(
      (record.voting_result?.options ?? []).slice(0, MAX_OPTIONS).map(({ text }) => kept(text, MAX.option)),
    ),
    status: cut(record.convergence_info?.status ?? 'unknown', MAX.name),
    resultStatus: record.status,
    participants: record.participants.map((name) => cut(name, MAX.name)),
    // A clock that was wrong elsewhere must not put a decision above all that are still to come.
    decidedAt: decidedAt > now ? now : decidedAt,
    transcriptPath: record.transcript_path,
    workingDirectory: record.working_directory,
    costUsd: typeof record.cost?.usd === 'number' ? record.cost.usd : null,
    questionHash: questionHash(question),
    firstRoundWinner: await keptOrNull(record.counterfactual?.first_round_winner ?? null),
    stances: await Promise.all(
      getStances(record).map(async (stance) => ({
        ...stance,
        option: await keptOrNull(stance.option),
        firstOption: await keptOrNull(stance.firstOption),
        rationale: await kept(stance.rationale, MAX.rationale),
        finalPosition: await kept(stance.finalPosition, MAX.position),
      })),
    ),
  };
}

/** A question as it is stored: a search for the very same one must compare with this. */
export function keepQuestion(question: string, redact: Redact): Promise<string> {
  return keep(question, MAX.question, redact);
}

type Redact = (text: string) => Promise<string>;

async function keep(text: string, maxLength: number, redact: Redact): Promise<string> {
  return cut(await redact(text.slice(0, maxLength + MARGIN)), maxLength);
}

/** Characters. A decision of three participants then takes some five kilobytes; the transcript has everything. */
const MAX = { question: 4_000, consensus: 2_000, option: 300, rationale: 500, position: 700, name: 200 };

const MAX_OPTIONS = 20;

// What is searched beyond the cut: no secret is so long that half of it could be before and half behind both.
const MARGIN = 16_384;

function cut(text: string, maxLength: number): string {
  return cutText(text.trim(), maxLength);
}

function getStances({ participants, full_debate, voting_result }: Record): Stance[] {
  const votes = voting_result?.votes_by_round ?? [];
  const optionText = createOptionText(voting_result);
  return participants.map((participant) => {
    const own = votes.filter((vote) => vote.participant === participant).sort((a, b) => a.round - b.round);
    const last = own.at(-1)?.vote;
    const first = own.find(({ round }) => round === 1)?.vote;
    const answers = full_debate.filter((entry) => entry.participant === participant);
    const lastAnswer = answers.toSorted((a, b) => a.round - b.round).at(-1);
    return {
      participant: cut(participant, MAX.name),
      model: getModel(participant),
      option: last === undefined ? null : optionText(last.option),
      confidence: last?.confidence ?? null,
      rationale: last?.rationale ?? '',
      finalPosition: withoutVote(lastAnswer?.response ?? ''),
      firstOption: first === undefined ? null : optionText(first.option),
    };
  });
}

/** An option by the name that the tally uses, whichever of its names the vote used. */
function createOptionText(voting: Record['voting_result']): (named: string) => string {
  const textOf = new Map<string, string>();
  for (const { id, text, aliases } of voting?.options ?? []) {
    for (const name of [id, text, ...aliases]) textOf.set(name.trim().toLowerCase(), text);
  }
  const countedFor = (groups: readonly { readonly as: string; readonly options: readonly string[] }[], text: string) =>
    groups.find(({ options }) => options.includes(text))?.as ?? text;
  return (named) => {
    const text = textOf.get(named.trim().toLowerCase()) ?? named;
    return countedFor(voting?.grouped ?? [], countedFor(voting?.joined ?? [], text));
  };
}

/** `sonnet@claude #2` is sonnet. */
function getModel(participant: string): string {
  const at = participant.lastIndexOf('@');
  return cut(at > 0 ? participant.slice(0, at) : participant, MAX.name);
}

function withoutVote(response: string): string {
  return response.replace(/^[^\w\n]{0,64}vote[^\w\n:]{0,8}:.*$/gim, '').trim();
}

/** Sidecars of earlier versions do not say when the deliberation ended; its last answer and its id do. */
function getTime({ decided_at, full_debate, voting_result, deliberation_id }: Record): Date | undefined {
  const stamps = [...full_debate, ...(voting_result?.votes_by_round ?? [])].flatMap(({ timestamp = '' }) => timestamp);
  const latest = Math.max(...stamps.map((stamp) => Date.parse(stamp)).filter(Number.isFinite));
  const [, date, hour, minute, second] = /^(\d{8})-(\d\d)(\d\d)(\d\d)-/.exec(deliberation_id) ?? [];
  const inId = date && `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hour}:${minute}:${second}Z`;
  const candidates = [Date.parse(decided_at ?? ''), latest, Date.parse(inId ?? '')];
  const time = candidates.find((candidate) => Number.isFinite(candidate));
  return time === undefined ? undefined : new Date(time);
}
