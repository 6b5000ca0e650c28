import type { RouteOutput } from '../../http/routes/index.js';
import { Empty, Page } from '../components/page.js';
import { formatPercent, short, Time } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';

type Contradiction = NonNullable<RouteOutput<'contradictions'>['answer']>['results'][number];

/** Candidates: similar questions whose winners differ in their words. A person judges them. */
export function Contradictions() {
  const query = useQuery('contradictions', {});
  return (
    <Page
      title="Contradictions"
      lead="Which similar questions may we have decided differently? Candidates, not judged."
      query={query}
    >
      {({ answer }) =>
        answer === null || answer.results.length === 0 ? (
          <Empty>No two decisions on similar questions chose differently in their words.</Empty>
        ) : (
          <>
            {answer.results.map((each) => (
              <Pair key={`${each.decision_id_1} ${each.decision_id_2}`} pair={each} />
            ))}
            {answer.more && <p class="quiet">There may be more, on less similar questions.</p>}
            {answer.unlinked !== undefined && (
              <p class="quiet">{answer.unlinked} decisions are still compared in the background.</p>
            )}
          </>
        )
      }
    </Page>
  );
}

function Pair({ pair }: { readonly pair: Contradiction }) {
  return (
    <article class="card">
      <p class="quiet">Candidate, not judged. Questions {formatPercent(pair.score)} similar.</p>
      <div class="columns">
        {([1, 2] as const).map((side) => (
          <Side
            key={side}
            title={side === 1 ? 'Earlier' : 'Later'}
            id={pair[`decision_id_${side}`]}
            question={pair[`question_${side}`]}
            winner={pair[`winning_option_${side}`]}
            at={pair[`timestamp_${side}`]}
          />
        ))}
      </div>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  readonly id: string;
  readonly question: string;
  readonly winner: string;
  readonly at: string;
}

function Side({ title, id, question, winner, at }: SideProps) {
  return (
    <div class="row">
      <p class="quiet">
        {title}, <Time value={at} />
      </p>
      <p>
        <strong>{short(winner)}</strong>
      </p>
      <p>
        <a href={`/decisions/${encodeURIComponent(id)}`}>{question}</a>
      </p>
    </div>
  );
}
