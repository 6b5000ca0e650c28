import type { RouteOutput } from '../../http/routes/index.js';
import { LongText } from '../components/long-text.js';
import { Outcome } from '../components/outcome.js';
import { Page } from '../components/page.js';
import { short, Time } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';
import { EntryActions } from './entry-actions.js';

export type Entry = RouteOutput<'journal_entry'>['entry'];

/** One entry: what was believed, then what happened. */
export function EntryView({ id }: { readonly id: string }) {
  const query = useQuery('journal_entry', { id });
  return (
    <>
      <p>
        <a href="/journal">← Journal</a>
      </p>
      <Page title={short(query.data?.entry.goal ?? 'Entry', MAX_TITLE)} query={query}>
        {({ entry, sessions }) => (
          <>
            <Facts entry={entry} />
            <h2>Believed</h2>
            {entry.goal.length > MAX_TITLE && <Field name="Goal" text={entry.goal} />}
            <Field name="Hypothesis" text={entry.hypothesis} />
            <Field name="Action" text={entry.action} />
            <Field name="Prediction" text={entry.prediction} />
            <History history={entry.history} />
            {entry.state === 'resolved' && <Happened entry={entry} />}
            {entry.notes.length > 0 && <Field name="Notes" text={entry.notes.join('\n\n')} />}
            <EntryActions entry={entry} sessions={sessions} reload={query.reload} />
          </>
        )}
      </Page>
    </>
  );
}

const MAX_TITLE = 200;

function Facts({ entry }: { readonly entry: Entry }) {
  const { outcomeStatus, confidenceTier, tierReason, domain, strategy, createdAt, resolvedAt } = entry;
  return (
    <dl class="facts">
      <div>
        <dt>Outcome</dt>
        <dd>{outcomeStatus === null ? STATES[entry.state] : <Outcome status={outcomeStatus} />}</dd>
        {resolvedAt !== null && (
          <dd class="note">
            <Time value={resolvedAt} />
          </dd>
        )}
      </div>
      {confidenceTier !== null && (
        <div>
          <dt>Trust</dt>
          <dd>{confidenceTier}</dd>
          <dd class="note">{tierReason ?? TIERS[confidenceTier]}</dd>
        </div>
      )}
      <div>
        <dt>Domain and strategy</dt>
        <dd>{domain}</dd>
        <dd class="note">{strategy}</dd>
      </div>
      <div>
        <dt>Begun</dt>
        <dd>
          <Time value={createdAt} />
        </dd>
        <dd class="note">
          {entry.iterationCount} {entry.iterationCount === 1 ? 'hypothesis' : 'hypotheses'}
        </dd>
      </div>
    </dl>
  );
}

const STATES = { open: 'open', orphan: 'left open', resolved: '' } as const;

const TIERS = {
  gold: 'captured from a test or a build',
  silver: 'reported by the agent',
  bronze: 'says little, or predicts itself',
  abandoned: 'closed without an outcome',
} as const;

function Field({ name, text }: { readonly name: string; readonly text: string | null | undefined }) {
  if (text == null || text === '') return null;
  return (
    <>
      <h3>{name}</h3>
      <LongText text={text} isProse />
    </>
  );
}

function History({ history }: Pick<Entry, 'history'>) {
  if (history.length === 0) return null;
  return (
    <details>
      <summary>Hypotheses that were given up ({history.length})</summary>
      <ol>
        {history.map(({ timestamp, hypothesis, action, prediction }) => (
          <li key={timestamp}>
            <Time value={timestamp} />
            <Field name="Hypothesis" text={hypothesis} />
            <Field name="Action" text={action} />
            <Field name="Prediction" text={prediction} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Happened({ entry: { outcomeResult, autoCaptured, surprise, rootCause, lesson } }: { readonly entry: Entry }) {
  return (
    <>
      <h2>Happened</h2>
      <Field name={autoCaptured ? 'Result, captured from a test or a build' : 'Result'} text={outcomeResult} />
      <Field name="Surprise" text={surprise} />
      <Field name={`Root cause: ${rootCause?.category ?? ''}`} text={rootCause?.description} />
      <Field name="What worked" text={lesson?.what_worked} />
      <Field name="Lesson" text={lesson?.takeaway} />
    </>
  );
}
