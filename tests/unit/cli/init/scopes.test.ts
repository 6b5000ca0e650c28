import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { hookRegistrations, portableHookRegistrations } from '../../../../src/hooks/registrations.js';
import { writeAtomically } from '../../../../src/storage/index.js';
import { newFolder, put, type TestShell, testShell, witan } from '../test-shell.js';

const PROGRAM = { file: '/opt/witan/dist/hook.cjs', node: '/usr/bin/node', platform: 'linux' as const };

/** With the real hooks. */
function realShell(folder = newFolder()): TestShell {
  return testShell({
    currentFolder: folder,
    serverCommand: { command: '/usr/bin/node', args: ['/opt/witan/dist/witan.cjs', 'serve'] },
    hookRegistrations: async (_folder, scope) =>
      scope === 'team'
        ? portableHookRegistrations([])
        : hookRegistrations({ ...PROGRAM, options: scope === 'user' ? ['--user'] : [] }),
  });
}

/** A full disk, for some files only. */
const failingFor =
  (files: readonly string[]): typeof writeAtomically =>
  async (file, ...rest) => {
    if (files.includes(file)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await writeAtomically(file, ...rest);
  };

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'core.excludesFile=', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Every file below a folder, with its bytes. */
function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

describe('the scopes of witan init', () => {
  it('by default write nothing that git sees, and name the files in .git/info/exclude', async () => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    const before = filesBelow(shell.currentFolder);
    await witan(shell, 'init');
    expect(git(shell.currentFolder, 'status', '--porcelain', '--untracked-files=all')).toBe('');
    expect(readFileSync(join(shell.currentFolder, '.git/info/exclude'), 'utf8')).toMatch(
      /\n# witan init\n\/\.claude\/settings\.local\.json\n\/\.claude\/commands\/knowledge-promote\.md\n/,
    );
    await witan(shell, 'init', '--remove');
    expect(filesBelow(shell.currentFolder)).toEqual(before);
  });

  it('add no line for a file that git ignores already, as Claude Code makes it do', async () => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    put(join(shell.currentFolder, '.gitignore'), '.claude/\n');
    const before = readFileSync(join(shell.currentFolder, '.git/info/exclude'), 'utf8');
    await witan(shell, 'init');
    expect(readFileSync(join(shell.currentFolder, '.git/info/exclude'), 'utf8')).toBe(before);
  });

  it('ignore the files in a package of a repository and in a path with blanks and brackets', async () => {
    const root = newFolder();
    git(root, 'init', '-q');
    const folder = join(root, 'my packages', 'ü [a]');
    mkdirSync(folder, { recursive: true });
    const shell = realShell(folder);
    await witan(shell, 'init');
    expect(git(root, 'status', '--porcelain', '--untracked-files=all')).toBe('');
    // Claude Code keeps the servers of a repository under its root.
    expect(JSON.parse(readFileSync(join(shell.homeFolder, '.claude.json'), 'utf8')).projects).toHaveProperty([root]);
  });

  it('use the main worktree as the project of a worktree, and a submodule for itself', async () => {
    const [main, library] = [newFolder(), newFolder()];
    for (const folder of [main, library]) {
      git(folder, 'init', '-q');
      git(folder, 'commit', '-q', '--allow-empty', '-m', 'start');
    }
    const tree = join(newFolder(), 'tree');
    git(main, 'worktree', 'add', '-q', tree);
    git(main, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'part');
    for (const [folder, key] of [
      [tree, main],
      [join(main, 'part'), join(main, 'part')],
    ] as const) {
      const shell = realShell(realpathSync(folder));
      await witan(shell, 'init');
      const { projects } = JSON.parse(readFileSync(join(shell.homeFolder, '.claude.json'), 'utf8'));
      expect(Object.keys(projects)).toEqual([key]);
      expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).toBe('');
    }
  });

  it('keep the server and the ignored names for other folders of the repository until the last one is undone', async () => {
    const root = newFolder();
    git(root, 'init', '-q');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'start');
    const tree = join(newFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', tree);
    git(root, 'worktree', 'add', '-q', join(newFolder(), 'deleted'));
    const folder = join(root, 'packages', 'ü [a]');
    mkdirSync(folder, { recursive: true });
    const main = realShell(root);
    const shell = [root, realpathSync(tree), folder].map((currentFolder) => ({ ...main, currentFolder }));
    const state = join(main.homeFolder, '.claude.json');
    put(state, '{ "numStartups": 1 }');
    const before = filesBelow(root);
    for (const port of shell) await witan(port, 'init');
    for (const [index, port] of shell.entries()) {
      const said = await witan(port, 'init', '--remove');
      const isLast = index === shell.length - 1;
      expect(said.includes('server "witan" stays, ')).toBe(!isLast);
      expect(said).not.toContain('Still registered');
      if (isLast) continue;
      expect(JSON.parse(readFileSync(state, 'utf8')).projects[root].mcpServers).toHaveProperty('witan');
      expect(git(tree, 'status', '--porcelain', '-uall') + git(root, 'status', '--porcelain', '-uall')).toBe('');
      expect(await witan(port, 'init', '--remove')).toMatch(/^Nothing to undo/);
    }
    expect(readFileSync(state, 'utf8')).toBe('{ "numStartups": 1 }');
    expect(filesBelow(root)).toEqual(before);
  });

  it('refuse to write paths of this machine into settings that are in git', async () => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    put(join(shell.currentFolder, '.claude/settings.local.json'), '{}\n');
    git(shell.currentFolder, 'add', '-f', '.claude/settings.local.json');
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toMatch(
      /^witan: \.claude\/settings\.local\.json is in git, .*`git rm --cached [^\n]*\n$/,
    );
    expect(readdirSync(shell.homeFolder)).toEqual([]);
  });

  it('for a team write no path of this machine, and the server only if asked for', async () => {
    const shell = realShell();
    expect(await witan(shell, 'init', '--team')).toContain('Colleagues without Witan see nothing of the hooks');
    expect(Object.keys(filesBelow(shell.currentFolder)).map((file) => file.slice(shell.currentFolder.length))).toEqual([
      '/.claude/settings.json',
      '/.claude/commands/knowledge-promote.md',
      '/.claude/commands/retro.md',
    ]);
    expect(await witan(shell, 'init', '--team', '--with-server')).toContain('Without Witan it is listed as failed');
    const texts = Object.values(filesBelow(shell.currentFolder)).join('');
    for (const path of ['/opt', '/usr', shell.currentFolder, shell.homeFolder]) expect(texts).not.toContain(path);
    expect(readdirSync(shell.homeFolder)).toEqual([]);
    await witan(shell, 'init', '--team', '--remove');
    expect(readdirSync(shell.currentFolder)).toEqual([]);
  });

  it('for all projects work anywhere, also in the home folder, and follow a linked settings file', async () => {
    const home = newFolder();
    const dotfiles = newFolder();
    put(join(dotfiles, 'settings.json'), '{"model":"opus"}');
    mkdirSync(join(home, '.claude'));
    symlinkSync(join(dotfiles, 'settings.json'), join(home, '.claude/settings.json'));
    const shell = { ...realShell(home), homeFolder: home };
    await witan(shell, 'init', '--user');
    expect(JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')).mcpServers.witan.command).toBe('/usr/bin/node');
    expect(readFileSync(join(dotfiles, 'settings.json'), 'utf8')).toContain('"--user"');
    expect(statSync(join(home, '.claude.json')).mode & 0o777).toBe(0o600);
    await witan(shell, 'init', '--user', '--remove');
    expect(readlinkSync(join(home, '.claude/settings.json'))).toBe(join(dotfiles, 'settings.json'));
    expect(readFileSync(join(dotfiles, 'settings.json'), 'utf8')).toBe('{"model":"opus"}');
    expect(readdirSync(home)).toEqual(['.claude']);
  });

  it('for all projects write through a ~/.claude that is a link, and leave the link', async () => {
    const shell = realShell();
    const dotfiles = newFolder();
    symlinkSync(dotfiles, join(shell.homeFolder, '.claude'));
    await witan(shell, 'init', '--user');
    expect(readdirSync(dotfiles).sort()).toEqual(['commands', 'settings.json']);
    await witan(shell, 'init', '--user', '--remove');
    expect(readlinkSync(join(shell.homeFolder, '.claude'))).toBe(dotfiles);
    expect(readdirSync(shell.homeFolder)).toEqual(['.claude']);
  });

  it('use the folder that CLAUDE_CONFIG_DIR names', async () => {
    const folder = newFolder();
    const shell = { ...realShell(), environment: { CLAUDE_CONFIG_DIR: folder } };
    await witan(shell, 'init', '--user');
    expect(readdirSync(folder).sort()).toEqual(['.claude.json', 'commands', 'settings.json']);
    expect(readdirSync(shell.homeFolder)).toEqual([]);
  });

  const OLD_HOOK = {
    type: 'command',
    command: 'env',
    args: ['-u', 'NODE_OPTIONS', '/old/node', '/old/witan/dist/hook.cjs', 'stop'],
  };
  const OLD_SERVER = { command: '/old/node', args: ['/old/witan/dist/witan.cjs', 'serve'] };

  it('move what an earlier version wrote into shared files, without a second entry', async () => {
    const shell = realShell();
    const settings = '{\n  "model": "opus"\n}\n';
    const servers = '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
    put(
      join(shell.currentFolder, '.claude/settings.json'),
      JSON.stringify({ model: 'opus', hooks: { Stop: [{ hooks: [OLD_HOOK] }] } }, null, 2).concat('\n'),
    );
    put(
      join(shell.currentFolder, '.mcp.json'),
      servers.replace('"x" }', `"x" },\n    "witan": ${JSON.stringify(OLD_SERVER)}`),
    );
    await witan(shell, 'init');
    expect(readFileSync(join(shell.currentFolder, '.claude/settings.json'), 'utf8')).toBe(settings);
    expect(readFileSync(join(shell.currentFolder, '.mcp.json'), 'utf8')).toBe(servers);
    const texts = Object.values({ ...filesBelow(shell.currentFolder), ...filesBelow(shell.homeFolder) }).join('');
    expect(texts).not.toContain('/old/');
    expect(await witan(shell, 'init')).toMatch(/^Already registered/);
  });

  it.each([
    ['by default', ['init', 'init --remove']],
    ['for a team', ['init --team --with-server', 'init --team --remove']],
    ['in both, the own first', ['init', 'init --team --with-server', 'init --remove', 'init --team --remove']],
    ['in both, the team first', ['init', 'init --team --with-server', 'init --team --remove', 'init --remove']],
    ['after doctor --fix', ['doctor --fix', 'init', 'init --remove']],
    ['without an init before', ['init --remove']],
  ])('remove entries of an earlier version from shared files and never bring them back: %s', async (_, commands) => {
    for (const more of ['', '"model":  "opus"']) {
      const shell = realShell();
      const comma = more === '' ? '' : ', ';
      const hooks = JSON.stringify({ Stop: [{ hooks: [OLD_HOOK] }] });
      const servers = JSON.stringify({ witan: OLD_SERVER });
      const files = { '.claude/settings.json': `"hooks":${hooks}`, '.mcp.json': `"mcpServers":${servers}` };
      for (const [name, entry] of Object.entries(files))
        put(join(shell.currentFolder, name), `{${more}${comma}${entry}}\n`);
      for (const command of commands) {
        expect(await runCommandLine(command.split(' '), shell), shell.stderr.text()).toBeLessThan(2);
        expect(Object.values(filesBelow(shell.currentFolder)).join()).not.toContain('/old/');
      }
      const kept = Object.keys(files).map((name) => [join(shell.currentFolder, name), `{${more}}\n`]);
      expect(filesBelow(shell.currentFolder)).toEqual(more === '' ? {} : Object.fromEntries(kept));
      expect(shell.stdout.text()).toMatch(/Undone\. [^\n]*\n$/);
      expect(existsSync(join(shell.configFolder, 'init-undo'))).toBe(false);
    }
  });

  it('take an old server out of .mcp.json for a team that does not share the server', async () => {
    const shell = realShell();
    put(join(shell.currentFolder, '.mcp.json'), JSON.stringify({ mcpServers: { witan: OLD_SERVER } }));
    expect(await witan(shell, 'init', '--team')).toContain('removed server "witan" with paths of this machine');
    expect(existsSync(join(shell.currentFolder, '.mcp.json'))).toBe(false);
  });

  it.each([
    ['undoing', ['init --team'], 'init --team --remove'],
    ['changing', ['init --user'], 'init'],
  ])('can undo everything after a write failed while %s', async (_, before, failing) => {
    const shell = realShell();
    const [settings, state] = [
      join(shell.currentFolder, '.claude/settings.json'),
      join(shell.homeFolder, '.claude.json'),
    ];
    put(settings, '{"hooks":{ }}');
    put(state, '{"mcpServers":{ }}');
    const original = [readFileSync(settings, 'utf8'), readFileSync(state, 'utf8')];
    for (const command of before) await witan(shell, ...command.split(' '));
    const failed = { ...shell, writeFileAtomically: failingFor([settings, state]) };
    expect(await runCommandLine(failing.split(' '), failed)).toBe(1);
    expect(shell.stderr.text()).toContain('the disk is full; free some space');
    for (const scope of [[], ['--user'], ['--team']]) await witan(shell, 'init', ...scope, '--remove');
    expect([readFileSync(settings, 'utf8'), readFileSync(state, 'utf8')]).toEqual(original);
  });

  it('do not put old entries back into a shared file that was edited since', async () => {
    const shell = realShell();
    const file = join(shell.currentFolder, '.mcp.json');
    put(file, JSON.stringify({ mcpServers: { witan: OLD_SERVER, other: { command: 'x' } } }));
    await witan(shell, 'init');
    const edited = readFileSync(file, 'utf8').replace('"x"', '"y"');
    put(file, edited);
    await witan(shell, 'init', '--remove');
    expect(readFileSync(file, 'utf8')).toBe(edited);
  });

  it('give back what the team had, but none of its entries with paths of a machine', async () => {
    const shell = realShell();
    const settings = join(shell.currentFolder, '.claude/settings.json');
    const byName = { hooks: [{ type: 'command', command: 'witan hook stop' }] };
    const before = JSON.stringify({ hooks: { Stop: [byName] } });
    put(settings, JSON.stringify({ hooks: { Stop: [byName, { hooks: [OLD_HOOK] }], Gone: [{ hooks: [OLD_HOOK] }] } }));
    await witan(shell, 'init', '--team');
    expect(readFileSync(settings, 'utf8')).not.toContain('/old/');
    await witan(shell, 'init', '--team', '--remove');
    expect(readFileSync(settings, 'utf8')).toBe(before);
  });

  it('take hooks by name of the last init out again, where the file was edited since', async () => {
    const shell = realShell();
    const settings = join(shell.currentFolder, '.claude/settings.json');
    put(settings, '{"model": "opus"}\n');
    await witan(shell, 'init', '--team');
    const edited = readFileSync(settings, 'utf8').replace('opus', 'sonnet').replace('hook stop', 'hook stop --old');
    put(settings, edited);
    await witan(shell, 'init', '--team');
    expect(readFileSync(settings, 'utf8')).not.toBe(edited);
    await witan(shell, 'init', '--team', '--remove');
    expect(readFileSync(settings, 'utf8')).toBe('{"model": "sonnet"}\n');
  });

  it('rewrite old entries in place for a team', async () => {
    const shell = realShell();
    put(
      join(shell.currentFolder, '.claude/settings.json'),
      JSON.stringify({ hooks: { Stop: [{ hooks: [OLD_HOOK] }] } }),
    );
    await witan(shell, 'init', '--team');
    const { hooks } = JSON.parse(readFileSync(join(shell.currentFolder, '.claude/settings.json'), 'utf8'));
    expect(hooks.Stop).toEqual([
      { hooks: [expect.objectContaining({ command: expect.stringContaining('witan hook stop --team') })] },
    ]);
  });

  it('leave the entries of the team alone when a person undoes their own, and say so', async () => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    await witan(shell, 'init', '--team', '--with-server');
    git(shell.currentFolder, 'add', '.');
    const shared = filesBelow(join(shell.currentFolder, '.claude'));
    await witan(shell, 'init');
    expect(await witan(shell, 'init', '--remove')).toContain('Still registered for the team of this project');
    expect(filesBelow(join(shell.currentFolder, '.claude'))).toEqual(shared);
  });

  it.each([
    ['nothing', undefined],
    ['an empty file', ''],
    ['an empty object with a blank', '{ }'],
    ['empty lists', '{"hooks":{"Stop":[ ]},"mcpServers":{ },"projects":{}}'],
    ['Windows line ends and tabs', '{\r\n\t"a": 1\r\n}\r\n'],
    ['one line without an end', '{"hooks":{"Stop":[{"hooks":[]}]},"mcpServers":{"other":{"command":"x"}}}'],
    ['an own entry of the name', '{"mcpServers":{"witan":{"command":"mine","env":{"A":"1"}}}}'],
    [
      'an entry by name with other keys',
      '{"mcpServers":{"witan":{"command":"witan","args":["serve"],"env":{"A":"1"}}}}',
    ],
    ['hooks by name', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"witan hook stop"}]}]}}\n'],
  ])('give every file back byte for byte that was %s', async (_, text) => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    // A server that came with a project is another case: it does not come back.
    const shared = text?.includes('"witan":{') === true ? [] : ['.mcp.json'];
    const files = ['.claude/settings.local.json', '.claude/settings.json', ...shared].map((name) =>
      join(shell.currentFolder, name),
    );
    files.push(join(shell.homeFolder, '.claude.json'), join(shell.homeFolder, '.claude/settings.json'));
    for (const file of files) {
      if (text === undefined) continue;
      put(file, text);
      chmodSync(file, 0o640);
    }
    const before = { ...filesBelow(shell.currentFolder), ...filesBelow(shell.homeFolder) };
    const scopes = [[], ['--user'], ['--team', '--with-server']];
    for (const scope of scopes) await witan(shell, 'init', ...scope);
    // In the same order: each scope is undone for itself.
    for (const scope of scopes) await witan(shell, 'init', ...scope, '--remove');
    expect({ ...filesBelow(shell.currentFolder), ...filesBelow(shell.homeFolder) }).toEqual(before);
    for (const file of files.filter(existsSync)) expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(shell.configFolder)).toEqual([]);
  });

  it.each([
    ['another program', { command: './evil' }],
    ['a program with our arguments', { command: 'sh', args: ['serve'] }],
    ['our program with other keys', { command: 'witan', args: ['serve'], env: { NODE_OPTIONS: '-r ./evil' } }],
    ['our program alone', { command: 'witan', args: ['serve'] }],
  ])('A server "witan" of a shared file does not come back after --remove: %s.', async (_, entry) => {
    const shell = realShell();
    const file = join(shell.currentFolder, '.mcp.json');
    for (const others of [{}, { other: { command: 'x' } }]) {
      put(file, JSON.stringify({ mcpServers: { ...others, witan: entry } }));
      await witan(shell, 'init', '--team', '--with-server');
      await witan(shell, 'init', '--team', '--remove');
      const after = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { mcpServers: {} };
      expect(after).toEqual({ mcpServers: others });
    }
  });

  it('remove only their own entries where the user edited the files in between', async () => {
    const shell = realShell();
    const settings = join(shell.currentFolder, '.claude/settings.local.json');
    const state = join(shell.homeFolder, '.claude.json');
    put(settings, '{\n  "hooks": {}\n}\n');
    put(state, `{"projects":{${JSON.stringify(shell.currentFolder)}:{"mcpServers":{},"allowedTools":[]}}}`);
    await witan(shell, 'init');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('{\n', '{\n  "model": "opus",\n'));
    // As Claude Code writes its state.
    const changed = JSON.parse(readFileSync(state, 'utf8'));
    writeFileSync(state, JSON.stringify({ numStartups: 2, ...changed }, null, 2));
    await witan(shell, 'init', '--remove');
    expect(readFileSync(settings, 'utf8')).toBe('{\n  "model": "opus",\n  "hooks": {}\n}\n');
    expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual({
      numStartups: 2,
      projects: { [shell.currentFolder]: { mcpServers: {}, allowedTools: [] } },
    });
  });

  it('wait for the lock of a running Claude Code, and take one that was left behind', async () => {
    const shell = realShell();
    const lock = join(shell.homeFolder, '.claude.json.lock');
    mkdirSync(lock);
    execFileSync('touch', ['-d', '1 minute ago', lock]);
    await witan(shell, 'init');
    expect(readdirSync(shell.homeFolder)).toEqual(['.claude.json', '.local']);
  });

  it('keep other keys of an entry in a file of the user, such as API keys in env', async () => {
    const shell = realShell();
    await witan(shell, 'init', '--user');
    const state = join(shell.homeFolder, '.claude.json');
    const changed = JSON.parse(readFileSync(state, 'utf8'));
    const env = { OPENAI_API_KEY: 'x' };
    changed.mcpServers.witan = { command: '/old/node', args: ['/old/dist/witan.cjs', 'serve'], env };
    writeFileSync(state, JSON.stringify(changed));
    await witan(shell, 'init', '--user');
    expect(JSON.parse(readFileSync(state, 'utf8')).mcpServers.witan).toEqual({ ...shell.serverCommand, env });
  });

  it('hide no command from git that the user wrote, and say if git ignores what a team should share', async () => {
    const shell = realShell();
    git(shell.currentFolder, 'init', '-q');
    put(join(shell.currentFolder, '.claude/commands/retro.md'), 'My own retro.\n');
    await witan(shell, 'init');
    expect(git(shell.currentFolder, 'status', '--porcelain', '-uall')).toBe('?? .claude/commands/retro.md\n');
    put(join(shell.currentFolder, '.gitignore'), '.claude\n');
    expect(await witan(shell, 'init', '--team')).toContain('  ! git ignores .claude/settings.json; `git add -f');
  });

  it('refuse a file that is not UTF-8, which would lose bytes', async () => {
    const shell = realShell();
    mkdirSync(join(shell.currentFolder, '.claude'));
    writeFileSync(join(shell.currentFolder, '.claude/settings.local.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await runCommandLine(['init'], shell)).toBe(2);
    expect(shell.stderr.text()).toContain('is not UTF-8');
  });
});
