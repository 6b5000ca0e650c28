import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProjectFolder } from '../../../../src/project/person/in-project-folder.js';
import { createPersonPaths } from '../../../../src/project/person/person-paths.js';
import { personProject } from '../../../support/person-project.js';

it.runIf(process.platform === 'linux')(
  'writes into the folder that was checked, although a link has taken its name by then',
  async () => {
    const { root, outside, at } = await personProject({ 'src/a.ts': 'old' });
    const paths = await createPersonPaths(root, { ownFolders: [], homeFolder: '' });
    if (!paths.ok) throw new Error(paths.error);
    await inProjectFolder('src/a.ts', paths.value, (entry) => {
      renameSync(at('src'), at('moved'));
      symlinkSync(outside, at('src'));
      writeFileSync(entry.path, 'new');
    });
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readFileSync(at('moved/a.ts'), 'utf8')).toBe('new');
  },
);
