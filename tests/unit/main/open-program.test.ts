import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openProgram } from '../../../src/main/open-program.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('tells a person who asks about the sandbox that evidence is off, and how to turn it on', async () => {
  const projectFolder = scratchFolder('project');
  mkdirSync(path.join(projectFolder, '.witan'));
  writeFileSync(path.join(projectFolder, '.witan', 'config.yaml'), 'evidence: { enabled: false }\n');
  const program = await openProgram({ projectFolder });
  try {
    expect(await program.sandbox()).toEqual({
      state: 'note',
      text: 'not used: evidence is off, so participants cannot look at the project',
      remedy: 'set evidence.enabled to true in a config file',
    });
  } finally {
    await program.close();
  }
});
