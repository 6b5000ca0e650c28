import { useMoreRows } from '../components/more-rows.js';
import { OutcomeCounts } from '../components/outcome.js';
import { Empty } from '../components/page.js';
import { Table } from '../components/table.js';
import type { Learned } from '../pages/learning.js';
import { setParameter } from '../shell/location.js';
import { ExperienceLink } from './experiences.js';

type Clusters = NonNullable<Learned['clusters']>;

/** Groups of similar experiences, the largest first. */
export function ClusterTable({ learned, selected }: { readonly learned: Learned; readonly selected: string }) {
  const { clusters, problem } = learned;
  if (clusters === null) return <Empty>{problem}.</Empty>;
  return (
    <>
      {clusters.stale && (
        <p class="notice" role="status">
          {clusters.warning ?? 'New experiences came: the clusters are being computed and appear here.'}
        </p>
      )}
      {clusters.clusters.length > 0 && <Rows clusters={clusters} selected={selected} />}
      {clusters.noiseReason !== null && <p class="quiet">{clusters.noiseReason}</p>}
    </>
  );
}

function Rows({ clusters: { clusters }, selected }: { readonly clusters: Clusters; readonly selected: string }) {
  const [rows, more] = useMoreRows(clusters);
  return (
    <>
      <Table
        label="Clusters"
        rows={rows}
        keyOf={({ clusterId }) => clusterId}
        isCurrent={({ clusterId }) => clusterId === selected}
        columns={[
          ['Cluster', (cluster) => <Opener cluster={cluster} isOpen={cluster.clusterId === selected} />],
          ['Size', ({ size }) => size, 'number'],
          ['Outcomes', ({ outcomes }) => <OutcomeCounts counts={outcomes} />],
          ['Most frequent lesson', ({ lesson }) => lesson ?? <span class="quiet">none</span>, 'wide'],
          ['For instance', ({ examples }) => <Examples examples={examples} />, 'wide'],
        ]}
      />
      {more}
    </>
  );
}

type Cluster = Clusters['clusters'][number];

function Opener({ cluster: { clusterId, title }, isOpen }: { readonly cluster: Cluster; readonly isOpen: boolean }) {
  const toggle = () => setParameter('cluster', isOpen ? '' : clusterId);
  return (
    <button type="button" class="link" aria-expanded={isOpen} onClick={toggle}>
      {title || clusterId}
    </button>
  );
}

function Examples({ examples }: Pick<Cluster, 'examples'>) {
  return (
    <ul class="plain">
      {examples.map(({ id, text }) => (
        <li key={id}>
          <ExperienceLink id={id} text={text} />
        </li>
      ))}
    </ul>
  );
}
