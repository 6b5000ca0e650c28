import type { Clock } from '../../kernel/clock.js';
import type { Usage } from '../../models/index.js';
import type { OptionBook } from '../options/option-book.js';
import type { Seat } from '../panel/seat.js';
import { type Briefing, buildPrompt, buildVotePrompt } from '../prompt/build-prompt.js';
import { parseVote } from '../vote/parse-vote.js';
import type { ParsedVote } from '../vote/vote.js';
import { askModel } from './ask-model.js';
import type { Turn } from './debate-record.js';
import type { TimeLimits } from './time-limits.js';

export interface TurnSetting {
  readonly book: OptionBook;
  readonly workingDirectory: string;
  readonly limits: TimeLimits;
  readonly voteRetries: number;
  readonly clock: Clock;
}

/** One participant's part in a round: its answer, and its vote, asked for again when it cannot be read. */
export async function takeTurn(seat: Seat, briefing: Briefing, setting: TurnSetting): Promise<Turn> {
  const startedAt = setting.clock.now();
  const start = setting.clock.elapsed();
  const calls: Usage[] = [];
  const finish = (outcome: Turn['outcome']): Turn => ({
    seat,
    round: briefing.round,
    startedAt,
    durationMs: Math.round(setting.clock.elapsed() - start),
    calls,
    outcome,
  });

  const ask = async (prompt: string) => {
    const answer = await askModel(seat, prompt, setting.workingDirectory, setting.limits);
    calls.push(answer.ok ? answer.value.usage : answer.error.usage);
    return answer;
  };

  const answer = await ask(buildPrompt(briefing));
  if (!answer.ok) return finish({ kind: 'failed', failure: answer.error.failure });

  let { text } = answer.value;
  let vote = readVote(text, setting.book);
  for (let retry = 0; vote.kind === 'abstention' && retry < setting.voteRetries; retry++) {
    const second = await ask(buildVotePrompt(briefing, text, vote.reason));
    // The answer itself is in; a failed second request only leaves it without a vote.
    if (!second.ok) break;
    const retried = readVote(second.value.text, setting.book);
    if (retried.kind === 'vote') text = `${text.trimEnd()}\n\n${second.value.text.trim()}`;
    vote = retried;
  }
  return finish({ kind: 'answered', text, vote });
}

function readVote(text: string, book: OptionBook): ParsedVote {
  const parsed = parseVote(text);
  if (parsed.kind === 'vote' && book.isUnreadableId(parsed.vote.option)) {
    const ids = book.list().map(({ id }) => id);
    return { kind: 'abstention', reason: `"${parsed.vote.option}" names none of the options ${ids.join(', ')}` };
  }
  return parsed;
}
