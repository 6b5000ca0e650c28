import { useState } from 'preact/hooks';
import type { RouteOutput } from '../../http/routes/index.js';
import { LongText } from '../components/long-text.js';
import { OutcomeForm } from '../components/outcome-form.js';
import { OutcomeMark } from '../components/outcome-mark.js';
import { Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { formatPercent, formatUsd, short, Time } from '../components/text.js';
import { act } from '../shell/client.js';
import { useQuery } from '../shell/use-query.js';
import { Relatives } from './relatives.js';

type Decision = RouteOutput<'decision'>['decision'];

/** One decision: what was decided, by whom, how it turned out, and what else was decided about it. */
export function DecisionDetail({ id }: { readonly id: string }) {
  const query = useQuery('decision', { id });
  return (
    <>
      <p>
        <a href="/decisions">All decisions</a>
      </p>
      <Page title={short(query.data?.decision.question ?? 'Decision')} query={query}>
        {({ decision, transcript, isRecorded }) => (
          <>
            {decision.question.length > 200 && <LongText text={decision.question} isProse />}
            <Facts decision={decision} />
            <p>
              {isRecorded && <a href={`/deliberations/${decision.id}`}>Look at the deliberation</a>}
              {transcript !== null && <span class="quiet"> Transcript: {transcript}</span>}
            </p>
            <h2>Consensus</h2>
            <LongText text={decision.consensus} isProse />
            <Options decision={decision} />
            <Stances decision={decision} />
            <OutcomeForm
              key={decision.id}
              decisionId={decision.id}
              recorded={toRecorded(decision.outcome)}
              onChange={query.reload}
            />
            <Archive decision={decision} onChange={query.reload} />
            <Relatives id={decision.id} />
          </>
        )}
      </Page>
    </>
  );
}

function toRecorded(outcome: Decision['outcome']) {
  if (outcome === null) return null;
  return { ...outcome, supersededBy: outcome.superseded_by, recordedAt: outcome.recorded_at };
}

function Facts({ decision }: { readonly decision: Decision }) {
  const { stances, winning_option, status, decided_at, cost_usd, outcome, participants } = decision;
  const voted = stances.filter(({ option }) => option !== null);
  const facts = [
    ['Decided for', winning_option === null ? 'no winner' : short(winning_option, 120)],
    ['Votes', `${voted.filter(({ option }) => option === winning_option).length} of ${participants.length}`],
    ['Agreement', status.replaceAll('_', ' ')],
    ['When', <Time key="when" value={decided_at} />],
    ['Cost', cost_usd === null ? 'unknown' : formatUsd(cost_usd)],
    ['Outcome', <OutcomeMark key="outcome" outcome={outcome?.outcome ?? null} />],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const MAX_OPTIONS = 40;

function Options({ decision: { options, winning_option } }: { readonly decision: Decision }) {
  if (options.length === 0) return null;
  return (
    <>
      <h2>Options</h2>
      <ul>
        {options.slice(0, MAX_OPTIONS).map((option) => (
          <li key={option}>
            {short(option, 500)} {option === winning_option && <span class="tag good">✓ chosen</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Stances({ decision: { stances, winning_option } }: { readonly decision: Decision }) {
  return (
    <>
      <h2>Votes</h2>
      <Table
        label="Votes of the participants"
        rows={stances.slice(0, MAX_OPTIONS)}
        keyOf={({ participant }) => participant}
        columns={[
          ['Participant', ({ participant }) => participant],
          ['Voted for', (stance) => <Vote stance={stance} winner={winning_option} />],
          ['Confidence', ({ confidence }) => (confidence === null ? '–' : formatPercent(confidence)), 'number'],
          ['Reason', ({ rationale }) => <LongText text={rationale} isProse />, 'wide'],
        ]}
      />
    </>
  );
}

interface VoteProps {
  readonly stance: Decision['stances'][number];
  readonly winner: string | null;
}

function Vote({ stance: { option, first_option }, winner }: VoteProps) {
  return (
    <>
      {option === null ? <span class="quiet">no vote</span> : short(option, 120)}{' '}
      {option !== null && option === winner && <span class="good">✓</span>}
      {first_option !== null && first_option !== option && <div class="quiet">first: {short(first_option, 120)}</div>}
    </>
  );
}

/** Needs no second question: it can be taken back. */
function Archive({ decision, onChange }: { readonly decision: Decision; readonly onChange: () => void }) {
  const [problem, setProblem] = useState('');
  const isArchived = decision.archived_at !== null;
  const change = () =>
    act('archive_decision', { id: decision.id, archived: !isArchived }).then(onChange, (error: Error) =>
      setProblem(error.message),
    );
  return (
    <p>
      {isArchived ? 'Archived: deliberations are not shown it. ' : 'Later deliberations are shown it. '}
      <button type="button" onClick={() => void change()}>
        {isArchived ? 'Take back into recall' : 'Archive'}
      </button>{' '}
      <span role="alert">{problem}</span>
    </p>
  );
}
