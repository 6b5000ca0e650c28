import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '../../../../../src/council/evidence/confinement/project.js';
import { findSandbox } from '../../../../../src/council/evidence/sandbox/find-sandbox.js';
import { reportCases } from '../../../../support/report-cases.js';
import { seedOr } from '../../../../support/seed.js';
import { sampleRequests } from './command-samples.js';
import { runIn, SECRET, sampleProject } from './sample-project.js';

const sandbox = await findSandbox();
if (!sandbox.ok) console.warn(`skipped: ${sandbox.error}`);
const COUNT = process.env.WITAN_HOSTILE === 'full' ? 4000 : 120;

describe.skipIf(!sandbox.ok)('commands in the sandbox and by our own code', () => {
  let project: Project;
  beforeAll(async () => {
    project = await sampleProject();
  });

  it('say the same for the same request, and never a secret', async () => {
    const differences: unknown[] = [];
    let successes = 0;
    const waiting = sampleRequests(COUNT, seedOr(20_261_116));
    const work = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const { command, args } = request;
        const own = await runIn(project, 'off', command, args);
        const sandboxed = own.ok ? await runIn(project, 'require', command, args) : own;
        if (own.ok) successes++;
        if (own.text !== sandboxed.text) differences.push({ command, args, own, sandboxed });
        expect(own.text + sandboxed.text).not.toContain(SECRET);
      }
    };
    await Promise.all([work(), work(), work()]);
    expect(differences).toEqual([]);
    expect(successes).toBeGreaterThan(COUNT / 2);
    reportCases(COUNT, differences.length);
  }, 600_000);

  // Only root can read such a file, and only outside the sandbox, where it keeps its privileges.
  it.skipIf(process.getuid?.() !== 0)('say the same of a file that the sandbox itself could not open', async () => {
    const file = join(project.root, 'of-another-user.txt');
    writeFileSync(file, 'readable by its owner\n', { mode: 0o600 });
    chownSync(file, 12_345, 12_345);
    for (const mode of ['auto', 'require', 'off'] as const) {
      const said = await runIn(project, mode, 'grep', ['owner', 'of-another-user.txt']);
      expect(said).toEqual({ ok: true, text: 'readable by its owner' });
    }
  });

  it('count right or refuse to, however much matches', async () => {
    for (let index = 0; index < 12; index++)
      writeFileSync(join(project.root, `full-${index}.txt`), 'abc def\n'.repeat(60_000));
    const counts = await runIn(project, 'require', 'grep', ['-rc', 'abc', '--include=full-*', '.']);
    expect(counts.text.split('\n')).toHaveLength(12);
    expect(counts.text.split('\n').every((line) => line.endsWith(':60000'))).toBe(true);
    writeFileSync(join(project.root, 'large.txt'), 'abc def\n'.repeat(300_000));
    const parts = await runIn(project, 'require', 'grep', ['-o', '.', 'large.txt'], 3_000_000);
    expect(parts).toEqual({ ok: false, text: 'grep: too much of this matches; name fewer files or search for more.' });
  });
});
