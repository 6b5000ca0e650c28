import { expect, it } from 'vitest';
import { home } from '../../../src/http/routes/home.js';
import { fillProject } from '../../support/full-project.js';
import { emptyProgram } from '../../support/pages-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { testProgram } from '../../support/test-program.js';

it('says nothing about a project without data', async () => {
  expect(await home.handle({}, emptyProgram())).toMatchObject({
    running: [],
    interrupted: [],
    drafts: 0,
    unjudged: 0,
    orphans: [],
    driftingValues: 0,
    problems: [],
    monthly: null,
  });
});

it('names what waits for the person, and what this month has cost', async () => {
  const folder = scratchFolder('home');
  await fillProject(folder, { decisions: 0, experiences: 0 });
  const program = await testProgram({}, { projectFolder: folder, environment: process.env });
  const shown = await home.handle({}, emptyProgram(program));
  expect(shown.orphans).toEqual([{ id: expect.any(String), goal: 'Stop duplicate parcels in the import' }]);
  expect(shown.monthly).toMatchObject({ calls: 21, unknownCalls: 0 });
  expect(shown.monthly?.usd).toBeCloseTo(21 * 0.0042);
});
