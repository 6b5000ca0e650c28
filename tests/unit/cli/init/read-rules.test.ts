import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addReadRules, readRules, removeReadRules } from '../../../../src/cli/init/read-rules.js';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { portableHookRegistrations } from '../../../../src/hooks/registrations.js';
import { newFolder, put, type TestShell, testShell, witan } from '../test-shell.js';

const SHARED = ['Read(~/.local/state/witan/**)', 'Read(**/.local/state/witan/**)'];
const MINE = ['Read(./.env)', 'Bash(rm *)'];

const settingsFile = ({ currentFolder }: TestShell) => join(currentFolder, '.claude/settings.local.json');
const deniedIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8')).permissions?.deny;

describe('rules that keep Claude Code from the state folder', () => {
  it('Every scope has the rules after init, and a second init changes nothing.', async () => {
    const hookRegistrations = async () => portableHookRegistrations([]);
    const shell = testShell({ hookRegistrations });
    const files = [
      settingsFile(shell),
      join(shell.homeFolder, '.claude/settings.json'),
      join(shell.currentFolder, '.claude/settings.json'),
    ];
    for (const [index, scope] of [[], ['--user'], ['--team']].entries()) {
      await witan(shell, 'init', ...scope);
      expect(deniedIn(files[index] ?? '')).toEqual(SHARED);
      expect(await witan(shell, 'init', ...scope)).toContain('nothing to change');
    }
  });

  it('The folder that XDG_STATE_HOME chooses is denied too, but not in a file that a team shares.', async () => {
    const home = newFolder();
    const inHome = { homeFolder: home, environment: { XDG_STATE_HOME: join(home, 'my state') } };
    const rules = [...SHARED, 'Read(~/my state/witan/**)', 'Read(**/my state/witan/**)'];
    expect(readRules('local', inHome)).toEqual(rules);
    expect(readRules('user', inHome)).toEqual(rules);
    expect(readRules('team', inHome)).toEqual(SHARED);
    const elsewhere = { homeFolder: home, environment: { XDG_STATE_HOME: '/data/[a]{b}*' } };
    expect(readRules('local', elsewhere).slice(2)).toEqual([
      'Read(//data/\\[a\\]\\{b\\}\\*/witan/**)',
      'Read(**/data/\\[a\\]\\{b\\}\\*/witan/**)',
    ]);
  });

  it('A state folder behind a link is denied by its link and by its real path.', () => {
    const [home, data] = [newFolder(), newFolder()];
    mkdirSync(join(home, '.local'));
    symlinkSync(data, join(home, '.local/state'));
    expect(readRules('local', { homeFolder: home, environment: {} })).toEqual([
      ...SHARED,
      `Read(/${data}/witan/**)`,
      `Read(**${data}/witan/**)`,
    ]);
  });

  it.each([
    ['no file', undefined],
    ['no permissions', '{\n  "model": "opus"\n}\n'],
    ['empty permissions', '{"permissions": { }}'],
    ['an empty list', '{"permissions":{"allow":["Read"],"deny":[ ]}}\n'],
    ['rules of the user', `{\r\n\t"permissions": { "deny": ${JSON.stringify(MINE)}, "allow": ["Read"] }\r\n}`],
    ['one of the rules', `{"permissions":{"deny":${JSON.stringify([SHARED[1], ...MINE])}}}`],
  ])('A file with %s is the same byte for byte after --remove.', async (_, before) => {
    const shell = testShell();
    if (before !== undefined) put(settingsFile(shell), before);
    await witan(shell, 'init');
    expect(deniedIn(settingsFile(shell))).toEqual(expect.arrayContaining(SHARED));
    await witan(shell, 'init', '--remove');
    expect(existsSync(settingsFile(shell)) ? readFileSync(settingsFile(shell), 'utf8') : undefined).toBe(before);
  });

  it('The rules of the user stay after --remove in a file that was edited since.', async () => {
    const shell = testShell();
    await witan(shell, 'init');
    const settings = JSON.parse(readFileSync(settingsFile(shell), 'utf8'));
    settings.permissions.deny = [MINE[0], ...settings.permissions.deny, MINE[1]];
    put(settingsFile(shell), JSON.stringify(settings));
    await witan(shell, 'init', '--remove');
    expect(readFileSync(settingsFile(shell), 'utf8')).toBe(JSON.stringify({ permissions: { deny: MINE } }));
  });

  it('Any settings are as they were when the rules were added and removed.', () => {
    const settings = fc.record(
      {
        permissions: fc.record(
          { allow: fc.array(fc.string()), deny: fc.array(fc.string(), { minLength: 1 }) },
          { requiredKeys: ['deny'] },
        ),
        more: fc.jsonValue(),
      },
      { requiredKeys: ['more'] },
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 1, 2, '\t'), (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        const after = addReadRules(before, SHARED, 'settings.json');
        expect(addReadRules(after, SHARED, 'settings.json')).toBe(after);
        expect(removeReadRules(after, SHARED, { shown: 'settings.json', isKept: () => false })).toBe(before);
      }),
    );
  });

  it.each([
    ['{"permissions": []}', /"permissions" that is not an object; fix it first/],
    ['{"permissions": {"deny": "Read"}}', /"permissions\.deny" that is not a list; fix it first/],
  ])('The command init refuses settings that Claude Code does not accept: %s.', async (text, fault) => {
    const shell = testShell();
    put(settingsFile(shell), text);
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toMatch(fault);
    expect(readFileSync(settingsFile(shell), 'utf8')).toBe(text);
  });
});
