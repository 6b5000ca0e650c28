import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../support/scratch-folder.js';
import { childEnvironment, LAUNCHER } from '../../support/serve-session.js';
import { votersConfig } from '../cli-program.js';

let home: string;
let project: string;

beforeEach(() => {
  home = scratchFolder('home');
  project = path.join(home, 'code', 'clone');
  mkdirSync(path.join(project, '.witan'), { recursive: true });
});

const environment = () => ({ ...childEnvironment(), HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') });

function witan(...parameters: string[]) {
  return spawnSync(process.execPath, [LAUNCHER, ...parameters], {
    cwd: project,
    env: environment(),
    encoding: 'utf8',
    input: '',
    timeout: 15_000,
  });
}

function hook(event: string, fields: Record<string, unknown>) {
  const input = JSON.stringify({ session_id: 's', cwd: project, hook_event_name: event, ...fields });
  return spawnSync(process.execPath, [LAUNCHER, 'hook', event], {
    cwd: project,
    env: environment(),
    encoding: 'utf8',
    input,
    timeout: 15_000,
  });
}

describe('opening a clone with the built program', () => {
  it("writes no line into the shell's settings through a link that is called witan.log", async () => {
    const settings = path.join(home, '.bashrc');
    writeFileSync(settings, '# mine\n');
    symlinkSync('../../../.bashrc', path.join(project, '.witan', 'witan.log'));
    writeFileSync(path.join(project, '.witan', 'config.yaml'), 'version: "1.0"\n"$(touch pwned)": 1\n');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, 'serve'],
      cwd: project,
      env: environment(),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    await client.callTool({ name: 'get_active_ghap', arguments: {} }).catch(() => undefined);
    await client.close();
    expect(readFileSync(settings, 'utf8')).toBe('# mine\n');
  });

  it.each(['.witan/witan.log', '.claude/journal/.lock', '.claude/journal/current_ghap.json', '.witan/pauses.jsonl'])(
    'does not wait for a named pipe at %s',
    (own) => {
      mkdirSync(path.dirname(path.join(project, own)), { recursive: true });
      execFileSync('mkfifo', [path.join(project, own)]);
      for (const parameters of [
        ['journal', 'status'],
        ['knowledge', 'list'],
        ['doctor', '--json'],
      ]) {
        expect(witan(...parameters).signal).toBeNull();
      }
      for (const event of ['session-start', 'pre-tool-use', 'stop']) {
        expect(hook(event, { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }).status).toBe(0);
      }
    },
  );

  it("writes no draft into another project's graph through a link", () => {
    const other = path.join(home, 'code', 'other', '.claude', 'graphs');
    mkdirSync(other, { recursive: true });
    writeFileSync(path.join(other, 'default_graph.json'), '{"nodes":[]}');
    mkdirSync(path.join(project, '.claude'));
    symlinkSync(other, path.join(project, '.claude', 'graphs'));
    const block = '[PROCESS_KNOWLEDGE]\nlabel: Tag first\ntype: warning\nwarning:\n  risk: none\n[/PROCESS_KNOWLEDGE]';
    expect(hook('stop', { last_assistant_message: block }).status).toBe(0);
    expect(readFileSync(path.join(other, 'default_graph.json'), 'utf8')).toBe('{"nodes":[]}');
    const listed = witan('knowledge', 'add', 'Tag first', '--type', 'warning', '--risk', 'none');
    expect(listed.status).not.toBe(0);
    expect(readFileSync(path.join(other, 'default_graph.json'), 'utf8')).toBe('{"nodes":[]}');
  });

  it('deliberates without a transcript where the folder for it is a link, and says why in one line', () => {
    const elsewhere = path.join(home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, path.join(project, 'transcripts'));
    mkdirSync(path.join(home, '.config', 'witan'), { recursive: true });
    writeFileSync(path.join(home, '.config', 'witan', 'config.yaml'), votersConfig());
    const { status, stdout } = witan(
      'deliberate',
      'Should we use PostgreSQL or SQLite?',
      '-p',
      'first',
      '-p',
      'second',
    );
    expect(status).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain('symbolic link');
    expect(existsSync(path.join(elsewhere, 'decisions.db'))).toBe(false);
    expect(execFileSync('ls', ['-A', elsewhere], { encoding: 'utf8' })).toBe('');
  });
});
