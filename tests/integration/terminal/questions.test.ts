import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMachineWithModels, type EmptyMachine } from '../cli-program.js';

let machine: EmptyMachine;
beforeEach(() => {
  machine = createMachineWithModels();
});
afterEach(() => machine.remove());

const ONE_TEST_MS = 60_000;
const NO: readonly [string, string] = ['[y/N]', 'n\n'];
const YES: readonly [string, string] = ['[y/N]', 'y\n'];

async function json<Value>(args: readonly string[]): Promise<Value> {
  return JSON.parse((await machine.witan([...args, '--json'])).stdout) as Value;
}

const deliberate = () => machine.witan(['deliberate', 'Should our job queue use PostgreSQL or SQLite?']);
const deliberations = async () => (await json<{ deliberations: object[] }>(['deliberations', 'list'])).deliberations;
const decisions = async () => (await json<{ results: object[] }>(['decisions', 'timeline'])).results;

describe('a question on a terminal', () => {
  it.each([
    ['deliberations delete', ['deliberations', 'delete', 'last'], deliberations],
    ['deliberations prune', ['deliberations', 'prune', '--older-than', '2999-01-01'], deliberations],
    ['decisions delete', ['decisions', 'delete', '20'], decisions],
    ['decisions archive', ['decisions', 'archive', '--older-than', '2999-01-01'], decisions],
  ] as const)(
    'is asked by `%s`: no keeps all, yes does it',
    async (_name, args, listed) => {
      await deliberate();
      expect(await listed()).toHaveLength(1);
      const refused = await machine.witanOnTerminal(args, [NO]);
      expect([refused.exitCode, refused.screen]).toEqual([1, expect.stringMatching(/\[y\/N\] n\nNothing was/)]);
      expect(await listed()).toHaveLength(1);
      const agreed = await machine.witanOnTerminal(args, [YES]);
      expect([agreed.exitCode, agreed.screen]).toEqual([0, expect.stringMatching(/\[y\/N\] y\n\S/)]);
      expect(await listed()).toHaveLength(0);
    },
    ONE_TEST_MS,
  );

  it(
    'is asked by `knowledge delete`: no keeps the item, yes deletes it',
    async () => {
      const added = await json<{ id: string }>([
        ...['knowledge', 'add', 'Check the queue', '--tool', 'Write', '--risk', 'Jobs are lost'],
      ]);
      const items = async () => (await json<{ results: object[] }>(['knowledge', 'list'])).results;
      const refused = await machine.witanOnTerminal(['knowledge', 'delete', added.id], [NO]);
      expect([refused.exitCode, refused.screen]).toEqual([1, expect.stringContaining('Nothing was deleted.')]);
      expect(await items()).toHaveLength(1);
      const agreed = await machine.witanOnTerminal(['knowledge', 'delete', added.id], [YES]);
      expect([agreed.exitCode, agreed.screen]).toEqual([0, expect.stringContaining('Deleted: Check the queue')]);
      expect(await items()).toHaveLength(0);
    },
    ONE_TEST_MS,
  );

  it(
    'is asked by `init` last, for a config that needs trust: no and Enter trust nothing, yes trusts it',
    async () => {
      mkdirSync(join(machine.project, '.witan'));
      writeFileSync(
        join(machine.project, '.witan/config.yaml'),
        JSON.stringify({ adapters: { mine: { type: 'cli', command: './mine\u001b[2J\u202e' } } }),
      );
      const isTrusted = async () =>
        (await json<{ findings: object[] }>(['doctor'])).findings.some(
          (finding) => JSON.stringify(finding) === '{"subject":"trust","state":"ok","text":"this folder is trusted"}',
        );
      for (const typed of ['n\n', '\n']) {
        const { exitCode, screen } = await machine.witanOnTerminal(['init'], [['[y/N]', typed]]);
        expect(exitCode).toBe(0);
        expect(screen).toMatch(
          /adapters\.mine\.command: \.\/mine[^\n]*\n[^\n]*Trust \.witan\/config\.yaml[^\n]*\nNot trusted[^\n]*\n$/,
        );
        expect(screen).not.toMatch(/\u001b\[2J|\u202e/);
        expect(await isTrusted()).toBe(false);
      }
      const { screen } = await machine.witanOnTerminal(['init'], [['[y/N]', 'y\n']]);
      expect(screen).toMatch(/\[y\/N\] y\nTrusted: [^\n]+\n$/);
      expect(await isTrusted()).toBe(true);
    },
    ONE_TEST_MS,
  );

  it('is asked by `journal delete`, and no ends it', async () => {
    const { exitCode, screen } = await machine.witanOnTerminal(['journal', 'delete', 'ghap_1'], [NO]);
    expect([exitCode, screen]).toEqual([1, expect.stringContaining('Nothing was deleted.')]);
  });
});
