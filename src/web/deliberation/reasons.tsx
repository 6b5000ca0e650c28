import type { Run } from './types.js';

/** Why the winner won, what speaks against it, and what the debate changed. */
export function Reasons({ run }: { readonly run: Run }) {
  const { result } = run;
  if (result === null) return null;
  return (
    <>
      <Changes run={run} />
      <div class="columns">
        <ReasonList title={result.voting_result?.winning_option == null ? '' : 'Why'} reasons={result.because} />
        <ReasonList
          title={result.voting_result?.winning_option == null ? 'Views' : 'Against'}
          reasons={result.against}
        />
      </div>
      <Summary run={run} />
    </>
  );
}

function Changes({ run: { result, rounds } }: { readonly run: Run }) {
  const counterfactual = result?.counterfactual;
  if (counterfactual == null || rounds.length < 2) return null;
  const { first_round_winner: first, changed, flips } = counterfactual;
  return (
    <section aria-label="What the debate changed">
      <h2>What the debate changed</h2>
      <p>
        The first round alone would have decided: <b>{first ?? 'no winner'}</b>
        {changed ? ', so the debate changed the outcome.' : ', so the debate changed nothing in the outcome.'}
      </p>
      {flips.length === 0 ? (
        <p class="quiet">No participant changed its vote.</p>
      ) : (
        <ul>
          {flips.map(({ participant, from, to, because }) => (
            <li key={participant}>
              <b>{participant}</b> moved from {from} to {to}
              {because === '' ? <span class="quiet">, without a reason</span> : `: ${because}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ReasonListProps {
  readonly title: string;
  readonly reasons: NonNullable<Run['result']>['because'];
}

function ReasonList({ title, reasons }: ReasonListProps) {
  if (reasons.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {reasons.map(({ participant, option, reason }) => (
          <li key={participant + option}>
            <b>{option}</b>: {reason} <span class="quiet">– {participant}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Summary({ run: { result } }: { readonly run: Run }) {
  const summary = result?.summary;
  if (summary == null || summary.key_agreements.length + summary.key_disagreements.length === 0) return null;
  return (
    <details>
      <summary>
        Summary <span class="quiet">{summary.written_by}</span>
      </summary>
      <p>{summary.consensus}</p>
      <Points title="Agreed" points={summary.key_agreements} />
      <Points title="Disputed" points={summary.key_disagreements} />
      <Points title="Said by one only" points={summary.unique_points} />
    </details>
  );
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}
