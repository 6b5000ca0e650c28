import { formatCount } from '../../../kernel/format-count.js';
import { Time } from '../../components/text.js';
import { type Gap, isWebAddress, type ProgressState, type Recommendation } from '../model/progress-state.js';
import type { CoachStore } from '../store.js';

interface GapsProps extends Pick<ProgressState, 'materials'> {
  readonly gaps: readonly Gap[];
  readonly store: Pick<CoachStore, 'act'>;
}

/** What was hard, until the person says that it no longer is, and pages to learn it from. */
export function Gaps({ gaps, materials, store }: GapsProps) {
  const open = gaps.filter(({ addressed }) => !addressed);
  const closed = gaps.filter(({ addressed }) => addressed);
  return (
    <>
      <section aria-labelledby="gaps">
        <h2 id="gaps">Gaps to close</h2>
        {open.length > 0 && <GapList gaps={open} store={store} />}
        {open.length === 0 && (
          <p class="empty">No open gap. The coach notes here what was hard in a session that has ended.</p>
        )}
        {closed.length > 0 && (
          <details>
            <summary>{formatCount(closed.length, 'closed gap')}</summary>
            <GapList gaps={closed} store={store} />
          </details>
        )}
      </section>
      <section aria-labelledby="materials">
        <h2 id="materials">To learn from</h2>
        {open.length === 0 ? (
          <p class="empty">Nothing. The coach searches for pages about gaps that are open.</p>
        ) : (
          <Materials materials={materials} />
        )}
      </section>
    </>
  );
}

function GapList({ gaps, store: { act } }: Omit<GapsProps, 'materials'>) {
  return (
    <ul class="plain rows">
      {gaps.map(({ id, topic, severity, evidence, frequency, addressed, lastEncounteredAt }) => (
        <li key={id}>
          <p>
            <strong>{topic}</strong> <span class="tag">{severity}</span>
          </p>
          <p>{evidence}</p>
          <p class="quiet">
            seen {formatCount(frequency, 'time')}, last <Time value={lastEncounteredAt} />
          </p>
          <p>
            <button
              type="button"
              aria-label={addressed ? `Open again: ${topic}` : `I know this now: ${topic}`}
              onClick={() => void act('gap:update', { gapId: id, addressed: !addressed })}
            >
              {addressed ? 'Open again' : 'I know this now'}
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Materials({ materials }: Pick<ProgressState, 'materials'>) {
  return (
    <>
      <div role="status">
        {materials === undefined && <p class="quiet">Searching for pages …</p>}
        {typeof materials === 'string' && <p class="notice">{materials}</p>}
      </div>
      {typeof materials === 'object' &&
        materials.map((recommendation) => <Recommended key={recommendation.knowledgeGap} {...recommendation} />)}
    </>
  );
}

function Recommended({ knowledgeGap, resources, studyOrder, practiceConnection }: Recommendation) {
  return (
    <article>
      <h3>{knowledgeGap}</h3>
      <ul class="plain rows">
        {resources
          .filter(({ url }) => isWebAddress(url))
          .map(({ url, title, type, description, relevance, estimatedTime }) => (
            <li key={url}>
              <p>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {title}
                </a>{' '}
                <span class="address">{new URL(url).host}</span>
              </p>
              <p>{description}</p>
              <p class="quiet">
                {type}, {relevance.replaceAll('_', ' ')}, {estimatedTime}
              </p>
            </li>
          ))}
      </ul>
      <p class="quiet">
        {studyOrder} {practiceConnection !== null && `To practice: ${practiceConnection}`}
      </p>
    </article>
  );
}
