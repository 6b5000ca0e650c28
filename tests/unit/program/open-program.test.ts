import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeEvidence } from '../../../src/cli/doctor/describe-parts.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { testProgram } from '../../support/test-program.js';

it.each([
  ['enabled: true', { state: 'ok', text: expect.stringMatching(/no program is run for them$/) }],
  [
    'enabled: false',
    {
      state: 'note',
      text: 'off, so participants cannot look at the project',
      remedy: 'set evidence.enabled to true in a config file',
    },
  ],
])('the doctor learns how participants look at the project with %s', async (evidence, state) => {
  const projectFolder = scratchFolder('project');
  mkdirSync(path.join(projectFolder, '.witan'));
  writeFileSync(path.join(projectFolder, '.witan', 'config.yaml'), `evidence: { ${evidence} }\n`);
  const { settings } = await testProgram({}, { projectFolder });
  expect(describeEvidence(settings)).toEqual(state);
});
