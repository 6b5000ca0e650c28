import { expect, it } from 'vitest';
import { home } from '../../../src/http/routes/home.js';
import { pagePorts } from '../../../src/program/open-pages.js';
import { openProgram } from '../../../src/program/command-line-program.js';
import { fillProject } from '../../support/full-project.js';
import { emptyPorts } from '../../support/pages-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('says nothing about a project without data', async () => {
  expect(await home.handle({}, emptyPorts())).toMatchObject({
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
  const program = await openProgram({ projectFolder: folder });
  const shown = await home.handle({}, pagePorts(program, folder));
  await program.close();
  expect(shown.orphans).toEqual([{ id: expect.any(String), goal: 'Stop duplicate parcels in the import' }]);
  expect(shown.monthly).toMatchObject({ calls: 21, unknownCalls: 0 });
  expect(shown.monthly?.usd).toBeCloseTo(21 * 0.0042);
});
