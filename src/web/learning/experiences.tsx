import type { RouteOutput } from '../../http/routes/index.js';
import { Outcome } from '../components/outcome.js';
import { formatPercent } from '../components/text.js';
import type { Axis } from '../pages/learning.js';
import { useQuery } from '../shell/use-query.js';

export function ExperienceLink({ id, text }: { readonly id: string; readonly text: string }) {
  return <a href={`/journal/${encodeURIComponent(id)}`}>{text}</a>;
}

type ExperienceSummary = RouteOutput<'cluster_members'>['members'][number] & { readonly score?: number };

/** What was tried, believed and learned, in short. */
export function ExperienceList({ experiences }: { readonly experiences: readonly ExperienceSummary[] }) {
  return (
    <ul class="plain rows">
      {experiences.map(({ id, goal, hypothesis, outcomeStatus, result, lesson, score }) => (
        <li key={id}>
          <ExperienceLink id={id} text={goal} /> <Outcome status={outcomeStatus} />{' '}
          {score !== undefined && <span class="quiet">{formatPercent(score)} similar</span>}
          <p>
            <span class="quiet">believed</span> {hypothesis}
          </p>
          <p>
            <span class="quiet">result</span> {result}
          </p>
          {lesson !== null && (
            <p>
              <span class="quiet">lesson</span> {lesson}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** By meaning and by words, best first. */
export function FoundExperiences({ search, axis }: { readonly search: string; readonly axis: Axis }) {
  const { data, error } = useQuery('search_experiences', { query: search, axis });
  return (
    <section aria-label="Search results">
      {error !== undefined && <p role="alert">{error}</p>}
      {data?.notice && <p class="notice">{data.notice}</p>}
      {data !== undefined && (
        <p class="quiet" role="status">
          {data.found.length === 0 ? 'No experience is about this.' : `${data.found.length} experiences`}
        </p>
      )}
      {data !== undefined && data.found.length > 0 && <ExperienceList experiences={data.found} />}
    </section>
  );
}
