import { describe, expect, it } from 'vitest';
import { createModelDirectory } from '../../../src/main/model-directory.js';
import { describeFailure, type ModelAdapter } from '../../../src/models/index.js';

const REHEARSAL = { type: 'rehearsal' } as const;
const question = { model: 'm', prompt: 'Tea?', workingDirectory: '/', signal: new AbortController().signal };

describe('the model directory', () => {
  it('keeps the other adapters when one cannot be made, and says why', async () => {
    const directory = createModelDirectory({
      adapters: { broken: REHEARSAL, sound: REHEARSAL },
      modelRegistry: {},
      create: async (name) => {
        if (name === 'broken') throw new TypeError('the file\n is damaged');
        return adapterNamed(name);
      },
    });
    const [broken, sound] = await Promise.all(directory.names().map((name) => directory.adapter(name)));
    expect(await sound?.availability()).toMatchObject({ available: true });
    expect(await broken?.availability()).toEqual({
      available: false,
      reason: 'it could not be set up (the file is damaged)',
      remedy: 'check the adapter broken in the configuration',
    });
    const answer = await broken?.ask(question);
    expect(answer?.ok === false && describeFailure(answer.error.failure)).toContain('the file is damaged');
  });

  it('makes an adapter once, and tries again only after it could not be made', async () => {
    let tries = 0;
    const directory = createModelDirectory({
      adapters: { late: REHEARSAL },
      modelRegistry: {},
      create: async (name) => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
        return adapterNamed(name);
      },
    });
    expect(await (await directory.adapter('late'))?.availability()).toMatchObject({ available: false });
    const adapter = await directory.adapter('late');
    expect(await adapter?.availability()).toMatchObject({ available: true });
    expect(await directory.adapter('late')).toBe(adapter);
    expect(tries).toBe(2);
  });
});

function adapterNamed(name: string): ModelAdapter {
  return {
    name,
    kind: 'rehearsal',
    ask: async () => ({ ok: true, value: { text: 'Tea.', usage: {} } }),
    availability: async () => ({ available: true, detail: 'ready' }),
  };
}
