import { formatCount } from '../../kernel/format-count.js';
import { type BriefedVote, describeFailure, type ModelAnswer, type ModelBriefing } from '../../models/index.js';
import { askParticipant } from '../ask-participant.js';
import type { ParsedVote } from '../contract/vote.js';
import type { Look } from '../evidence/evidence-round.js';
import { describeRequest } from '../evidence/format-request.js';
import type { Seat } from '../panel/seat.js';
import {
  type Briefing,
  buildFollowUpPrompt,
  buildPrompt,
  buildVotePrompt,
  foreignMaterial,
} from '../prompt/build-prompt.js';
import type { PromptFinding } from '../prompt/render-findings.js';
import { RECORD } from '../record/record-keys.js';
import { redactVote } from '../redact.js';
import { canStillAnswer, findLastTurn, retryTimeMs, type Turn } from '../rounds/debate-record.js';
import { withTimeout } from '../time-limits.js';
import { parseVote } from '../vote/parse-vote.js';
import { areFindingsShownLater, briefParticipant } from './brief-participant.js';
import type { DebateState, RunningRound } from './debate-state.js';

/** One participant's part in a round. */
export async function runTurn(state: DebateState, round: RunningRound, seat: Seat): Promise<Turn> {
  const retryMs = retryTimeMs(seat, state.rounds);
  const limits = retryMs === undefined ? round.limits : withTimeout(round.limits, retryMs);
  const turn = repeatedFailure(state, seat) ?? (await takeTurn(state, { ...round, limits }, seat));
  if (limits !== round.limits) limits.release();
  reportTurn(state, turn);
  return turn;
}

/** A tool that is not installed would only fail again. */
function repeatedFailure({ rounds }: DebateState, seat: Seat): Turn | undefined {
  const last = findLastTurn(seat, rounds);
  if (last === undefined || canStillAnswer(seat, rounds)) return undefined;
  return { ...last, round: rounds.length + 1, durationMs: 0 };
}

export function reportTurn({ deliberation: { onProgress }, options }: DebateState, turn: Turn): void {
  const shared = { round: turn.round, participant: turn.seat.participant, duration_ms: turn.durationMs };
  if (turn.outcome.kind === 'failed') {
    onProgress({ kind: 'failed', ...shared, reason: describeFailure(turn.outcome.failure) });
    return;
  }
  const { vote } = turn.outcome;
  const named =
    vote.kind === 'vote' ? { ...vote.vote, option: options.find(vote.vote.option)?.text ?? vote.vote.option } : null;
  onProgress({ kind: 'answered', ...shared, vote: named });
}

async function takeTurn(state: DebateState, round: RunningRound, seat: Seat): Promise<Turn> {
  const { run, clock } = state.deliberation;
  const { number } = round;
  const { participant } = seat;
  const started = run.recordSync(RECORD.turnStarted(number, participant), () => clock.now().toISOString());
  const start = clock.elapsed();
  const outcome = await answer(state, round, seat);
  const elapsed = () => Math.round(clock.elapsed() - start);
  const durationMs = run.recordSync(RECORD.turnDuration(number, participant), elapsed);
  return { seat, round: number, startedAt: new Date(started), durationMs, outcome };
}

/** The answer, finished with evidence, its vote, asked for again if unreadable, and its citations. */
async function answer(state: DebateState, round: RunningRound, seat: Seat): Promise<Turn['outcome']> {
  const { deliberation } = state;
  const { participant } = seat;
  const { limits } = round;
  let call = 0;
  const briefing = briefParticipant(state, round, seat);
  const ask: TurnContext['ask'] = (prompt, results) => {
    call += 1;
    const key = { phase: 'turn', round: round.number, participant, call } as const;
    return askParticipant(deliberation, { seat, key, prompt, briefing: createBriefing(briefing, results), limits });
  };
  const first = await ask(buildPrompt(briefing));
  if (!first.ok) return { kind: 'failed', failure: first.error.failure };

  const turn = { state, round, participant, briefing, ask };
  const consulted = await consultEvidence(turn, first.value.text);
  const { text, vote } = await keepDraftVote(state, consulted, await askForVote(turn, consulted.text));
  const citations = (await deliberation.evidence?.checkCitations(citingText(text, vote), limits)) ?? [];
  const { draft, unfinished } = consulted;
  return { kind: 'answered', text, vote, draft, unfinished, citations };
}

interface VotedText {
  readonly text: string;
  readonly vote: ParsedVote;
}

/** The vote of an answer; while it cannot be read, the participant is asked for it again. */
async function askForVote({ state, briefing, ask }: TurnContext, answered: string): Promise<VotedText> {
  let text = answered;
  let vote = await readVote(state, text);
  for (let retry = 0; vote.kind === 'abstention' && retry < state.deliberation.settings.voteRetries; retry++) {
    const second = await ask(buildVotePrompt(briefing, text, vote.reason), []);
    // The answer itself counts; a failed second request only leaves it without a vote.
    if (!second.ok) break;
    const retried = await readVote(state, second.value.text);
    // Without a vote the first reason stays: it says why the answer itself has none.
    if (retried.kind === 'abstention') continue;
    text = `${text.trimEnd()}\n\n${second.value.text.trim()}`;
    vote = retried;
  }
  return { text, vote };
}

/** A participant that finishes its answer without a vote has not withdrawn the vote of its draft. */
async function keepDraftVote(state: DebateState, { draft }: Consulted, voted: VotedText): Promise<VotedText> {
  if (voted.vote.kind === 'vote' || draft === undefined) return voted;
  const earlier = await readVote(state, draft);
  if (earlier.kind !== 'vote') return voted;
  return { text: `${voted.text.trimEnd()}\n\nVOTE: ${JSON.stringify(earlier.vote)}`, vote: earlier };
}

async function readVote({ options, deliberation }: DebateState, text: string): Promise<ParsedVote> {
  const parsed = parseVote(text);
  if (parsed.kind !== 'vote') return parsed;
  const resolved = options.resolve(parsed.vote.option);
  if (resolved.kind === 'unclear') return { kind: 'abstention', reason: resolved.reason };
  return { kind: 'vote', vote: await redactVote(parsed.vote, deliberation.redact) };
}

/** A vote's own text is read without the escapes of its JSON. */
function citingText(text: string, vote: ParsedVote): string {
  const own = withoutVoteLines(text);
  return vote.kind === 'vote' ? [own, vote.vote.rationale, vote.vote.changed_because ?? ''].join('\n') : own;
}

/** An answer's prose: without the lines that a vote begins on. */
function withoutVoteLines(answer: string): string {
  return answer
    .split('\n')
    .filter((line) => !/^[\s*_`#~\-+•$]{0,64}(?:final )?vote[\s*_`]{0,8}[:：]/i.test(line))
    .join('\n');
}

/** The prompt's content as data, for participants that are scripts. With results, it is the call that follows them. */
function createBriefing(briefing: Briefing, results?: readonly PromptFinding[]): ModelBriefing {
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

/** One participant's turn in a round. */
interface TurnContext {
  readonly state: DebateState;
  readonly round: RunningRound;
  readonly participant: string;
  readonly briefing: Briefing;
  /** With the results that a second prompt of the turn shows. */
  readonly ask: (prompt: string, results?: readonly PromptFinding[]) => Promise<ModelAnswer>;
}

interface Consulted {
  readonly text: string;
  /** The answer before the results, where there was a second one. */
  readonly draft: string | undefined;
  /** Why there was no second one, although there were results for it. */
  readonly unfinished: string | undefined;
}

/**
 * Runs what an answer asks for and lets its author finish it with the results, once. Requests in the finished answer
 * are run for the next round; they are never answered in this one, so that a turn always ends.
 */
async function consultEvidence(turn: TurnContext, draft: string): Promise<Consulted> {
  const { participant, briefing } = turn;
  const { number, evidence: project } = turn.round;
  const { deliberation, readBy } = turn.state;
  const unchanged = { text: draft, draft: undefined, unfinished: undefined };
  if (project === undefined) return unchanged;
  const read = readBy.get(participant) ?? { material: new Set(), answers: new Set() };
  readBy.set(participant, read);
  for (const text of foreignMaterial(briefing)) read.material.add(text);
  for (const { answer } of briefing.peers) read.answers.add(answer);
  const isShownLater = areFindingsShownLater(deliberation, number);
  const look = async (answer: string): Promise<Look> => {
    const found = await project.look(participant, answer, read);
    const tools = found.findings.map(({ tool }) => tool);
    if (tools.length > 0) deliberation.onProgress({ kind: 'looked', round: number, participant, tools });
    return found;
  };
  const lookForLater = async (answer: string): Promise<void> => {
    if (isShownLater) await look(answer);
    else project.leave(participant, answer, 'no further round would have shown the result');
  };
  if (!deliberation.settings.evidence.sameRound) {
    await lookForLater(draft);
    return unchanged;
  }
  const found = await look(draft);
  if (found.findings.length === 0) return unchanged;

  const findings = found.findings.map(toPromptFinding);
  const prompt = buildFollowUpPrompt(briefing, draft, { findings, notRun: describe(found), isShownLater });
  const reply = await turn.ask(prompt, findings);
  // The first answer still counts: a failed second call must not remove it.
  if (!reply.ok) return { ...unchanged, unfinished: describeFailure(reply.error.failure) };
  if (reply.value.text.trim() === '') return { ...unchanged, unfinished: 'the answer was empty' };
  project.seenBy(participant);
  for (const { output } of findings) read.material.add(output.text);
  await lookForLater(reply.value.text);
  return { text: reply.value.text, draft, unfinished: undefined };
}

function toPromptFinding({ tool, arguments: given, outcome }: Look['findings'][number]): PromptFinding {
  return {
    origin: 'you asked',
    request: describeRequest(tool, given),
    output: outcome.ok ? outcome.value : { text: `no result: ${outcome.error}`, leftOut: 0 },
  };
}

function describe({ notRun }: Look): string[] {
  return notRun.map(
    ({ requests, reason }) => `${formatCount(requests, 'request was', 'requests were')} not run: ${reason}.`,
  );
}
