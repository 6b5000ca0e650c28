import { Command } from '../../components/text.js';
import { Markdown } from '../markdown.js';
import type { CoachSession } from '../model/coach-state.js';
import { formatIssue } from './format-issue.js';

/** What the session is about. */
export function Issue({ number, title, summary, labels, url }: CoachSession['issueContext']) {
  return (
    <section class="coach-issue" aria-labelledby="issue-title">
      <h2 id="issue-title">{formatIssue(number, title)}</h2>
      {labels.length > 0 && (
        <p class="labels">
          {labels.map((label) => (
            <span key={label} class="tag">
              {label}
            </span>
          ))}
        </p>
      )}
      {summary !== '' && (
        <details>
          <summary>Description</summary>
          <Markdown text={summary} />
        </details>
      )}
      {url !== null && (
        <p class="address">
          <Command text={url} />
        </p>
      )}
    </section>
  );
}
