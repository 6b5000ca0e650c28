import { median, rounded } from '../median.mjs';
import { openPage, withCoach, withMachine } from './coach-machine.mjs';
import { startSlowApi } from './slow-api.mjs';

const EXPLANATIONS = 50;
const ANSWER_MS = 100;
const LINES = 1_000;

/** From the selection on the page to its explanation, without the time that the model takes. */
export async function measureExplain() {
  const api = await startSlowApi({ answer: ANSWER, answerMs: ANSWER_MS });
  const files = { 'src/cart.ts': 'const one = 1;\n'.repeat(LINES), 'src/price.ts': '' };
  try {
    const times = await withMachine(files, (machine) =>
      withCoach({ ...machine, env: { ...machine.env, ANTHROPIC_BASE_URL: api.url } }, timeExplanations),
    );
    const note = `largest ${rounded(Math.max(...times), 1)} ms of ${times.length}, with answers of ${ANSWER_MS} ms`;
    return [
      { name: 'coach, explanation over its call', value: rounded(median(times), 1), unit: 'ms', target: 30, note },
    ];
  } finally {
    await api.close();
  }
}

async function timeExplanations(coach) {
  const page = await openPage(coach);
  page.send('session:start', { goal: 'measure' });
  await page.next('session:started');
  const selection = { startLine: 500, startCol: 0, endLine: 510, endCol: 0 };
  const surroundingContext = 'const one = 1;\n'.repeat(110);
  const selectedText = 'const one = 1;\n'.repeat(10);
  const request = { path: 'src/cart.ts', language: 'typescript', selection, selectedText, surroundingContext };
  const times = [];
  for (let run = -5; run < EXPLANATIONS; run++) {
    const started = performance.now();
    const answered = page.next('explain:response');
    page.send('user:explain', request);
    await answered;
    if (run >= 0) times.push(performance.now() - started - ANSWER_MS);
  }
  return times;
}

const ANSWER = {
  explanation: 'It counts.',
  key_concepts: ['counting'],
  analogy: null,
  related_files: ['src/price.ts'],
  phase_connection: null,
};
