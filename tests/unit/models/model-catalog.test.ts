import { expect, it } from 'vitest';
import { failure } from '../../../src/kernel/result.js';
import type { LoginState, ModelAdapter } from '../../../src/models/index.js';
import { createModelCatalog } from '../../../src/models/model-catalog.js';
import { createModelDirectory } from '../../../src/program/model-directory.js';

function tool(name: string, login: LoginState): ModelAdapter {
  return {
    name,
    kind: 'cli',
    ask: async () => failure({ failure: { kind: 'cancelled' }, usage: {} }),
    availability: async () => ({ available: true, detail: `/bin/${name}`, models: ['large'] }),
    login: async () => login,
  };
}

it('does not list a tool as available that is logged out, and says how to log in', async () => {
  const provided = {
    in: tool('in', { kind: 'logged_in' }),
    unknown: tool('unknown', { kind: 'unknown' }),
    out: tool('out', { kind: 'logged_out', remedy: 'run `out login`' }),
  };
  const directory = createModelDirectory({ adapters: {}, modelRegistry: {}, provided });
  const listed = await createModelCatalog(directory).list(new AbortController().signal);
  expect(listed.map(({ adapter, available }) => [adapter, available])).toEqual([
    ['in', true],
    ['unknown', true],
    ['out', false],
  ]);
  expect(listed[2]).toMatchObject({ reason: 'not logged in', remedy: 'run `out login`' });
});
