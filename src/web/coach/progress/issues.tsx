import { goTo } from '../../shell/location.js';
import type { AssessedIssue, ProgressState } from '../model/progress-state.js';
import type { CoachStore } from '../store.js';

interface IssuesProps extends Pick<ProgressState, 'issues'> {
  readonly store: Pick<CoachStore, 'act' | 'coach'>;
}

/** Open issues of the project, the most useful for the person first. */
export function Issues({ issues, store: { act, coach } }: IssuesProps) {
  const isFree = coach.value.session === null;
  const start = async ({ number: issueNumber, title: goal }: AssessedIssue) => {
    if ((await act('session:start', { issueNumber, goal })) !== undefined) goTo('/coach');
  };
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">Issues</h2>
      <div role="status">
        {issues === undefined && <p class="quiet">Looking for issues of the project …</p>}
        {typeof issues === 'string' && <p class="notice">{issues}</p>}
        {Array.isArray(issues) && issues.length === 0 && (
          <p class="empty">No open issue. Issues of the project on GitHub are listed here.</p>
        )}
      </div>
      {typeof issues === 'object' && issues.length > 0 && (
        <ul class="plain rows">
          {issues.map((issue) => (
            <li key={issue.number}>
              <Issue issue={issue} />
              {isFree && (
                <p>
                  <button
                    type="button"
                    aria-label={`Start a session with issue ${issue.number}`}
                    onClick={() => void start(issue)}
                  >
                    Start
                  </button>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {issues !== undefined && (
        <p>
          <button type="button" onClick={() => void act('dashboard:refresh_issues', {})}>
            Look again
          </button>
        </p>
      )}
    </section>
  );
}

function Issue({ issue }: { readonly issue: AssessedIssue }) {
  const { name, look } = SUITABILITY[issue.suitability];
  return (
    <>
      <p>
        <strong>
          #{issue.number} {issue.title}
        </strong>{' '}
        <span class={`tag ${look}`}>{name}</span> <span class="tag">{issue.estimatedDifficulty}</span>
      </p>
      <p>{issue.summary}</p>
      <p class="quiet">{[issue.suitabilityReason, ...reasonsFor(issue)].filter(Boolean).join(' · ')}</p>
      {issue.learningOpportunities.length > 0 && (
        <p class="quiet">You can learn: {issue.learningOpportunities.join(', ')}</p>
      )}
    </>
  );
}

const SUITABILITY: Readonly<Record<AssessedIssue['suitability'], { readonly name: string; readonly look: string }>> = {
  good_fit: { name: 'good fit', look: 'good' },
  stretch: { name: 'a stretch', look: 'warn' },
  too_advanced: { name: 'too advanced for now', look: 'bad' },
};

function reasonsFor({
  priorityFactors: { userTagged, similarToRecentWork, addressesKnowledgeGap, teamUrgency },
}: AssessedIssue) {
  return [
    userTagged && 'names you',
    similarToRecentWork && 'like your recent work',
    addressesKnowledgeGap && 'closes a gap',
    teamUrgency === 'high' && 'urgent',
  ].filter((reason) => reason !== false);
}
