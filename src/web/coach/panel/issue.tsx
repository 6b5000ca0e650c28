import { Command } from '../../components/text.js';
import { Markdown } from '../markdown.js';
import type { CoachSession } from '../model/coach-state.js';
import { formatIssue } from './format-issue.js';

/** What the session is about. */
export function Issue({ number, title, summary, labels, url }: CoachSession['issueContext']) {
  const isMore = summary !== '' || url !== null;
  return (
    <section class="coach-issue" aria-labelledby="issue-title">
      <h2 id="issue-title">{formatIssue(number, title)}</h2>
      {isMore && (
        <details>
          <summary>
            Description <Labels labels={labels} />
          </summary>
          {summary !== '' && <Markdown text={summary} />}
          {url !== null && (
            <p class="address">
              <Command text={url} />
            </p>
          )}
        </details>
      )}
      {!isMore && <Labels labels={labels} />}
    </section>
  );
}

function Labels({ labels }: Pick<CoachSession['issueContext'], 'labels'>) {
  return labels.map((label) => (
    <span key={label} class="tag">
      {label}
    </span>
  ));
}
