import { describe, expect, it } from 'vitest';
import { renderRuns } from '../../../../src/cli/deliberations/show-runs.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { createPage } from '../../../../src/cli/text/page.js';
import type { RunEntry, Runs } from '../../../../src/council/index.js';
import { testProgram } from '../../../support/test-program.js';
import { testShell } from '../test-shell.js';

const ENTRY: RunEntry = {
  id: '20261116-101502-3f9ac1',
  question: 'Which queue?',
  workingDirectory: '/project',
  status: 'finished',
  startedAt: '2026-11-16T10:15:02.000Z',
  updatedAt: '2026-11-16T10:16:02.000Z',
  activeMs: 60_000,
  participants: ['m@one', 'm@two'],
  round: 2,
  rounds: 2,
  calls: { done: 4, open: 0 },
  cost: { usd: 0.02, unknownCalls: 0 },
  winner: 'SQLite',
  endedBy: null,
  isWhole: true,
  pid: null,
};

describe('witan deliberations', () => {
  it('says in its help what the list accepts', async () => {
    const shell = testShell();
    expect(await runCommandLine(['deliberations', '--help'], shell)).toBe(0);
    for (const option of ['--status <status>', 'interrupted', '--limit <number>', '--json', '--cwd <folder>']) {
      expect(shell.stdout.text()).toContain(option);
    }
  });

  it('asks one question, with one question mark after that of the record, before it deletes', async () => {
    const runs = { find: async () => ({ ...ENTRY, question: 'Tabs or spaces?' }) } as unknown as Runs;
    const asked: string[] = [];
    const shell = testShell({
      openProgram: async () => testProgram({ runs: async () => runs }),
      ask: async (question) => {
        asked.push(question);
        return 'n';
      },
    });
    await runCommandLine(['deliberations', 'delete', 'last'], shell);
    expect(asked).toEqual([`Delete the record of ${ENTRY.id} ("Tabs or spaces?")? [y/N] `]);
  });

  it('says in a sentence that there are none, or none of a status', () => {
    for (const [status, sentence] of [
      [undefined, 'No deliberation is recorded here yet; `witan deliberate` begins one.\n'],
      ['running', 'No deliberation is running.\n'],
    ] as const) {
      const page = createPage(testShell());
      renderRuns({ entries: [], elsewhere: new Map() }, status, page);
      expect(page.text()).toBe(sentence);
    }
  });

  it('says which record is incomplete', () => {
    const entries: RunEntry[] = [{ ...ENTRY, isWhole: false }];
    const page = createPage(testShell());
    renderRuns({ entries, elsewhere: new Map() }, undefined, page);
    expect(page.text()).toContain('not fully recorded');
  });
});
