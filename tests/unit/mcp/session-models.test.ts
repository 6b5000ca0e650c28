import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectInMemory } from '../../support/connect-in-memory.js';
import { type FakeCouncil, fakeCouncil } from '../../support/fake-council.js';

let client: Client;
let access: FakeCouncil;
beforeEach(async () => {
  access = fakeCouncil();
  client = (await connectInMemory(access)).client;
});

const setModels = async (models: Record<string, unknown>) =>
  (await client.callTool({ name: 'set_session_models', arguments: models })).structuredContent;

describe('set_session_models', () => {
  it('chooses the model that later deliberations use, shows it in list_models, and forgets it again', async () => {
    expect(await setModels({ claude: 'opus' })).toEqual({ session_models: { claude: 'opus' } });
    await client.callTool({ name: 'deliberate', arguments: { question: 'Tabs or spaces for the new code?' } });
    expect(access.requests[0]?.options.defaultModels).toEqual({ claude: 'opus' });
    const listed = await client.callTool({ name: 'list_models' });
    expect(listed.structuredContent).toMatchObject({
      adapters: [
        { adapter: 'claude', available: true, session_model: 'opus', models: [{ id: 'sonnet' }, { id: 'opus' }] },
        { adapter: 'anything', available: false, remedy: 'start it', session_model: null },
      ],
    });
    expect(await setModels({ claude: null })).toEqual({ session_models: {} });
  });

  it('accepts any model id for an adapter with unknown models, but no option', async () => {
    expect(await setModels({ anything: 'qwen3:8b' })).toEqual({ session_models: { anything: 'qwen3:8b' } });
    expect(await setModels({ anything: '--exec' })).toMatchObject({ error: { type: 'validation_error' } });
  });

  it.each([
    [{ cluade: 'opus' }, 'adapter "cluade" is not known; did you mean "claude"? adapters: claude, anything'],
    [{ claude: 'opsu' }, 'claude: model "opsu" is not known; did you mean "opus"? models of claude: sonnet, opus'],
  ])('refuses %j with the known names', async (models, message) => {
    expect(await setModels(models)).toEqual({ error: { type: 'validation_error', message } });
  });

  it('changes nothing when one of several choices is wrong', async () => {
    expect(await setModels({ claude: 'opus', unknown: 'x' })).toMatchObject({ error: {} });
    expect(await setModels({})).toEqual({ session_models: {} });
  });

  it('refuses a value that is neither a model nor null', async () => {
    expect(await setModels({ claude: 4 })).toEqual({
      error: { type: 'validation_error', message: 'claude: 4 is a number; give a string' },
    });
  });
});
