import type { ComponentChildren } from 'preact';
import { LongText } from '../components/long-text.js';
import { Table } from '../components/table.js';
import { formatUsd, Time } from '../components/text.js';
import { Answers } from './answers.js';
import { Evidence } from './evidence.js';
import { Facts } from './facts.js';
import { Reasons } from './reasons.js';
import type { Run, Texts } from './types.js';
import { VoteFlow } from './vote-flow.js';

/** A deliberation below its question: the same while it runs, afterwards, and in an export. */
export function DeliberationView({ run, texts, actions }: ViewProps) {
  return (
    <>
      <p class="lead">
        <span class={`tag ${run.status === 'running' ? 'live good' : run.status === 'finished' ? '' : 'warn'}`}>
          {run.status}
        </span>{' '}
        {run.isDemo && <span class="tag warn">demo: no language model took part</span>} <Time value={run.startedAt} />,{' '}
        {run.rounds.length} of {run.plannedRounds} rounds, <span class="mono">{run.id}</span>
      </p>
      {run.result !== null && <p class="verdict">{run.result.verdict}</p>}
      <Facts run={run} />
      {actions}
      <Warnings run={run} />
      <VoteFlow run={run} />
      <Reasons run={run} />
      <Answers run={run} texts={texts} />
      <Evidence run={run} texts={texts} />
      <PastDecisions run={run} />
      <Ledger run={run} />
      {run.context !== null && (
        <details>
          <summary>Context that was given</summary>
          <LongText text={run.context} />
        </details>
      )}
      {texts.prompts?.()}
      {run.result?.transcript != null && (
        <p class="quiet">
          Transcript: <span class="mono">{run.result.transcript}</span>
        </p>
      )}
    </>
  );
}

interface ViewProps {
  readonly run: Run;
  readonly texts: Texts;
  /** Actions of a person; none in an export. */
  readonly actions?: ComponentChildren;
}

/** Lists the usage of each participant. */
function Ledger({ run: { result, estimate } }: { readonly run: Run }) {
  const cost = result?.cost;
  if (cost == null || cost.by_participant.length === 0) return null;
  return (
    <section aria-label="Ledger">
      <h2>Ledger</h2>
      <Table
        label="Costs"
        rows={[...cost.by_participant, { participant: 'Total', role: 'total', ...cost }]}
        keyOf={({ participant, role }) => participant + role}
        columns={[
          [
            'Participant',
            ({ participant, role }) => (
              <>
                {participant} {role === 'summary' && <span class="quiet">summary</span>}
              </>
            ),
            'head',
          ],
          ['Calls', ({ calls }) => calls, 'number'],
          ['Failed', (row) => ('failed_calls' in row ? row.failed_calls : ''), 'number'],
          ['Tokens in', (row) => ('input_tokens' in row ? formatTokens(row.input_tokens) : ''), 'number'],
          [
            'Tokens out',
            (row) => ('output_tokens' in row ? formatTokens(row.output_tokens) : `${formatTokens(row.tokens)} in all`),
            'number',
          ],
          ['Cost', ({ usd }) => formatUsd(usd), 'number'],
        ]}
      />
      {estimate !== null && <p class="quiet">The estimate rested on: {estimate.basis.join('; ')}</p>}
    </section>
  );
}

function formatTokens(tokens: number | 'unknown'): string {
  return tokens === 'unknown' ? 'unknown' : tokens.toLocaleString('en');
}

/** Lists the earlier decisions that the participants were shown. */
function PastDecisions({ run: { pastDecisions } }: { readonly run: Run }) {
  if (pastDecisions.length === 0) return null;
  return (
    <section aria-label="Past decisions">
      <h2>Past decisions shown to the participants</h2>
      <ul>
        {pastDecisions.map(({ id, question, winning_option: winner, note, decided_at: time }) => (
          <li key={id}>
            {question} → <b>{winner ?? 'no winner'}</b>{' '}
            <span class="quiet">
              <Time value={time} />
            </span>
            {note !== null && <span class="warn"> ! {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows what speaks against relying on the verdict. */
function Warnings({ run }: { readonly run: Run }) {
  const { doubts } = run;
  if (run.result === null) return null;
  return (
    <section aria-label="Warnings">
      <h2>Can it be relied on?</h2>
      {doubts.length === 0 ? (
        <p class="good">✓ Nothing speaks against it: quorum met, no vote alone decides, all ways of counting agree.</p>
      ) : (
        <ul class="warnings">
          {doubts.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
