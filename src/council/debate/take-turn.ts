import type { Clock } from '../../kernel/clock.js';
import type { Budget } from '../budget/budget.js';
import type { CheckedCitation } from '../evidence/citations/check-citations.js';
import type { OptionList } from '../options/option-list.js';
import type { Seat } from '../panel/seat.js';
import { type Briefing, buildPrompt, buildVotePrompt } from '../prompt/build-prompt.js';
import { createBriefing } from '../prompt/create-briefing.js';
import type { PromptFinding } from '../prompt/render-findings.js';
import { type Redact, redactVote } from '../redact.js';
import type { Run } from '../runs/run.js';
import type { TimeLimits } from '../time-limits.js';
import { parseVote } from '../vote/parse-vote.js';
import type { ParsedVote } from '../vote/vote.js';
import { withoutVoteLines } from '../vote/without-vote-lines.js';
import { askModel } from './ask-model.js';
import { type Consulted, consultEvidence, type ProjectAccess } from './consult-evidence.js';
import type { Turn } from './debate-record.js';

export interface TurnSetting {
  readonly options: OptionList;
  readonly workingDirectory: string;
  readonly limits: TimeLimits;
  readonly voteRetries: number;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly budget: Budget;
  readonly run: Run;
  /** Undefined where participants cannot look at the project. */
  readonly access: ProjectAccess | undefined;
  readonly checkCitations: (text: string) => Promise<readonly CheckedCitation[]>;
}

/** One participant's part in a round: its answer, finished with evidence, and its vote, asked for again if unreadable. */
export async function takeTurn(seat: Seat, briefing: Briefing, setting: TurnSetting): Promise<Turn> {
  const { run, clock } = setting;
  const key = `turn/${briefing.round}/${seat.participant}`;
  const startedAt = new Date(run.note(`${key}/started`, () => clock.now().toISOString()));
  const start = clock.elapsed();
  let calls = 0;
  const finish = (outcome: Turn['outcome']): Turn => ({
    seat,
    round: briefing.round,
    startedAt,
    durationMs: run.note(`${key}/ms`, () => Math.round(clock.elapsed() - start)),
    outcome,
  });

  const ask = async (prompt: string, results?: readonly PromptFinding[]) => {
    const { budget, workingDirectory, limits, redact } = setting;
    calls += 1;
    const place = { phase: 'turn', round: briefing.round, participant: seat.participant, call: calls } as const;
    const answer = await run.call(place, prompt, (onLate) =>
      budget.within(seat, 'participant', prompt, (longestAnswer) =>
        askModel(
          { seat, prompt, briefing: createBriefing(briefing, results), workingDirectory, longestAnswer },
          limits,
          redact,
          onLate,
        ),
      ),
    );
    budget.enter(seat, 'participant', answer);
    return answer;
  };

  const answer = await ask(buildPrompt(briefing));
  if (!answer.ok) return finish({ kind: 'failed', failure: answer.error.failure });

  const first = { text: answer.value.text, draft: undefined, unfinished: undefined };
  const { access } = setting;
  const consulted =
    access === undefined ? first : await consultEvidence(seat.participant, briefing, first.text, access, ask);
  let { text } = consulted;
  let vote = await readVote(text, setting);
  for (let retry = 0; vote.kind === 'abstention' && retry < setting.voteRetries; retry++) {
    const second = await ask(buildVotePrompt(briefing, text, vote.reason), []);
    // The answer itself is in; a failed second request only leaves it without a vote.
    if (!second.ok) break;
    const retried = await readVote(second.value.text, setting);
    // Without a vote the first reason stays: it says why the answer itself has none.
    if (retried.kind === 'abstention') continue;
    text = `${text.trimEnd()}\n\n${second.value.text.trim()}`;
    vote = retried;
  }
  ({ text, vote } = await fallBack(consulted, text, vote, setting));
  const citations = await setting.checkCitations(citingText(text, vote));
  const { draft, unfinished } = consulted;
  return finish({ kind: 'answered', text, vote, draft, unfinished, citations });
}

/** Whoever finished its answer without a vote has not taken back the one it gave before. */
async function fallBack({ draft }: Consulted, text: string, vote: ParsedVote, setting: TurnSetting) {
  const earlier = vote.kind === 'vote' || draft === undefined ? vote : await readVote(draft, setting);
  if (earlier === vote || earlier.kind !== 'vote') return { text, vote };
  return { text: `${text.trimEnd()}\n\nVOTE: ${JSON.stringify(earlier.vote)}`, vote: earlier };
}

async function readVote(text: string, { options, redact }: TurnSetting): Promise<ParsedVote> {
  const parsed = parseVote(text);
  if (parsed.kind !== 'vote') return parsed;
  const resolved = options.resolve(parsed.vote.option);
  if (resolved.kind === 'unclear') return { kind: 'abstention', reason: resolved.reason };
  return { kind: 'vote', vote: await redactVote(parsed.vote, redact) };
}

/** A vote's own text is read without the escapes of its JSON. */
function citingText(text: string, vote: ParsedVote): string {
  const own = withoutVoteLines(text);
  return vote.kind === 'vote' ? [own, vote.vote.rationale, vote.vote.changed_because ?? ''].join('\n') : own;
}
