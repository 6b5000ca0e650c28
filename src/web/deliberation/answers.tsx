import { formatSeconds } from '../components/text.js';
import { Since } from './since.js';
import type { Round, Run, Texts, Turn } from './types.js';
import { stateText } from './vote-flow.js';

/** One row per answer; the answer itself is closed until it is wanted. */
export function Answers({ run, texts }: { readonly run: Run; readonly texts: Texts }) {
  if (run.rounds.length === 0) return null;
  return (
    <section aria-label="Answers">
      <h2>Answers</h2>
      {run.rounds.map((round) => (
        <RoundAnswers key={round.round} round={round} texts={texts} />
      ))}
    </section>
  );
}

function RoundAnswers({ round: { round, because, turns }, texts }: { readonly round: Round; readonly texts: Texts }) {
  return (
    <>
      <h3>
        Round {round} {because !== null && <span class="quiet">– {because}</span>}
      </h3>
      <div class="rows">
        {turns
          .filter(({ state }) => state !== 'not_asked')
          .map((turn) => (
            <Answer key={turn.participant} round={round} turn={turn} texts={texts} />
          ))}
      </div>
    </>
  );
}

interface AnswerProps {
  readonly round: number;
  readonly turn: Turn;
  readonly texts: Texts;
}

function Answer({ round, turn, texts }: AnswerProps) {
  const { participant, state, vote, abstention, failure, unfinished, durationMs, startedAt } = turn;
  return (
    <article class="answer">
      <p>
        <b>{participant}</b>{' '}
        <span class={`tag ${TONES[state] ?? ''}`}>
          {state === 'thinking' && startedAt !== null ? (
            <>
              thinking <Since value={startedAt} />
            </>
          ) : (
            stateText(turn)
          )}
        </span>{' '}
        {durationMs !== null && <span class="quiet">{formatSeconds(durationMs / 1000)}</span>}
      </p>
      {vote !== null && (
        <p>
          votes <b>{vote.option}</b> ({Math.round(vote.confidence * 100)} % sure): {vote.rationale}
        </p>
      )}
      {vote?.changedBecause && <p>Changed because: {vote.changedBecause}</p>}
      {abstention !== null && <p class="warn">! No vote counts: {abstention}</p>}
      {failure !== null && <p class="bad">✗ {failure}</p>}
      {unfinished !== null && <p class="warn">! Not finished with what it looked up: {unfinished}</p>}
      {(state === 'answered' || state === 'late') && texts.answer(round, turn)}
    </article>
  );
}

const TONES: Partial<Record<Turn['state'], string>> = {
  thinking: 'live',
  failed: 'bad',
  late: 'warn',
  interrupted: 'warn',
};
