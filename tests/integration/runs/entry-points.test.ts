import { existsSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { childEnvironment, LAUNCHER } from '../../support/serve-session.js';
import { QUESTION, type ScriptedProject, scriptedProject } from './scripted-project.js';

const LONG = { timeout: 90_000, interval: 25 };
const ONE_TEST_MS = 120_000;
const asked = (project: ScriptedProject) => project.log().filter((line) => line.startsWith('asked '));
const statuses = (project: ScriptedProject) => project.rows('SELECT status FROM runs').map(({ status }) => status);
const seats = ['alpha', 'beta', 'gamma'].flatMap((name) => ['-p', `${name}:v1`]);

/** Killed while all three think about the first round. */
async function killed(project: ScriptedProject): Promise<string> {
  project.hold();
  const { child, ended } = project.start(['deliberate', QUESTION, '--json', '--rounds', '3', ...seats]);
  await expect.poll(() => asked(project), LONG).toHaveLength(3);
  child.kill('SIGKILL');
  await ended;
  return String(project.rows('SELECT id FROM runs')[0]?.id);
}

describe('an interrupted deliberation', () => {
  it(
    'is listed as such, and if two programs continue it, one of them reads which process has it',
    async () => {
      const project = scriptedProject();
      const id = await killed(project);
      const listed = await project.start(['deliberations', '--json']).ended;
      expect(JSON.parse(listed.stdout)).toMatchObject({
        deliberations: [
          { deliberation_id: id, status: 'interrupted', round: 1, rounds: 3, calls: { done: 0, open: 3 } },
        ],
      });
      const table = await project.start(['deliberations']).ended;
      expect(table.stdout).toContain(`Continue with: witan deliberate --resume ${id}`);

      const first = project.start(['deliberate', '--resume', id, '--json']);
      await expect.poll(() => asked(project), LONG).toHaveLength(6);
      const second = await project.start(['deliberate', '--resume', id, '--json']).ended;
      expect([second.exitCode, second.stdout]).toEqual([1, '']);
      expect(second.stderr).toBe(
        `witan: deliberation ${id} is running in process ${first.child.pid}; wait for it, or end that process first\n`,
      );
      project.release();
      const { exitCode, stdout } = await first.ended;
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'complete', deliberation_id: id });
      const replay = await project.start(['replay', id]).ended;
      expect([replay.exitCode, replay.stdout]).toEqual([0, expect.stringContaining(`${id}: identical`)]);
    },
    ONE_TEST_MS,
  );

  it(
    'says at Ctrl-C in a shell how to continue it',
    async () => {
      const project = scriptedProject();
      project.hold();
      const { child, ended } = project.start(['deliberate', QUESTION, '--rounds', '3', ...seats]);
      await expect.poll(() => asked(project), LONG).toHaveLength(3);
      child.kill('SIGINT');
      const { exitCode, stderr } = await ended;
      const [{ id, status } = {}] = project.rows('SELECT id, status FROM runs');
      expect([exitCode, status]).toEqual([1, 'interrupted']);
      expect(stderr).toContain(`to continue: witan deliberate --resume ${String(id)}\n`);
    },
    ONE_TEST_MS,
  );

  it(
    'is continued by its deliberation_id after an MCP client cancelled it',
    async () => {
      const project = scriptedProject();
      const client = await connect(project);
      project.hold();
      const controller = new AbortController();
      let first = '';
      const cancelled = client.callTool(
        { name: 'deliberate', arguments: { question: QUESTION, participants: project.participants, rounds: 3 } },
        undefined,
        {
          signal: controller.signal,
          onprogress: ({ message = '' }) => {
            first ||= message;
          },
        },
      );
      await expect.poll(() => asked(project), LONG).toHaveLength(3);
      controller.abort();
      await expect(cancelled).rejects.toThrow();
      await expect.poll(() => statuses(project), LONG).toEqual(['interrupted']);
      const id = /^deliberation (\S+) started/.exec(first)?.[1];
      expect(project.rows('SELECT id FROM runs')).toEqual([{ id }]);

      project.release();
      const refused = await client.callTool({
        name: 'deliberate',
        arguments: { deliberation_id: id, question: 'Is this another question altogether?' },
      });
      expect(refused.structuredContent).toMatchObject({ error: { type: 'validation_error' } });
      const resumed = await client.callTool({ name: 'deliberate', arguments: { deliberation_id: id } });
      const result = resumed.structuredContent as unknown;
      expect(result).toMatchObject({ status: 'complete', deliberation_id: id, rounds_completed: 3 });
      expect((result as DeliberationResult).voting_result?.winning_option).toBe('SQLite');
      // The three that were cancelled, once more, and then everything else once.
      expect(asked(project)).toHaveLength(3 + 12);
      await client.close();
    },
    ONE_TEST_MS,
  );
});

describe('a client that gave up', () => {
  it(
    'gets its deliberation back from the same server while that still runs it, and right after cancelling it',
    async () => {
      const project = scriptedProject();
      const client = await connect(project);
      project.hold();
      const controller = new AbortController();
      let first = '';
      const given = { question: QUESTION, participants: project.participants, rounds: 3 };
      const running = client.callTool({ name: 'deliberate', arguments: given }, undefined, {
        signal: controller.signal,
        onprogress: ({ message = '' }) => {
          first ||= message;
        },
      });
      await expect.poll(() => asked(project), LONG).toHaveLength(3);
      const id = /^deliberation (\S+) started/.exec(first)?.[1];
      const heard: string[] = [];
      const joining = new AbortController();
      const joined = client.callTool({ name: 'deliberate', arguments: { ...given, deliberation_id: id } }, undefined, {
        signal: joining.signal,
        onprogress: ({ message = '' }) => heard.push(message),
      });
      await expect.poll(() => heard[0], LONG).toBe(first);
      controller.abort();
      joining.abort();
      await expect(running).rejects.toThrow();
      await expect(joined).rejects.toThrow();
      // At once, while the calls of the one before are still being ended.
      const resumed = client.callTool({ name: 'deliberate', arguments: { deliberation_id: id } });
      project.release();
      expect((await resumed).structuredContent).toMatchObject({ status: 'complete', deliberation_id: id });
      expect(asked(project)).toHaveLength(3 + 12);
      await client.close();
    },
    ONE_TEST_MS,
  );
});

describe('looking for something to continue', () => {
  it(
    'makes no database in a fresh folder, and says how to begin',
    async () => {
      const project = scriptedProject();
      for (const words of [['--resume'], ['--resume', '2026']]) {
        const { exitCode, stderr } = await project.start(['deliberate', ...words]).ended;
        expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^witan: no deliberation is recorded[^\n]*\n$/)]);
      }
      expect(existsSync(project.runsFile)).toBe(false);
    },
    ONE_TEST_MS,
  );
});

describe('a broken record', () => {
  it(
    'does not stop a deliberation of the shell, which says that it cannot be continued',
    async () => {
      const project = scriptedProject();
      await project.start(['deliberate', QUESTION, '--json', '--mode', 'quick', ...seats]).ended;
      writeFileSync(project.runsFile, 'this is no database, whatever its name says'.repeat(100));
      const { exitCode, stdout } = await project.start(['deliberate', QUESTION, '--json', '--mode', 'quick', ...seats])
        .ended;
      const { integrity } = JSON.parse(stdout) as DeliberationResult;
      expect([exitCode, integrity.warnings.filter((warning) => warning.includes('runs.db'))]).toEqual([
        0,
        [expect.stringMatching(/^it could not be recorded, so it cannot be continued or replayed: /)],
      ]);
      const listed = await project.start(['deliberations']).ended;
      expect([listed.exitCode, listed.stderr]).toEqual([1, expect.stringMatching(/^witan: [^\n]*runs\.db[^\n]*\n$/)]);
    },
    ONE_TEST_MS,
  );
});

async function connect(project: ScriptedProject): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, 'serve', '--config', project.configFile],
      cwd: project.folder,
      env: { ...childEnvironment(), HOME: project.home },
      stderr: 'ignore',
    }),
  );
  return client;
}
