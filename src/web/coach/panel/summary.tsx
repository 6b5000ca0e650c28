import type { ComponentChildren } from 'preact';
import { formatCount } from '../../../kernel/format-count.js';
import type { CoachState } from '../model/coach-state.js';
import { DemoLabel } from './demo-label.js';

type Completed = NonNullable<CoachState['completed']>;

interface SummaryProps {
  readonly completed: Completed;
  readonly close: () => void;
}

/** What a session that has ended leaves: what was learned, what is still open, and what to practice. */
export function Summary({ completed, close }: SummaryProps) {
  return (
    <section class="card summary" aria-labelledby="summary">
      <h2 id="summary">Looking back</h2>
      <button type="button" class="close" aria-label="Close the summary" onClick={close}>
        ×
      </button>
      {completed.details?.isDemo === true && <DemoLabel />}
      {completed.details === undefined ? <Counts {...completed} /> : <Details {...completed.details} />}
    </section>
  );
}

function Details({ gaps, katas, skills, memories, problems }: NonNullable<Completed['details']>) {
  const isEmpty = [gaps, katas, skills, memories, problems].every(({ length }) => length === 0);
  if (isEmpty) return <p>{NOTHING}</p>;
  return (
    <>
      <Part title="What was learned" texts={memories} />
      <Part title="Skills" texts={skills.map(formatSkill)} />
      <Part title="Gaps that are left" texts={gaps.map(({ topic, severity }) => `${topic} (${severity})`)} />
      <Part
        title="To practice"
        texts={katas.map(({ title, topic }) => (topic === '' || topic === title ? title : `${title} (${topic})`))}
      />
      <Part title="What could not be done" texts={problems} look="warn" />
      {katas.length > 0 && (
        <p>
          <a href="/coach?show=progress">Go to practice</a>
        </p>
      )}
      {memories.length > 0 && (
        <p class="quiet">
          The coach remembers {formatCount(memories.length, 'thing')} of this session for the next one.
        </p>
      )}
    </>
  );
}

/** Of a server that sends no more than that. */
function Counts({ knowledgeGaps, kataSpecs, dreyfusUpdates, memoriesStored }: Completed) {
  const counts = [
    [knowledgeGaps, 'gap'],
    [kataSpecs, 'practice task'],
    [dreyfusUpdates, 'assessed skill'],
    [memoriesStored, 'memory', 'memories'],
  ] as const;
  const found = counts.flatMap(([count, one, many]) => (count === 0 ? [] : [formatCount(count, one, many)]));
  return <p>{found.length === 0 ? NOTHING : `${found.join(', ')}.`}</p>;
}

const NOTHING = 'Nothing new came out of this session.';

interface PartProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly look?: string;
}

function Part({ title, texts, look }: PartProps): ComponentChildren {
  if (texts.length === 0) return null;
  return (
    <>
      <h3 class={look}>{title}</h3>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function formatSkill({ skillArea, stage, previousStage }: NonNullable<Completed['details']>['skills'][number]): string {
  const now = formatStage(stage);
  if (previousStage === null) return `${skillArea}: ${now} (first assessment)`;
  return previousStage === stage
    ? `${skillArea}: ${now}, as before`
    : `${skillArea}: ${formatStage(previousStage)} → ${now}`;
}

function formatStage(stage: string): string {
  return stage.replaceAll('_', ' ');
}
