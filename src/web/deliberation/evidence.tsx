import { useMoreRows } from '../components/more-rows.js';
import { formatSeconds } from '../components/text.js';
import type { Citation, LinesNow, LookUp, Run, Texts } from './types.js';

/** What the answers rest on: cited lines of the project, and everything that was looked up. */
export function Evidence({ run, texts }: { readonly run: Run; readonly texts: Texts }) {
  const citations = run.result?.citations ?? [];
  return (
    <>
      {citations.length > 0 && (
        <section aria-label="Evidence">
          <h2>Evidence</h2>
          {texts.evidence(citations)}
        </section>
      )}
      {run.lookUps.length > 0 && <LookUps run={run} texts={texts} />}
    </>
  );
}

/** Each citation next to the lines as they are now. Several answers may cite the same lines. */
export function Citations({
  citations,
  now,
}: {
  readonly citations: readonly Citation[];
  readonly now: readonly LinesNow[];
}) {
  const [shown, more] = useMoreRows(getGroups(citations, now));
  return (
    <>
      <p class="quiet">The lines are read from the project now; they may have changed since.</p>
      <div class="rows">
        {shown.map(({ citation, by, lines }) => (
          <article key={citation.path + citation.start_line + citation.end_line + citation.quote}>
            <p>
              <b class="mono">
                {citation.path}:{citation.start_line}
                {citation.end_line === citation.start_line ? '' : `-${citation.end_line}`}
              </b>{' '}
              {citation.verified ? (
                <span class="good">✓ verified</span>
              ) : (
                <span class="bad">✗ not verified: {citation.reason ?? 'unknown reason'}</span>
              )}{' '}
              <span class="quiet">{by.join(', ')}</span>
            </p>
            {citation.quote && <p class="quiet">quoted: “{citation.quote}”</p>}
            {lines && <Lines lines={lines} />}
          </article>
        ))}
      </div>
      {more}
    </>
  );
}

function Lines({ lines: { lines, more, problem } }: { readonly lines: LinesNow }) {
  return (
    <>
      {problem !== null && <p class="warn">! now: {problem}</p>}
      {lines.length > 0 && (
        <pre>{lines.map(({ number, text }) => `${String(number).padStart(4)}  ${text}`).join('\n')}</pre>
      )}
      {more > 0 && <p class="quiet">and {more} more lines</p>}
    </>
  );
}

function getGroups(citations: readonly Citation[], now: readonly LinesNow[]) {
  const groups = new Map<string, { citation: Citation; by: string[]; lines: LinesNow | undefined }>();
  for (const [index, citation] of citations.entries()) {
    const key = JSON.stringify([
      citation.path,
      citation.start_line,
      citation.end_line,
      citation.quote,
      citation.verified,
    ]);
    const group = groups.get(key) ?? { citation, by: [], lines: now[index] };
    if (!group.by.includes(citation.participant)) group.by.push(citation.participant);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function LookUps({ run, texts }: { readonly run: Run; readonly texts: Texts }) {
  const [shown, more] = useMoreRows(run.lookUps);
  return (
    <section aria-label="Look-ups">
      <h2>Look-ups</h2>
      <div class="rows">
        {shown.map((lookUp) => (
          <LookUpRow key={`${lookUp.round}/${lookUp.key}`} lookUp={lookUp} texts={texts} />
        ))}
      </div>
      {more}
      {run.result?.not_run.map(({ round, participant, requests, reason }) => (
        <p key={round + participant + reason} class="quiet">
          Not run: {requests} of {participant} in round {round}, {reason}
        </p>
      ))}
    </section>
  );
}

function LookUpRow({ lookUp, texts }: { readonly lookUp: LookUp; readonly texts: Texts }) {
  const { round, request, askedBy, error, durationMs } = lookUp;
  return (
    <article>
      <p>
        <code>{request}</code>{' '}
        <span class="quiet">
          round {round}, {askedBy.join(', ') || 'unknown'}, {formatSeconds(durationMs / 1000)}
        </span>
      </p>
      {error !== null && <p class="warn">! {error}</p>}
      {error === null && texts.lookUp?.(lookUp)}
    </article>
  );
}
