import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.js';
import { ROOT } from '../support/source-files.js';
import { WITAN } from './cli-program.js';

/** Claude Code copies the plugin's folder, and nothing around it, when it installs from a repository. */
describe('the plugin, installed from a repository', () => {
  let plugin: string;
  let project: string;
  let programs: string;
  let environment: Record<string, string>;

  beforeEach(() => {
    const root = scratchFolder('plugin');
    plugin = path.join(root, 'installed', 'plugin');
    cpSync(path.join(ROOT, 'plugin'), plugin, { recursive: true });
    programs = path.join(root, 'bin');
    project = path.join(root, 'project');
    for (const folder of [programs, path.join(project, '.git')]) mkdirSync(folder, { recursive: true });
    symlinkSync(process.execPath, path.join(programs, 'node'));
    environment = { PATH: programs, HOME: root };
  });

  it('says nothing where Witan is not installed', async () => {
    expect(runHook()).toEqual({ status: 0, stdout: '', stderr: '' });
    const { tools, stderr } = await listTools();
    expect(tools).toEqual([]);
    expect(stderr).toBe('');
  });

  it('uses the program of the PATH', async () => {
    symlinkSync(WITAN, path.join(programs, 'witan'));
    const { status, stdout } = runHook();
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } });
    expect((await listTools()).tools).toContain('deliberate');
  });

  const runHook = () => {
    const input = JSON.stringify({ hook_event_name: 'SessionStart', cwd: project, session_id: 'one' });
    const args = [path.join(plugin, 'dist/hook.cjs'), 'session-start', '--plugin'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      input,
      env: environment,
      cwd: project,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  const listTools = async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.join(plugin, 'dist/witan.cjs'), 'serve'],
      env: environment,
      cwd: project,
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (data) => {
      stderr += String(data);
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    return { tools: tools.map(({ name }) => name), stderr };
  };
});
