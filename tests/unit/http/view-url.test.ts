import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { viewUrl } from '../../../src/http/client.js';
import { stateFile, writeState } from '../../../src/http/server-state.js';
import { identifyProcess, thisProcess } from '../../../src/kernel/process-identity.js';
import { realPathOf } from '../../../src/kernel/real-path.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const KEY = 'k'.repeat(43);
const url = 'http://127.0.0.1:47600';

async function serving(process_: ReturnType<typeof thisProcess>): Promise<string> {
  const project = scratchFolder('viewed');
  process.env.XDG_STATE_HOME = scratchFolder('state');
  const folder = path.join(process.env.XDG_STATE_HOME, 'witan');
  mkdirSync(folder, { mode: 0o700 });
  const file = stateFile(folder, 'view', realPathOf(project));
  await writeState(file, { key: KEY, server: { process: process_, url } });
  return project;
}

it('names the page of a deliberation, without the key, while the pages are served', async () => {
  const project = await serving(thisProcess());
  expect(viewUrl(project, '20261117-101502-3f9ac1')).toBe(`${url}/deliberations/20261117-101502-3f9ac1`);
});

it('names no page of a server that has ended, or of another project', async () => {
  const project = await serving({ ...identifyProcess(process.pid), pid: 2 ** 22 + 1 });
  expect(viewUrl(project, 'any')).toBeNull();
  expect(viewUrl(scratchFolder('other'), 'any')).toBeNull();
});
