import { useEffect, useRef } from 'preact/hooks';
import { Paging, pageNumber } from '../components/paging.js';
import type { Axis } from '../pages/learning.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';
import { ExperienceList } from './experiences.js';
import { TryStatement } from './try-statement.js';

interface ClusterViewProps {
  readonly cluster: string;
  readonly title: string;
  readonly axis: Axis;
  /** Called after a value was stored. */
  readonly reload: () => void;
}

/** The members of a cluster, the most typical first, and a form for what they teach. */
export function ClusterView({ cluster, title, axis, reload }: ClusterViewProps) {
  const page = pageNumber(parameters.value.get('members'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    return () => setParameter('members', '');
  }, []);
  const { data, error } = useQuery('cluster_members', { cluster, page });
  return (
    <section class="card" aria-labelledby="cluster-title">
      <h3 id="cluster-title" ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <TryStatement cluster={cluster} axis={axis} onStored={reload} />
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && (
        <>
          <h4>
            Members {data.offset + 1} to {data.offset + data.members.length} of {data.size}, the most typical first
          </h4>
          <ExperienceList experiences={data.members} />
          <Paging parameter="members" page={page} hasMore={data.hasMore} label="Pages of the members" />
        </>
      )}
    </section>
  );
}
