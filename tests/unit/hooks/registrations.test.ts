import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HANDLERS } from '../../../src/hooks/handlers/index.js';
import { HOOK_NAMES } from '../../../src/hooks/protocol/hook-names.js';
import { hookRegistrations } from '../../../src/hooks/registrations.js';
import { ROOT } from '../../support/source-files.js';

const program = { file: '/opt/witan/dist/hook.cjs', node: '/usr/bin/node' };
const readJson = (...parts: string[]) => JSON.parse(readFileSync(join(ROOT, ...parts), 'utf8'));

describe('registrations of hooks', () => {
  it('run every hook through a guard that drops the variables that slow Node down', () => {
    const registered = hookRegistrations({ ...program, platform: 'linux', options: ['--data', 'memory'] });
    expect(registered.map(({ event }) => event)).toEqual(Object.values(HOOK_NAMES));
    expect(registered[0]).toEqual({
      event: 'PreToolUse',
      matcher: 'Write|Edit|MultiEdit|NotebookEdit|Bash|Monitor|PowerShell|REPL|mcp__.*',
      command: 'sh',
      args: [
        '-c',
        expect.stringMatching(/^unset NODE_EXTRA_CA_CERTS NODE_OPTIONS; .*; exit 0$/),
        program.node,
        program.file,
        'pre-tool-use',
        '--data',
        'memory',
        '--all-tools',
      ],
    });
  });

  it('need no program but Node on Windows', () => {
    const [first] = hookRegistrations({ ...program, platform: 'win32' });
    expect(first).toMatchObject({ command: program.node, args: [program.file, 'pre-tool-use', '--all-tools'] });
  });

  it('have a handler for every hook, in its own file that is in the table', async () => {
    const files = readdirSync(join(ROOT, 'src/hooks/handlers')).filter((file) => file !== 'index.ts');
    expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(Object.keys(HANDLERS).sort());
    for (const load of Object.values(HANDLERS)) expect(await load()).toBeTypeOf('function');
  });

  it('are the same in the plugin', () => {
    const { hooks } = readJson('plugin/hooks/hooks.json') as {
      hooks: Record<string, { matcher?: string; hooks: { command: string; args: string[] }[] }[]>;
    };
    const inPlugin = Object.entries(hooks).map(([event, [group]]) => [event, group?.matcher, group?.hooks[0]?.args]);
    const expected = hookRegistrations({
      ...program,
      file: `$\{CLAUDE_PLUGIN_ROOT}/dist/hook.cjs`,
      platform: 'win32',
      options: ['--plugin'],
    });
    expect(inPlugin).toEqual(expected.map(({ event, matcher, args }) => [event, matcher, args]));
  });
});

describe('the plugin', () => {
  it('is described by package.json alone, and lists no file that Claude Code loads by itself', () => {
    const { name, version, description, author, license } = readJson('package.json');
    const expected = { name, displayName: 'Witan', version, description, author: { name: author }, license };
    expect(readJson('plugin/.claude-plugin/plugin.json')).toEqual(expected);
  });

  it.each([
    'knowledge-review-drafts',
    'knowledge-promote',
    'knowledge-archive',
    'knowledge-show',
    'retro',
    'deliberate',
  ])('has the command %s, with a description', (name) => {
    const text = readFileSync(join(ROOT, 'plugin/commands', `${name}.md`), 'utf8');
    expect(text).toMatch(/^---\ndescription: \S/);
  });
});
