import { useMemo } from 'preact/hooks';
import { useMoreRows } from '../components/more-rows.js';
import { PointMap } from '../components/point-map.js';
import { Table } from '../components/table.js';
import type { Axis, Learned } from '../pages/learning.js';
import { goTo } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';
import { useReloadWhile } from '../shell/use-reload-while.js';
import { ExperienceLink } from './experiences.js';

interface ExperienceMapProps {
  readonly axis: Axis;
  readonly clusters: NonNullable<Learned['clusters']>;
}

/** All experiences at a glance; the clusters and their members are the same as a table. */
export function ExperienceMap({ axis, clusters: { clusters, stale } }: ExperienceMapProps) {
  const { data, error, reload } = useQuery('experience_map', { axis });
  // Before the first clusters there are no points.
  const isComputing = data?.computing === true || (data?.total === 0 && stale);
  useReloadWhile(isComputing, reload);
  const items = useMemo(() => {
    const titles = new Map(clusters.map(({ label, title }) => [label, title]));
    return data?.points.map((point) => {
      const cluster = titles.get(point.group);
      return cluster ? { ...point, title: `${point.title} (${cluster})` } : point;
    });
  }, [data, clusters]);
  const [alone, more] = useMoreRows(items?.filter(({ group }) => group < 0) ?? []);
  if (error !== undefined) return <p role="alert">{error}</p>;
  if (data === undefined || items === undefined) return <p class="quiet">Loading …</p>;
  return (
    <>
      <p class="quiet" role="status">
        {isComputing ? 'The map is being computed …' : `${items.length} of ${data.total} experiences`}; gray points are
        in no cluster
      </p>
      {items.length > 0 && (
        <PointMap
          label="Map of experiences, colored by cluster; near points are similar"
          items={items}
          onOpen={(id) => goTo(`/journal/${encodeURIComponent(id)}`)}
        />
      )}
      {alone.length > 0 && (
        <details>
          <summary>Experiences in no cluster</summary>
          <Table
            label="Experiences in no cluster"
            rows={alone}
            keyOf={({ id }) => id}
            columns={[['Goal', ({ id, title }) => <ExperienceLink id={id} text={title} />]]}
          />
          {more}
        </details>
      )}
    </>
  );
}
