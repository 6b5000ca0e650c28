import type { ComponentChildren } from 'preact';
import type { RouteOutput } from '../../http/routes/index.js';
import { Empty, Page } from '../components/page.js';
import { Command, formatUsd, short, Time } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';

type Home = RouteOutput<'home'>;

export function HomePage() {
  const query = useQuery('home', {});
  return (
    <Page title="Home" lead="Does anything need me?" query={query}>
      {(home) => (
        <>
          <p class="quiet">Project {home.project}</p>
          <Tasks home={home} />
          {home.monthly !== null && (
            <p class="quiet">
              This month: {formatUsd(home.monthly.usd)} for {home.monthly.calls} calls
              {home.monthly.unknownCalls > 0 && `, ${home.monthly.unknownCalls} of unknown price`}.{' '}
              <a href="/cost">Cost</a>
            </p>
          )}
        </>
      )}
    </Page>
  );
}

/** One card for each thing that waits for the person. */
function Tasks({ home }: { readonly home: Home }) {
  const { running, interrupted, drafts, unjudged, orphans, driftingValues, problems } = home;
  const cards = [
    running.length > 0 && <Deliberations key="running" title="Running" entries={running} />,
    interrupted.length > 0 && (
      <Deliberations key="interrupted" title="Interrupted" entries={interrupted} isInterrupted />
    ),
    drafts > 0 && (
      <Task
        key="drafts"
        title={`${drafts} ${drafts === 1 ? 'draft' : 'drafts'} to review`}
        href="/knowledge?status=draft"
      >
        Lessons that the agent wrote down. It is shown them as not reviewed, or not at all.
      </Task>
    ),
    unjudged > 0 && (
      <Task
        key="unjudged"
        title={`${unjudged} ${unjudged === 1 ? 'decision' : 'decisions'} without an outcome`}
        href="/decisions?outcome=none"
      >
        Taken more than two weeks ago. How did they turn out?
      </Task>
    ),
    orphans.length > 0 && (
      <Task key="orphans" title="Hypotheses left open" href="/journal">
        {orphans.map(({ id, goal }) => (
          <div key={id}>{goal}</div>
        ))}
      </Task>
    ),
    driftingValues > 0 && (
      <Task
        key="drifting"
        title={`${driftingValues} ${driftingValues === 1 ? 'value' : 'values'} no longer supported`}
        href="/learning"
      >
        Newer experiences say something else.
      </Task>
    ),
    problems.length > 0 && (
      <Task key="problems" title="Something does not work" href="/health-report">
        {problems.map(({ subject, text }) => (
          <div key={subject}>
            <strong>{subject}</strong>: {text}
          </div>
        ))}
      </Task>
    ),
  ].filter(Boolean);
  if (cards.length > 0) return <div class="cards">{cards}</div>;
  return (
    <Empty>
      Nothing needs you. <Command text='witan deliberate "question"' /> begins a deliberation.
    </Empty>
  );
}

interface TaskProps {
  readonly title: string;
  readonly href: string;
  readonly children: ComponentChildren;
}

function Task({ title, href, children }: TaskProps) {
  return (
    <section class="card row">
      <h2>
        <a href={href}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

interface DeliberationsProps {
  readonly title: string;
  readonly entries: Home['running'];
  readonly isInterrupted?: boolean;
}

function Deliberations({ title, entries, isInterrupted = false }: DeliberationsProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {entries.map(({ id, question, startedAt }) => (
        <div key={id} class="entry row">
          <a href={`/deliberations/${id}`}>{short(question)}</a>
          <div class="quiet">
            since <Time value={startedAt} />
          </div>
          {isInterrupted && <Command text={`witan deliberate --resume ${id}`} />}
        </div>
      ))}
    </section>
  );
}
