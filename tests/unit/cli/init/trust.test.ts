import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import type { Shell, TrustState } from '../../../../src/cli/shell.js';
import { fakeStream, type TestShell, testShell } from '../test-shell.js';

const NEEDS_TRUST = ['adapters.claude.command: ./evil.sh', 'adapters.claude.args: ["\u001b[2J\u202e"]'];

interface Examined {
  readonly needsTrust?: readonly string[];
  readonly programs?: readonly string[];
  readonly unpinned?: readonly string[];
  readonly state?: TrustState;
}

/** A project whose config was examined with this result, and a person who gives this answer; undefined: no terminal. */
function project(examined: Examined, answer?: string): { shell: TestShell; asked: string[]; given: string[] } {
  const asked: string[] = [];
  const given: string[] = [];
  const base = testShell(answer === undefined ? {} : { stdout: fakeStream({ columns: 80 }) });
  const { needsTrust = NEEDS_TRUST, programs = [], unpinned = [], state = 'unknown' } = examined;
  const trust: Shell['trust'] = {
    ...base.trust,
    state: async () => state,
    examine: async () => ({
      file: join(base.currentFolder, '.witan/config.yaml'),
      needsTrust,
      programs,
      unpinned,
      pin: 'as shown',
    }),
    trustFolder: async (_, pin) => void given.push(pin),
  };
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return { shell: { ...base, environment: { NO_COLOR: '1' }, trust, ask }, asked, given };
}

const lastLine = (shell: TestShell) => shell.stdout.text().trimEnd().split('\n').at(-1);

describe('the question of witan init whether to trust a config', () => {
  it('comes last, with everything that the config sets, and yes trusts what was shown', async () => {
    const { shell, asked, given } = project({ programs: ['tools/run.js'], unpinned: ['npm run check'] }, 'y');
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(asked).toEqual(['Trust .witan/config.yaml as it is now? [y/N] ']);
    expect(given).toEqual(['as shown']);
    expect(shell.stdout.text()).toMatch(
      new RegExp(
        [
          "undoes all of this\\.\nThis project's \\.witan/config\\.yaml chooses what is run [^\n]+ it sets:",
          '  adapters\\.claude\\.command: \\./evil\\.sh',
          '  adapters\\.claude\\.args: \\[""\\]',
          'Programs and scripts of the project that it runs, as they are now:',
          '  tools/run\\.js',
          'What this runs is not pinned: npm run check',
          'Trusted: \\.witan/config\\.yaml and its programs\\. A change ends the trust\\.\n$',
        ].join('\n'),
      ),
    );
  });

  it.each(['', 'n', 'no', 'yes please', 'Y e s'])('is not answered with yes by %j', async (answer) => {
    const { shell, given } = project({}, answer);
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect(given).toEqual([]);
    expect(lastLine(shell)).toBe(
      'Not trusted: .witan/config.yaml. If you agree to the lines above: witan init --trust',
    );
    expect(existsSync(join(shell.currentFolder, '.claude/settings.local.json'))).toBe(true);
  });

  it('needs --trust without a terminal', async () => {
    const { shell, asked, given } = project({});
    expect(await runCommandLine(['init'], shell)).toBe(0);
    expect([asked, given]).toEqual([[], []]);
    expect(lastLine(shell)).toMatch(/^Not trusted: .* \(there is no terminal to ask on\)\. .*: witan init --trust$/);
    expect(await runCommandLine(['init', '--trust'], shell)).toBe(0);
    expect([asked, given]).toEqual([[], ['as shown']]);
  });

  it('is not asked with --dry-run, which says that it would be', async () => {
    const { shell, asked, given } = project({}, 'y');
    await runCommandLine(['init', '--dry-run', '--trust'], shell);
    expect([asked, given]).toEqual([[], []]);
    expect(lastLine(shell)).toBe(
      'Without --dry-run you are asked: Trust .witan/config.yaml as it is now? (--trust answers yes)',
    );
  });

  it('is asked again when the config or a program of it changed', async () => {
    const { shell, asked } = project({ state: 'changed' }, 'n');
    await runCommandLine(['init'], shell);
    expect(asked).toHaveLength(1);
    expect(shell.stdout.text()).toContain('It was trusted before, and it or a program that it names changed.');
  });

  it('is not asked if nothing needs trust, and then nothing is trusted', async () => {
    const { shell, asked, given } = project({ needsTrust: [] }, 'y');
    await runCommandLine(['init', '--trust'], shell);
    expect([asked, given]).toEqual([[], []]);
    const stale = project({ needsTrust: [], state: 'changed' }, 'y');
    stale.shell.trusted.set(stale.shell.currentFolder, 'old');
    await runCommandLine(['init'], stale.shell);
    expect(stale.shell.trusted.size).toBe(0);
  });

  it('cannot be answered together with --remove', async () => {
    const { shell } = project({}, 'y');
    expect(await runCommandLine(['init', '--remove', '--trust'], shell)).toBe(2);
  });
});
