import type { Run } from './types.js';

/** What speaks against relying on the verdict. */
export function Warnings({ run }: { readonly run: Run }) {
  const { doubts } = run;
  if (run.result === null) return null;
  return (
    <section aria-label="Warnings">
      <h2>Can it be relied on?</h2>
      {doubts.length === 0 ? (
        <p class="good">✓ Nothing speaks against it: quorum met, no vote alone decides, all ways of counting agree.</p>
      ) : (
        <ul class="warnings">
          {doubts.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
