import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandLinePorts, TrustState } from '../../../../src/cli/ports.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { type FakePorts, fakePorts, fakeStream } from '../fake-ports.js';

const NEEDS_TRUST = ['adapters.claude.command: ./evil.sh', 'adapters.claude.args: ["\u001b[2J\u202e"]'];

interface Examined {
  readonly needsTrust?: readonly string[];
  readonly programs?: readonly string[];
  readonly unpinned?: readonly string[];
  readonly state?: TrustState;
}

/** A project whose config was examined with this result, and a person who gives this answer; undefined: no terminal. */
function project(examined: Examined, answer?: string): { ports: FakePorts; asked: string[]; given: string[] } {
  const asked: string[] = [];
  const given: string[] = [];
  const base = fakePorts(answer === undefined ? {} : { stdout: fakeStream({ columns: 80 }) });
  const { needsTrust = NEEDS_TRUST, programs = [], unpinned = [], state = 'unknown' } = examined;
  const trust: CommandLinePorts['trust'] = {
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
  return { ports: { ...base, environment: { NO_COLOR: '1' }, trust, ask }, asked, given };
}

const lastLine = (ports: FakePorts) => ports.stdout.text().trimEnd().split('\n').at(-1);

describe('the question of witan init whether to trust a config', () => {
  it('comes last, with everything that the config sets, and yes trusts what was shown', async () => {
    const { ports, asked, given } = project({ programs: ['tools/run.js'], unpinned: ['npm run check'] }, 'y');
    expect(await runCommandLine(['init'], ports)).toBe(0);
    expect(asked).toEqual(['Trust .witan/config.yaml as it is now? [y/N] ']);
    expect(given).toEqual(['as shown']);
    expect(ports.stdout.text()).toMatch(
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
    const { ports, given } = project({}, answer);
    expect(await runCommandLine(['init'], ports)).toBe(0);
    expect(given).toEqual([]);
    expect(lastLine(ports)).toBe(
      'Not trusted: .witan/config.yaml. If you agree to the lines above: witan init --trust',
    );
    expect(existsSync(join(ports.currentFolder, '.claude/settings.local.json'))).toBe(true);
  });

  it('needs --trust without a terminal', async () => {
    const { ports, asked, given } = project({});
    expect(await runCommandLine(['init'], ports)).toBe(0);
    expect([asked, given]).toEqual([[], []]);
    expect(lastLine(ports)).toMatch(/^Not trusted: .* \(there is no terminal to ask on\)\. .*: witan init --trust$/);
    expect(await runCommandLine(['init', '--trust'], ports)).toBe(0);
    expect([asked, given]).toEqual([[], ['as shown']]);
  });

  it('is not asked with --dry-run, which says that it would be', async () => {
    const { ports, asked, given } = project({}, 'y');
    await runCommandLine(['init', '--dry-run', '--trust'], ports);
    expect([asked, given]).toEqual([[], []]);
    expect(lastLine(ports)).toBe(
      'Without --dry-run you are asked: Trust .witan/config.yaml as it is now? (--trust answers yes)',
    );
  });

  it('is asked again when the config or a program of it changed', async () => {
    const { ports, asked } = project({ state: 'changed' }, 'n');
    await runCommandLine(['init'], ports);
    expect(asked).toHaveLength(1);
    expect(ports.stdout.text()).toContain('It was trusted before, and it or a program that it names changed.');
  });

  it('is not asked if nothing needs trust, and then nothing is trusted', async () => {
    const { ports, asked, given } = project({ needsTrust: [] }, 'y');
    await runCommandLine(['init', '--trust'], ports);
    expect([asked, given]).toEqual([[], []]);
    const stale = project({ needsTrust: [], state: 'changed' }, 'y');
    stale.ports.trusted.set(stale.ports.currentFolder, 'old');
    await runCommandLine(['init'], stale.ports);
    expect(stale.ports.trusted.size).toBe(0);
  });

  it('cannot be answered together with --remove', async () => {
    const { ports } = project({}, 'y');
    expect(await runCommandLine(['init', '--remove', '--trust'], ports)).toBe(2);
  });
});
