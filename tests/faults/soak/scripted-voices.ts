import type { ModelAdapter, ModelAnswer } from '../../../src/models/index.js';

/** Models that answer immediately: most of them tea, the third one coffee now and then; the one called failing never. */
export function scriptedVoices(names: readonly string[]): Record<string, ModelAdapter> {
  return Object.fromEntries(names.map((name) => [name, scripted(name)]));
}

function scripted(name: string): ModelAdapter {
  let calls = 0;
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: ['m'] }),
    ask: async (): Promise<ModelAnswer> => {
      calls += 1;
      if (name === 'failing') {
        return { ok: false, error: { failure: { kind: 'server_error', status: 500, detail: 'scripted' }, usage: {} } };
      }
      const option = name === 'third' && calls % 3 === 0 ? 'coffee' : 'tea';
      const vote = {
        option,
        confidence: 0.7,
        rationale: `${option} suits call ${calls}`,
        continue_debate: calls % 2 === 0,
      };
      const text = `${'I have thought about it. '.repeat(20)}\n\nVOTE: ${JSON.stringify(vote)}`;
      return { ok: true, value: { text, usage: { inputTokens: 100, outputTokens: 20 } } };
    },
  };
}
