import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followCoach } from '../../../src/http/follow-coach.js';
import { makeStateFolder, stateFile, writeState } from '../../../src/http/server-state.js';
import { randomSecret } from '../../../src/kernel/key-proof.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('notices the first coach of a new user when it writes its state, not at the next check', async () => {
  // Without the regular check.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const states = scratchFolder('state');
  vi.stubEnv('XDG_STATE_HOME', states);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const projectFolder = scratchFolder('project');
  let changed = () => {};
  const noticed = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const coach = followCoach({ projectFolder, logger: silentLogger, changed });
  onTestFinished(() => coach.close());
  expect(coach.isRunning()).toBe(false);
  const server = { process: thisProcess(), url: 'http://127.0.0.1:1', projectFolder };
  const folder = path.join(states, 'witan');
  makeStateFolder(folder);
  const file = stateFile(folder, 'coach', projectFolder);
  await writeState(file, { key: randomSecret(), server });
  await noticed;
  expect(coach.isRunning()).toBe(true);
});
