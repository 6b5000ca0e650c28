import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userConfigFile } from '../../../src/config/edit/change-user-config.js';
import { changeUserConfig, readUserSetting } from '../../../src/config/index.js';
import { writeAtomically } from '../../../src/storage/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'witan-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a change of the user's own file", () => {
  it('waits for others, so that none of several at the same time is lost', async () => {
    const context = {
      projectFolder: folder,
      homeFolder: folder,
      packageFolder: resolve('.'),
      environment: {},
    };
    const add = (id: string) =>
      changeUserConfig(
        async () => {
          const registry = (await readUserSetting('model_registry', context)) as Record<string, object[] | undefined>;
          return [{ key: ['model_registry', 'openai'], value: [...(registry.openai ?? []), { id }] }];
        },
        context,
        writeAtomically,
      );
    const ids = ['a', 'b', 'c', 'd'];
    await Promise.all(ids.map(add));
    const { openai } = (await readUserSetting('model_registry', context)) as Record<string, { id: string }[]>;
    expect(openai?.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(readdirSync(dirname(userConfigFile(context)))).toEqual(['config.yaml']);
  });
});
