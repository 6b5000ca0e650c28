import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type { UnusedDatabase } from '../../../../src/cli/shell.js';
import { testShell } from '../test-shell.js';

/** A machine with one unused database, and a person who gives these answers. */
function machine(database: Partial<UnusedDatabase>, answers: readonly (string | undefined)[] = []) {
  const applied: string[] = [];
  const asked: string[] = [];
  const found = {
    name: '.witan/decisions.db',
    action: 'adopt',
    description: '12 decisions, 2026-01-02 to 2026-03-04',
    apply: async () => void applied.push('applied'),
    ...database,
  } as UnusedDatabase;
  const shell = testShell({
    unusedDatabases: async () => (applied.length === 0 ? [found] : []),
    ask: async (question) => {
      asked.push(question);
      return answers[asked.length - 1];
    },
  });
  return { shell, applied, asked };
}

describe('witan init in a project with a database that is not the user’s own', () => {
  it('asks with counts and dates, and uses it after a yes', async () => {
    const { shell, applied, asked } = machine({}, ['y']);
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(asked).toEqual([
      expect.stringMatching(
        /^\.witan\/decisions\.db came with this project or was moved: 12 decisions, 2026-01-02 to 2026-03-04\.\n.*Use it\? \[y\/N\] $/,
      ),
    ]);
    expect(applied).toEqual(['applied']);
    expect(shell.stdout.text()).toContain('is used from now on (12 decisions, 2026-01-02 to 2026-03-04)\n');
  });

  it.each(['', 'n', 'no', 'yesterday', undefined])(
    'leaves it after the answer %j, and says how to use it',
    async (answer) => {
      const { shell, applied } = machine({}, [answer]);
      expect(await runCommandLine(['init'], shell)).toBe(0);
      expect(applied).toEqual([]);
      expect(shell.stderr.text()).toBe(
        'witan: .witan/decisions.db is not used (12 decisions, 2026-01-02 to 2026-03-04); `witan init --adopt` uses it\n',
      );
    },
  );

  it('asks nothing with --adopt, with --dry-run or with --remove', async () => {
    for (const [option, effect] of [
      ['--adopt', ['applied']],
      ['--dry-run', []],
      ['--remove', []],
    ] as const) {
      const { shell, applied, asked } = machine({}, ['y']);
      await runCommandLine(['init', option], shell);
      expect({ option, applied, asked }).toEqual({ option, applied: [...effect], asked: [] });
    }
  });

  it('shows what is in it with --dry-run too', async () => {
    const { shell } = machine({});
    await runCommandLine(['init', '--dry-run'], shell);
    expect(shell.stderr.text()).toContain('is not used (12 decisions, 2026-01-02 to 2026-03-04)');
  });

  it('does not say how to start Claude Code after an adoption alone', async () => {
    const { shell } = machine({}, ['n']);
    await runCommandLine(['init'], shell);
    const shown = shell.stdout.text().length;
    await runCommandLine(['init', '--adopt'], shell);
    expect(shell.stdout.text().slice(shown)).toMatch(/is used from now on [^\n]*\nDone\. [^\n]+\n$/);
  });

  it('says in its help that it asks, and what --adopt does', async () => {
    const { shell } = machine({});
    await runCommandLine(['init', '--help'], shell);
    const help = shell.stdout.text().replace(/\s+/g, ' ');
    expect(help).toContain('Asks about each database that came with the project');
    expect(help).toContain('unsafe ones are moved aside');
  });

  it('asks whether to move aside what cannot be used, and shows no control characters of it', async () => {
    const { shell, applied, asked } = machine({ action: 'move-aside', description: 'it has a \u001b[2Jtrigger' }, [
      'yes',
    ]);
    await runCommandLine(['init'], shell);
    expect(asked).toEqual([expect.stringMatching(/^it has a trigger\nMove \.witan\/decisions\.db aside/)]);
    expect(applied).toEqual(['applied']);
  });

  it('does not offer a database with a problem, but says what is wrong with it', async () => {
    const { shell, applied, asked } = machine({ action: 'none', description: 'a link; replace it' });
    await runCommandLine(['init', '--adopt'], shell);
    expect([applied, asked]).toEqual([[], []]);
    expect(shell.stderr.text()).toBe('witan: a link; replace it\n');
  });
});
