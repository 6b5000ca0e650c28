import type { ToPage } from '../../../http/websocket/protocol.js';
import { Markdown } from '../markdown.js';

/** Earlier solutions and what was said about them, the newest first. */
export function Attempts({ attempts }: Pick<ToPage['practice:kata_load']['kata'], 'attempts'>) {
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {attempts.length === 0 && <p class="empty">None yet. What you submit is kept here with its review.</p>}
      <ol class="plain" reversed>
        {attempts
          .map(({ code, review = '', level, passed, constraints }, index) => (
            <li key={index}>
              <details>
                <summary>
                  Attempt {index + 1}: {passed === true ? 'passed' : 'not passed'}
                  {level !== undefined && `, level ${level}`}
                  {constraints.length > 0 && `, with ${constraints.join(', ')}`}
                </summary>
                {review !== '' && <Markdown text={review} />}
                <pre>
                  <code>{code}</code>
                </pre>
              </details>
            </li>
          ))
          .reverse()}
      </ol>
    </section>
  );
}
