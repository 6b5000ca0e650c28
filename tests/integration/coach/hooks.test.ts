import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { guidanceProject } from '../../support/guidance-project.js';
import { keyOf } from '../../support/pages-fixture.js';
import { runCoach } from '../../support/running-coach.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { createEmptyMachine } from '../cli-program.js';
import { HOOK, NEUTRAL, runHookProgram } from '../hooks/hook-program.js';

describe('the hook before tool calls, during a coaching session', () => {
  it('refuses writes with the phase and both ways out, every time, and lets them pass after the end', async () => {
    const coach = await coached();
    const write = { tool: 'Write', input: { file_path: join(coach.project, 'src/a.ts'), content: 'x' } };
    const first = await coach.refusal(write);
    expect(first).toContain('phase: "Read the parser"');
    expect(first).toContain('on the page');
    expect(first).toContain('witan coach pause');
    expect(first).toContain('witan coach end');
    expect(await coach.refusal(write)).toBe(first);
    coach.page.send('session:end', {});
    await coach.page.next('session:ended');
    expect(await coach.hook(write)).toEqual(NEUTRAL);
  });

  it('holds nothing while the session is paused', async () => {
    const coach = await coached();
    const write = { tool: 'Write', input: { file_path: 'src/a.ts', content: 'x' } };
    expect(await coach.refusal(write)).toContain('Held: Write src/a.ts');
    coach.page.send('session:pause', { isPaused: true });
    await coach.says('paused');
    expect(await coach.hook(write)).toEqual(NEUTRAL);
    coach.page.send('session:pause', { isPaused: false });
    await coach.says('held');
    expect(await coach.refusal(write)).toContain('Held: Write src/a.ts');
  });

  it('holds nothing after the coach was killed', async () => {
    const coach = await coachProgram();
    const write = { tool: 'Edit', input: { file_path: join(coach.project, 'src/a.ts') } };
    expect(await coach.refusal(write)).toContain('Held: Edit');
    await coach.end('SIGKILL');
    expect(await coach.hook(write)).toEqual(NEUTRAL);
  });

  it('leaves guidance as it is beside a coach that was killed', async () => {
    const coach = await coachProgram();
    guidanceProject(undefined, coach.project);
    await coach.end('SIGKILL');
    const { stdout } = await coach.hook({ tool: 'Write', input: { file_path: join(coach.project, 'plugin.json') } });
    expect(stdout).toContain('Version Bump File Checklist');
  });

  it('is a file of its own, which is read only while there is a coach', () => {
    const built = (file: string) => readFileSync(join(dirname(HOOK), file), 'utf8');
    expect(built('hooks/hold-writes.cjs')).toContain('golangci-lint');
    expect(built('hook-main.cjs')).not.toContain('golangci-lint');
  });

  it('lets readers, tests, our own tools and writes elsewhere pass', async () => {
    const coach = await coached();
    const elsewhere = scratchFolder('elsewhere');
    const calls = [
      { tool: 'Bash', input: { command: 'npm test 2>&1 | tail -20' } },
      { tool: 'Bash', input: { command: `cat src/a.ts > ${elsewhere}/copy.ts` } },
      { tool: 'Bash', input: { command: 'sed -i s/a/b/ notes.md' }, cwd: elsewhere },
      { tool: 'Write', input: { file_path: join(elsewhere, 'notes.md'), content: 'x' } },
      { tool: 'mcp__witan__paige_show_message', input: {} },
      { tool: 'mcp__filesystem__read_file', input: { path: 'src/a.ts' } },
      { tool: 'mcp__ide__getDiagnostics', input: {} },
    ];
    const ends = await Promise.all(calls.map((call) => coach.hook(call)));
    expect(ends).toEqual(calls.map(() => NEUTRAL));
  });

  it('protects what the coach and the hooks depend on', async () => {
    const coach = await coached();
    const state = join(coach.home, '.local/state/witan');
    const settings = join(coach.home, '.claude/settings.json');
    expect(await coach.refusal({ tool: 'Bash', input: { command: `rm ${state}/*.json` } })).toContain(
      'Held: a request to the coach or its files',
    );
    expect(await coach.refusal({ tool: 'Write', input: { file_path: settings } })).toContain('Held: Write');
    expect(await coach.refusal({ tool: 'Bash', input: { command: `curl -s ${coach.url}/api/session` } })).toContain(
      'Held',
    );
    expect(await coach.refusal({ tool: 'Bash', input: { command: 'witan coach end' } })).toContain(
      'Held: witan coach end',
    );
  });

  it('still refuses, in time, if the coach does not answer', async () => {
    const coach = await coachProgram();
    process.kill(coach.processId, 'SIGSTOP');
    const write = { tool: 'Write', input: { file_path: join(coach.project, 'src/a.ts') } };
    expect(await coach.refusal(write, { WITAN_HOOK_TIMEOUT_MS: '' })).toContain('Held: Write');
    process.kill(coach.processId, 'SIGCONT');
  });
});

describe('the hooks of an agent', () => {
  it('make the page say that writes are held, which it does not say before or for a registration of an earlier version', async () => {
    const coach = await coached();
    await coach.says('not_protected');
    const look = { tool: 'Bash', input: { command: 'ls' } };
    await coach.page.settled();
    await coach.hook({ ...look, options: [] });
    expect(await coach.page.settled()).not.toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ writes: 'held' }) }),
    );
    await coach.hook(look);
    await coach.says('held');
  });

  it('add the phase, changed files and requests of the person to a prompt, without secret files', async () => {
    const coach = await coached();
    for (const path of ['src/a.ts', '.env']) {
      coach.page.send('file:open', { path });
      await coach.page.next('fs:content');
      coach.page.send('file:save', { path, content: 'changed\n' });
      await coach.page.next('fs:save_ack');
    }
    coach.page.send('hints:level_change', { level: 'region', previousLevel: 'none' });
    await coach.page.next('hints:level');
    const first = await coach.prompt();
    expect(first).toContain('Phase 1 of 1: "Read the parser"');
    expect(first).toContain('src/a.ts (+1 -1)');
    expect(first).toContain('set the hint level to region');
    expect(first).not.toContain('.env');
    expect(first.length).toBeLessThan(1_300);
    // Once is enough.
    expect(await coach.prompt()).not.toContain('set the hint level');
    coach.page.send('session:end', {});
    await coach.page.next('session:ended');
    expect(await coach.prompt()).toBe('');
  });

  it('are answered only with the key', async () => {
    const coach = await coached();
    const body = JSON.stringify({ hook: 'user-prompt-submit', agentSession: 's' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${coach.url}/api/hook`, { method: 'POST', headers, body })).status).toBe(401);
  });
});

interface ToolCall {
  readonly tool: string;
  readonly input: object;
  readonly cwd?: string;
  /** As it is registered. */
  readonly options?: readonly string[];
}

const FILES = {
  'src/a.ts': 'a\n',
  '.env': 'A=1\n',
  'package.json': JSON.stringify({ scripts: { test: 'node --test', format: 'prettier --write .' } }),
};

/** The coach in this process, with a session in its first phase. */
async function coached() {
  const coach = await runCoach(FILES);
  return withSession({ url: coach.url, key: coach.key, project: coach.projectFolder, home: homedir() });
}

/** The same as a process of its own. */
async function coachProgram() {
  const machine = createEmptyMachine();
  mkdirSync(join(machine.project, 'src'));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(machine.project, file), text);
  const { address, url, ...program } = await startCoach({ machine });
  const session = await withSession({ url, key: await keyOf(address), ...machine });
  return { ...program, ...session };
}

interface Coach {
  readonly url: string;
  readonly key: string;
  readonly project: string;
  readonly home: string;
}

async function withSession({ url, key, project, home }: Coach) {
  const page = await openPage({ url, key });
  page.send('connection:hello', { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } });
  page.send('session:start', { goal: 'Fix the parser' });
  await page.next('session:started');
  page.send('phase:create', { title: 'Read the parser' });
  await page.next('coaching:phase_update');
  page.send('phase:update', { phase: 1, status: 'active' });
  await page.next('coaching:phase_update');
  const hook = ({ tool, input, cwd = project, options = ['--all-tools'] }: ToolCall, more = {}) =>
    runHookProgram('pre-tool-use', JSON.stringify({ session_id: 's', cwd, tool_name: tool, tool_input: input }), {
      environment: { HOME: home, ...more },
      options,
    });
  return {
    ...{ url, page, home, project, hook },
    async refusal(call: ToolCall, more = {}): Promise<string> {
      const { stdout } = await hook(call, more);
      if (stdout === '') return '';
      const { hookSpecificOutput: output } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
      expect(output.permissionDecision).toBe('deny');
      return output.permissionDecisionReason ?? '';
    },
    async prompt(): Promise<string> {
      const event = JSON.stringify({ session_id: 's', cwd: project, prompt: 'hello' });
      const { stdout } = await runHookProgram('user-prompt-submit', event, { environment: { HOME: home } });
      if (stdout === '') return '';
      return (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
        .additionalContext;
    },
    /** Waits until the page says so. */
    async says(writes: string): Promise<void> {
      while ((await page.next('coach:status')).payload.writes !== writes);
    },
  };
}
