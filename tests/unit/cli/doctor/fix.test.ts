import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { hookRegistrations, portableHookRegistrations } from '../../../../src/hooks/registrations.js';
import { type FakePorts, fakePorts, newFolder } from '../fake-ports.js';

/** An installed program in a folder of its own. */
function installed(node = process.execPath): { readonly folder: string; ports(changes?: object): FakePorts } {
  const folder = newFolder();
  mkdirSync(join(folder, 'dist'));
  for (const name of ['hook.cjs', 'witan.cjs']) writeFileSync(join(folder, 'dist', name), '');
  const program = { file: join(folder, 'dist/hook.cjs'), node, platform: 'linux' as const };
  return {
    folder,
    ports: (changes = {}) =>
      fakePorts({
        serverCommand: { command: process.execPath, args: [join(folder, 'dist/witan.cjs'), 'serve'] },
        hookRegistrations: async (_, scope) =>
          scope === 'team' ? portableHookRegistrations([]) : hookRegistrations(program),
        ...changes,
      }),
  };
}

async function doctor(ports: FakePorts, ...args: string[]): Promise<string> {
  const shown = ports.stdout.text().length;
  await runCommandLine(['doctor', ...args], ports);
  return ports.stdout
    .text()
    .slice(shown)
    .replace(/\n {5,}/g, ' ');
}

const linesOf = (text: string, subject: string) => text.split('\n').filter((line) => line.slice(9).startsWith(subject));

describe('witan doctor --fix', () => {
  it('corrects paths of a program that moved, wherever it is registered, and says so', async () => {
    const old = installed();
    const before = old.ports();
    await runCommandLine(['init'], before);
    await runCommandLine(['init', '--user'], before);
    const { currentFolder, homeFolder } = before;
    const ports = installed().ports({ currentFolder, homeFolder });
    expect(await doctor(ports)).toMatch(/^note {5}hooks .*another folder.*`witan doctor --fix` corrects it/m);
    const fixed = await doctor(ports, '--fix');
    expect(fixed.split('\n').filter((line) => line.startsWith('Fixed: '))).toEqual([
      "Fixed: .claude/settings.local.json: 7 hooks and rules that hide the coach's key",
      "Fixed: ~/.claude/settings.json: 7 hooks and rules that hide the coach's key",
      'Fixed: ~/.claude.json: server "witan" for this project',
      'Fixed: ~/.claude.json: server "witan" for all projects',
    ]);
    for (const file of [join(currentFolder, '.claude/settings.local.json'), join(homeFolder, '.claude.json')]) {
      expect(readFileSync(file, 'utf8')).not.toContain(old.folder);
    }
    expect(linesOf(fixed, 'hooks').join()).not.toMatch(/note|broken/);
    expect(await doctor(ports, '--fix')).toMatch(/^Nothing to fix\.\n/);
  });

  it('renews hooks that an earlier version registered for fewer tools', async () => {
    const ports = installed().ports();
    await runCommandLine(['init'], ports);
    const file = join(ports.currentFolder, '.claude/settings.local.json');
    const current = readFileSync(file, 'utf8');
    writeFileSync(file, current.replace(/\|Monitor[^"]*/, '').replaceAll(/,\s*"--all-tools"/g, ''));
    expect(await doctor(ports)).toMatch(/^note {5}hooks .*asks about other tools/m);
    await doctor(ports, '--fix');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(current));
  });

  it('registers nothing where nothing is registered', async () => {
    const ports = installed().ports();
    expect(await doctor(ports, '--fix')).toMatch(/^Nothing to fix\.\n/);
    expect([...readdirSync(ports.currentFolder), ...readdirSync(ports.homeFolder)]).toEqual([]);
  });

  it('leaves a server alone that the user registered by name', async () => {
    const ports = installed().ports();
    const text = JSON.stringify({
      mcpServers: { witan: { type: 'stdio', command: 'witan', args: ['serve'], env: {} } },
    });
    writeFileSync(join(ports.homeFolder, '.claude.json'), text);
    expect(await doctor(ports, '--fix')).toMatch(/^Nothing to fix\.\n/);
    expect(readFileSync(join(ports.homeFolder, '.claude.json'), 'utf8')).toBe(text);
  });

  it('adds a hook that is missing, and leaves other hooks and keys alone', async () => {
    const ports = installed().ports();
    await runCommandLine(['init'], ports);
    const file = join(ports.currentFolder, '.claude/settings.local.json');
    const complete = JSON.parse(readFileSync(file, 'utf8'));
    const { Stop: _, ...others } = complete.hooks;
    writeFileSync(file, JSON.stringify({ model: 'opus', hooks: others }));
    expect(await doctor(ports)).toContain('not registered in .claude/settings.local.json: Stop; `witan doctor --fix`');
    await doctor(ports, '--fix');
    const fixed = JSON.parse(readFileSync(file, 'utf8'));
    expect(fixed).toEqual({ ...complete, model: 'opus' });
  });

  it('The rules that hide the state folder are added where an earlier version registered only hooks.', async () => {
    const ports = installed().ports();
    const files = ['.claude/settings.local.json', '.claude/settings.json'].map((name) =>
      join(ports.currentFolder, name),
    );
    for (const [index, scope] of [[], ['--team']].entries()) {
      await runCommandLine(['init', ...scope], ports);
      const file = files[index] ?? '';
      const { hooks, permissions } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ hooks, permissions: { deny: ['Read(./.env)'] } }));
      expect(await doctor(ports)).toMatch(
        /^note {5}hooks .*no rules that keep Read.*`witan doctor --fix` corrects it/m,
      );
      await doctor(ports, '--fix');
      const fixed = JSON.parse(readFileSync(file, 'utf8'));
      expect(fixed).toEqual({ hooks, permissions: { deny: ['Read(./.env)', ...permissions.deny] } });
      expect(await doctor(ports)).not.toContain('no rules');
    }
  });

  it('moves paths of this machine out of files that a team shares', async () => {
    const { folder, ...machine } = installed();
    const ports = machine.ports();
    const args = [join(folder, 'dist/hook.cjs'), 'stop'];
    mkdirSync(join(ports.currentFolder, '.claude'));
    writeFileSync(
      join(ports.currentFolder, '.claude/settings.json'),
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: process.execPath, args }] }] } }),
    );
    const server = { command: process.execPath, args: [join(folder, 'dist/witan.cjs'), 'serve'] };
    writeFileSync(join(ports.currentFolder, '.mcp.json'), JSON.stringify({ mcpServers: { witan: server } }));
    expect(await doctor(ports)).toMatch(/^note {5}Claude Code +\.mcp\.json has paths of this machine/m);
    await doctor(ports, '--fix');
    expect(readdirSync(join(ports.currentFolder, '.claude'))).toEqual(['settings.local.json']);
    expect(readdirSync(ports.currentFolder)).toEqual(['.claude']);
    expect(await doctor(ports)).toMatch(/^ok {7}Claude Code +registered for you in this project/m);
  });

  it('takes rights of other users from files of ours, one line each', async () => {
    const restricted: string[] = [];
    const ports = fakePorts();
    const path = join(ports.currentFolder, '.witan');
    const restrict = async () => void restricted.push(path);
    const filesOpenToOthers = async () => (restricted.length === 0 ? [{ path, restrict }] : []);
    expect(await doctor({ ...ports, filesOpenToOthers })).toMatch(
      /^note {5}permissions +\.witan can be used by other users/m,
    );
    const fixed = await doctor({ ...ports, filesOpenToOthers }, '--fix');
    expect(fixed).toMatch(/^Fixed: \.witan: no longer open to other users\n\n/);
    expect(fixed).not.toContain('permissions');
  });

  it('says what it cannot fix, and does the rest', async () => {
    const ports = fakePorts();
    writeFileSync(join(ports.currentFolder, '.mcp.json'), '{');
    expect(await runCommandLine(['doctor', '--fix'], ports)).toBe(1);
    expect(ports.stdout.text()).toMatch(/^Not fixed: \.mcp\.json is not valid JSON .*fix it first/);
    expect(ports.stdout.text()).toMatch(/^ok {7}Node/m);
  });
});
