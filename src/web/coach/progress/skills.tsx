import { Time } from '../../components/text.js';
import { LEVEL_OF_STAGE, type Skill, type Stage } from '../model/progress-state.js';

/** The stage of each skill, with what it was concluded from. */
export function Skills({ skills }: { readonly skills: readonly Skill[] }) {
  return (
    <section aria-labelledby="skills">
      <h2 id="skills">Skills</h2>
      {skills.length === 0 && (
        <p class="empty">Not assessed yet. The coach looks at your skills when a session ends.</p>
      )}
      <div class="cards">
        {skills.map(({ skillArea, stage, assessedAt, history }) => (
          <article key={skillArea} class="card">
            <h3>{skillArea}</h3>
            <Level stage={stage} />
            {history[0] !== undefined && <p>{history[0].evidence}</p>}
            <p class="quiet">
              assessed <Time value={assessedAt} />
            </p>
            {history.length > 1 && (
              <details>
                <summary>History of {skillArea}</summary>
                <ol class="plain">
                  {history.map((each) => (
                    <li key={each.assessedAt}>
                      <Time value={each.assessedAt} />: <strong>{formatStage(each.stage)}</strong>. {each.evidence}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

const STEPS = Object.values(LEVEL_OF_STAGE);

/** Five steps, of which as many are filled as were reached. */
function Level({ stage }: { readonly stage: Stage }) {
  const level = LEVEL_OF_STAGE[stage];
  return (
    <p class="level">
      <span class="steps-reached" aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} class={step <= level ? 'reached' : undefined} />
        ))}
      </span>
      {formatStage(stage)} <span class="quiet">({level} of 5)</span>
    </p>
  );
}

function formatStage(stage: Stage): string {
  return stage.replaceAll('_', ' ');
}
