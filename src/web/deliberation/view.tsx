import type { ComponentChildren } from 'preact';
import { LongText } from '../components/long-text.js';
import { Time } from '../components/text.js';
import { Answers } from './answers.js';
import { Evidence } from './evidence.js';
import { Facts } from './facts.js';
import { Ledger } from './ledger.js';
import { PastDecisions } from './past-decisions.js';
import { Reasons } from './reasons.js';
import type { Run, Texts } from './types.js';
import { VoteFlow } from './vote-flow.js';
import { Warnings } from './warnings.js';

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
  /** What a person can do here; nothing in an export. */
  readonly actions?: ComponentChildren;
}
