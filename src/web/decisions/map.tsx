import { useEffect, useMemo } from 'preact/hooks';
import { Empty, Page } from '../components/page.js';
import { PointMap } from '../components/point-map.js';
import { Command } from '../components/text.js';
import { goTo } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

/** All decisions at a glance; the list has the same as a table. */
export function DecisionMap() {
  const query = useQuery('decision_map', {});
  const { data, reload } = query;
  useEffect(() => {
    if (data?.computing !== true) return;
    const timer = setTimeout(reload, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data, reload]);
  const items = useMemo(
    () =>
      data?.points.map((point) => {
        const topic = data.topics[point.group];
        return topic === undefined ? point : { ...point, title: `${point.title} (${topic})` };
      }) ?? [],
    [data],
  );
  return (
    <Page title="Map of decisions" lead="Near points are decisions on similar questions." query={query}>
      {({ points, topics, total, computing }) =>
        total === 0 ? (
          <Empty>
            Nothing was decided here yet. <Command text='witan deliberate "question"' /> makes the first decision.
          </Empty>
        ) : (
          <>
            <p role="status">
              {computing
                ? points.length === 0
                  ? 'The map is being computed …'
                  : 'The map is being computed again; this is the last one …'
                : `${points.length} of ${total} decisions`}
            </p>
            {points.length > 0 && (
              <PointMap
                label="Map of decisions, colored by topic"
                items={items}
                onOpen={(id) => goTo(`/decisions/${encodeURIComponent(id)}`)}
              />
            )}
            <Topics names={topics} groups={points.map(({ group }) => group)} />
            <p>
              The same as a table: <a href="/decisions">all decisions</a>.
            </p>
          </>
        )
      }
    </Page>
  );
}

const ASK_AGAIN_MS = 1_000;
const MAX_TOPICS = 30;

function Topics({ names, groups }: { readonly names: readonly string[]; readonly groups: readonly number[] }) {
  if (names.length === 0) return <p class="quiet">No group of similar questions was found yet.</p>;
  const counted = names
    .map((name, group) => ({ name, group, count: groups.filter((each) => each === group).length }))
    .sort((a, b) => b.count - a.count);
  return (
    <details>
      <summary>
        {names.length} {names.length === 1 ? 'topic' : 'topics'}; gray points are in none
      </summary>
      <ul class="legend">
        {counted.slice(0, MAX_TOPICS).map(({ name, group, count }) => (
          <li key={name}>
            <b class={`series-${1 + (group % 5)}`}>{count}</b> {name}
          </li>
        ))}
      </ul>
      {counted.length > MAX_TOPICS && <p class="quiet">and {counted.length - MAX_TOPICS} smaller ones</p>}
    </details>
  );
}
