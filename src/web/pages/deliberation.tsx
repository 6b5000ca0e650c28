import { useLayoutEffect } from 'preact/hooks';
import { LongText } from '../components/long-text.js';
import { Markdown } from '../components/markdown.js';
import { Fetched, Opened } from '../components/opened.js';
import { OutcomeForm } from '../components/outcome-form.js';
import { Page } from '../components/page.js';
import { Command } from '../components/text.js';
import { Citations } from '../deliberation/evidence.js';
import { Since } from '../deliberation/since.js';
import type { Run, Texts } from '../deliberation/types.js';
import { DeliberationView } from '../deliberation/view.js';
import { path } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

/** Can I trust this verdict, and why? */
export function DeliberationPage() {
  const id = path.value.split('/')[2] ?? 'last';
  const query = useQuery('deliberation', { id });
  useSteadyScroll();
  return (
    <Page title={query.data?.run.question ?? 'Deliberation'} query={query}>
      {({ run, outcome }) => (
        <div class="steady">
          <DeliberationView
            run={run}
            texts={fetchedTexts(run)}
            actions={
              <>
                <State run={run} />
                {run.result?.decision_id != null && (
                  <OutcomeForm
                    key={run.result.decision_id}
                    decisionId={run.result.decision_id}
                    recorded={outcome}
                    onChange={query.reload}
                  />
                )}
              </>
            }
          />
        </div>
      )}
    </Page>
  );
}

/** Shows what happens now, or how it is continued. */
function State({ run }: { readonly run: Run }) {
  if (run.status === 'interrupted') {
    return (
      <p class="notice">
        It was interrupted. What was answered is not asked again:{' '}
        <Command text={`witan deliberate --resume ${run.id}`} />
      </p>
    );
  }
  if (run.status !== 'running') return null;
  const working = run.participants.flatMap(({ participant, now }) => (now === null ? [] : [{ participant, now }]));
  return (
    <section class="card" aria-label="Now">
      {working.length === 0 ? (
        <p class="live">Between two steps …</p>
      ) : (
        <ul class="plain">
          {working.map(({ participant, now }) => (
            <li key={participant}>
              <span class="live" aria-hidden="true">
                ●
              </span>{' '}
              <b>{participant}</b> {now.task === 'summary' ? 'writes the summary' : 'thinks'},{' '}
              <Since value={now.since} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Texts are fetched when they are opened. */
function fetchedTexts({ id, calls }: Run): Texts {
  return {
    answer: (round, { participant, length }) => (
      <Opened summary={`Answer${length === 0 ? '' : `, ${length.toLocaleString('en')} characters`}`}>
        <Fetched name="answer" input={{ id, round, participant }}>
          {({ text, draft, peers }) => (
            <>
              {Object.keys(peers).length > 0 && (
                <p class="quiet">
                  {Object.entries(peers)
                    .map(([label, name]) => `${label} is ${name}`)
                    .join(', ')}
                </p>
              )}
              <Markdown text={text} />
              {draft !== null && (
                <Opened summary="What it had answered before it looked at the project">
                  <Markdown text={draft} />
                </Opened>
              )}
            </>
          )}
        </Fetched>
      </Opened>
    ),
    lookUp: ({ round, key, length }) => (
      <Opened summary={`Output, ${length.toLocaleString('en')} characters`}>
        <Fetched name="look_up" input={{ id, round, key }}>
          {({ text }) => <LongText text={text} />}
        </Fetched>
      </Opened>
    ),
    evidence: (citations) => (
      <Fetched name="cited_lines" input={{ id }}>
        {({ citations: now }) => <Citations citations={citations} now={now} />}
      </Fetched>
    ),
    prompts: () => (
      <Opened summary={`Prompts, ${calls.length}`}>
        {calls.map(({ phase, round, participant, call, attempt, state }) => (
          <Opened
            key={`${phase}/${round}/${participant}/${call}/${attempt}`}
            summary={`${phase === 'summary' ? 'summary' : `round ${round}`}, ${participant}, call ${call}${attempt > 1 ? `, attempt ${attempt}` : ''}, ${state}`}
          >
            <Fetched name="prompt" input={{ id, phase, round, participant, call, attempt }}>
              {({ text }) => <LongText text={text} />}
            </Fetched>
          </Opened>
        ))}
      </Opened>
    ),
  };
}

/**
 * Keeps what the person reads where it is while the page changes above it. Browsers do that only for a page that was scrolled,
 * and not all of them. The component that shows the changing data calls it, around elements of the class `steady`.
 */
function useSteadyScroll(): void {
  const anchor = findAnchor();
  useLayoutEffect(() => {
    if (anchor === undefined || !anchor.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) scrollBy(0, moved);
  });
}

/** Finds the element that was opened or selected last, if it is in view; else the first thing below the header. */
function findAnchor(): { readonly element: Element; readonly top: number } | undefined {
  const { activeElement } = document;
  const isUsed = activeElement?.closest('.steady') != null && isInView(activeElement);
  const element = isUsed ? activeElement : scrollY === 0 ? undefined : firstInView();
  return element === undefined ? undefined : { element, top: element.getBoundingClientRect().top };
}

function firstInView(): Element | undefined {
  return [...document.querySelectorAll('.steady :is(h2, h3, p, li, tr, article, summary, pre)')].find(isInView);
}

function isInView(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > HEADER_HEIGHT && top < innerHeight;
}

const HEADER_HEIGHT = 60;
