import type { RouteOutput } from '../../http/routes/index.js';
import { Empty, Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { Command, Time } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';

export function HealthPage() {
  const query = useQuery('health', {});
  return (
    <Page title="Health" lead="Does everything work, and how fast?" query={query}>
      {({ report, hooks, databases }) => (
        <>
          <h2>Findings of the doctor</h2>
          {report === null ? (
            <Empty>
              Not examined yet: <Command text="witan doctor" />
            </Empty>
          ) : (
            <>
              <p class="quiet">
                From <Time value={report.at} />, version {report.version}. <Command text="witan doctor" /> looks again.
              </p>
              <Findings findings={report.findings} />
            </>
          )}
          <h2>Hooks</h2>
          {hooks.length === 0 ? (
            <Empty>
              No hook ran in this project yet: <Command text="witan init" />
            </Empty>
          ) : (
            <HookTable hooks={hooks} />
          )}
          <h2>Databases</h2>
          {databases.length === 0 ? (
            <Empty>Nothing is stored in this project yet.</Empty>
          ) : (
            <DatabaseTable databases={databases} />
          )}
        </>
      )}
    </Page>
  );
}

type Health = RouteOutput<'health'>;

function HookTable({ hooks }: Pick<Health, 'hooks'>) {
  return (
    <Table
      label="Hooks"
      rows={hooks}
      keyOf={({ hook }) => hook}
      columns={[
        ['Hook', ({ hook }) => hook],
        ['Calls', ({ count }) => count, 'number'],
        ['95 % within', ({ p95Ms }) => `${Math.round(p95Ms)} ms`, 'number'],
        ['Last', ({ lastAt }) => <Time value={lastAt} />],
      ]}
    />
  );
}

function DatabaseTable({ databases }: Pick<Health, 'databases'>) {
  return (
    <Table
      label="Databases"
      rows={databases}
      keyOf={({ name }) => name}
      columns={[
        ['File', ({ name }) => name],
        ['Size', ({ bytes }) => `${(bytes / 1_048_576).toFixed(1)} MB`, 'number'],
      ]}
    />
  );
}

const MARKS = { broken: ['✗', 'bad'], missing: ['–', 'quiet'], note: ['!', 'warn'], ok: ['✓', 'good'] } as const;
const ORDER = Object.keys(MARKS);

/** What does not work comes first. */
function Findings({ findings }: Pick<NonNullable<Health['report']>, 'findings'>) {
  const sorted = [...findings].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <Table
      label="Findings of the doctor"
      rows={sorted}
      keyOf={({ subject, text }) => `${subject} ${text}`}
      columns={[
        [
          'State',
          ({ state }) => (
            <span class={MARKS[state][1]}>
              {MARKS[state][0]} {state}
            </span>
          ),
        ],
        ['Subject', ({ subject }) => subject],
        [
          'Finding',
          ({ text, remedy }) => (
            <>
              {text}
              {remedy !== undefined && <div class="quiet">Fix: {remedy}</div>}
            </>
          ),
        ],
      ]}
    />
  );
}
