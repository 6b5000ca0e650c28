import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupOf } from '../../../src/cli/init/hook-entries.js';
import { hookRegistrations } from '../../../src/hooks/registrations.js';
import { HOOKS, type HookName } from '../../../src/hooks/vocabulary.js';
import { loadHandler } from '../../support/load-handler.js';
import { ROOT } from '../../support/source-files.js';

const program = { file: '/opt/witan/dist/hook.cjs', node: '/usr/bin/node' };
const readJson = (...parts: string[]) => JSON.parse(readFileSync(join(ROOT, ...parts), 'utf8'));

describe('registrations of hooks', () => {
  it('run every hook through a guard that drops the variables that slow Node down', () => {
    const registered = hookRegistrations({ ...program, platform: 'linux', options: ['--data', 'memory'] });
    expect(registered.map(({ event }) => event)).toEqual(Object.values(HOOKS).map(({ event }) => event));
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

  it('have a handler for every hook, in a file of that name', async () => {
    const files = readdirSync(join(ROOT, 'src/hooks/handlers')).map((file) => file.replace(/\.ts$/, ''));
    expect(files.sort()).toEqual(Object.keys(HOOKS).sort());
    for (const name of Object.keys(HOOKS) as HookName[])
      expect((await loadHandler(name)).handle).toBeTypeOf('function');
  });

  it('are the same in the plugin, whose file is written from the table by UPDATE=1', () => {
    const file = join(ROOT, 'plugin/hooks/hooks.json');
    const registered = hookRegistrations({
      file: `$\{CLAUDE_PLUGIN_ROOT}/dist/hook.cjs`,
      node: 'node',
      platform: 'win32',
      options: ['--plugin'],
    });
    const expected = {
      description: readJson('plugin/hooks/hooks.json').description,
      hooks: Object.fromEntries(registered.map((hook) => [hook.event, [groupOf(hook)]])),
    };
    if (process.env.UPDATE === '1') writeFileSync(file, `${JSON.stringify(expected, undefined, 2)}\n`);
    expect(readJson('plugin/hooks/hooks.json')).toEqual(expected);
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
