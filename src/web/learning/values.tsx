import { useMoreRows } from '../components/more-rows.js';
import { Empty } from '../components/page.js';
import { Table } from '../components/table.js';
import { Time } from '../components/text.js';
import type { Learned } from '../pages/learning.js';

/** Statements that a cluster supports, those with most evidence first. */
export function ValueTable({ learned: { values, isBeingChecked } }: { readonly learned: Learned }) {
  const [rows, more] = useMoreRows(values);
  if (values.length === 0) {
    return (
      <Empty>No value is stored yet. Open a cluster and try a statement, or let Claude Code do so with /retro.</Empty>
    );
  }
  return (
    <>
      {isBeingChecked && <p class="quiet">They are being compared with the newest experiences.</p>}
      <Table
        label="Values"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          ['Value', ({ text }) => text, 'wide'],
          ['Evidence', ({ clusterSize }) => clusterSize, 'number'],
          ['State', (value) => <State value={value} />],
          ['Cluster', ({ axis, clusterId }) => <a href={`/learning?axis=${axis}&cluster=${clusterId}`}>{clusterId}</a>],
          ['Stored', ({ createdAt }) => <Time value={createdAt} />, 'still'],
        ]}
      />
      {more}
    </>
  );
}

function State({ value: { drifting, driftReason } }: { readonly value: Learned['values'][number] }) {
  return (
    <>
      {drifting ? <span class="tag warn">! drifting</span> : <span class="tag good">✓ supported</span>}
      {driftReason !== null && <div class="quiet">{driftReason}</div>}
    </>
  );
}
