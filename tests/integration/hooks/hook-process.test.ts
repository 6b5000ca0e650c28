import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import {
  guidanceProject,
  hookEvent,
  trustNodes,
  VERSION_CHECKLIST,
  writeCall,
} from '../../support/guidance-project.js';
import { BELIEF, expectValue } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { HOOK, NEUTRAL, runHookProgram } from './hook-program.js';

const SESSION = 'efdc8fa6-1f76-4e17-9fc1-f178ce104351';
const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the hook as a process', () => {
  it('pauses the same call at most twice, as Claude Code and as a user run it', async () => {
    for (const environment of [{}, { CLAUDECODE: '1' }]) {
      const project = guidanceProject();
      const first = await runHookProgram('pre-tool-use', writeCall(project, 'plugin.json'), { environment });
      expect(JSON.parse(first.stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
      expect([first.exitCode, first.stderr]).toEqual([0, '']);
      await runHookProgram('pre-tool-use', writeCall(project, 'plugin.json'), { environment });
      expect(await runHookProgram('pre-tool-use', writeCall(project, 'plugin.json'), { environment })).toEqual(NEUTRAL);
    }
  });

  it('pauses every one of several calls that come at the same time', async () => {
    const project = guidanceProject();
    const calls = ['a', 'b', 'c'].map((folder) => writeCall(project, `${folder}/plugin.json`));
    const answers = await Promise.all(calls.map((call) => runHookProgram('pre-tool-use', call)));
    for (const { stdout } of answers) expect(stdout).toContain('"deny"');
  });

  it('loads none of the modules that take Node milliseconds', async () => {
    const folder = scratchFolder('loaded-modules');
    const preload = join(folder, 'preload.cjs');
    const list = 'process.moduleLoadList.filter((name) => !before.has(name)).join("\\n")';
    writeFileSync(
      preload,
      `const before = new Set(process.moduleLoadList);
       process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/loaded.txt', ${list}));`,
    );
    const args = ['--require', preload, HOOK];
    const environment = { CLAUDECODE: '1' };
    const call = writeCall(guidanceProject(), 'README.md');
    // The first call of a project stores the index of its items.
    for (let run = 0; run < 2; run++) await runHookProgram('pre-tool-use', call, { args, environment });
    const loaded = readFileSync(join(folder, 'loaded.txt'), 'utf8').split('\n');
    expect(loaded).toContain('NativeModule vm');
    const slow = ['http', 'net', 'stream', 'crypto', 'child_process', 'util', 'fs/promises', 'timers/promises'];
    expect(loaded.filter((name) => slow.includes(name.replace('NativeModule ', '')))).toEqual([]);
  });

  it('is the same by `witan hook`', async () => {
    const args = [join(ROOT, 'dist', 'witan.cjs'), 'hook'];
    const { stdout } = await runHookProgram('pre-tool-use', writeCall(guidanceProject(), 'plugin.json'), { args });
    expect(stdout).toContain('"deny"');
  });

  it('reads an event of a megabyte to its end', async () => {
    const project = guidanceProject();
    const event = JSON.parse(writeCall(project, 'plugin.json'));
    event.tool_input.content = 'x'.repeat(1_000_000);
    for (const environment of [{}, { CLAUDECODE: '1' }]) {
      const call = JSON.stringify({ ...event, session_id: JSON.stringify(environment) });
      expect((await runHookProgram('pre-tool-use', call, { environment })).stdout).toContain('"deny"');
    }
  });

  it.each([{}, { CLAUDECODE: '1' }])('gives up on an input that is held open, with %o', async (environment) => {
    const options = { environment: { ...environment, WITAN_HOOK_TIMEOUT_MS: '200' }, holdsInput: true };
    expect(await runHookProgram('pre-tool-use', '{"cwd":', options)).toEqual(NEUTRAL);
    expect(await runHookProgram('stop', '', options)).toEqual(NEUTRAL);
  });

  it('gives up on an endless input, and on one that is not an event', async () => {
    const run = (shell: string) => spawnSync('sh', ['-c', shell, 'sh', process.execPath, HOOK], { encoding: 'utf8' });
    const quick = 'CLAUDECODE=1 WITAN_HOOK_TIMEOUT_MS=200 "$1" "$2" pre-tool-use; echo "exit $?"';
    for (const input of ['yes |', '</dev/zero', '</dev/null', '<&-', '</']) {
      const { stdout, stderr } = run(input.endsWith('|') ? `${input} { ${quick}; }` : `{ ${quick}; } ${input}`);
      expect([input, stdout, stderr]).toEqual([input, 'exit 0\n', '']);
    }
  });

  it('reads an event from a file and from a pipe of the shell', () => {
    for (const input of ['cat "$3" | "$1" "$2" pre-tool-use', '"$1" "$2" pre-tool-use < "$3"']) {
      const project = guidanceProject();
      const event = join(project.folder, 'event.json');
      writeFileSync(event, writeCall(project, 'plugin.json'));
      const { stdout } = spawnSync('sh', ['-c', input, 'sh', process.execPath, HOOK, event], {
        encoding: 'utf8',
        env: { ...process.env, WITAN_HOOK_TIMEOUT_MS: '10000' },
      });
      expect(stdout).toContain('"deny"');
    }
  });

  it('notes how long it took, if there is a data folder', async () => {
    const project = guidanceProject();
    await runHookProgram('pre-tool-use', writeCall(project, 'plugin.json'));
    const [timing] = readLines(join(project.dataFolder, 'hook-timings.jsonl'));
    expect(timing).toMatchObject({ hook: 'pre-tool-use', spoke: true, ms: expect.any(Number) });
  });

  it('keeps its data in the folder that it was registered with', async () => {
    const project = guidanceProject();
    const chosen = scratchFolder('chosen');
    trustNodes(project.folder, [VERSION_CHECKLIST], chosen);
    const args = [HOOK, 'pre-tool-use', '--data', chosen];
    await runHookProgram('', writeCall(project, 'plugin.json'), { args });
    expect(readdirSync(project.dataFolder)).not.toContain('pauses.jsonl');
    expect(readdirSync(chosen)).toContain('pauses.jsonl');
  });

  it('carries a session from its start over counted calls to its end, and says nothing after the start', async () => {
    const project = guidanceProject({});
    const fire = (name: string, event: string, fields: object = {}) =>
      runHookProgram(name, hookEvent(project, event, fields), { environment: { CLAUDECODE: '1' } });
    const journal = join(project.folder, '.claude', 'journal');
    const start = await fire('session-start', 'SessionStart', { source: 'startup' });
    expect(start).toEqual({ ...NEUTRAL, stdout: expect.stringContaining('[PROCESS_KNOWLEDGE]') });
    expect(existsSync(join(journal, '.session_id'))).toBe(true);
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
    const failed = { ...call, tool_use_id: 'toolu_2', error: 'Exit code 3' };
    // Each fires twice, as hooks may, and counts once.
    for (let time = 0; time < 2; time++) {
      expect(await fire('post-tool-use', 'PostToolUse', { ...call, tool_response: {} })).toEqual(NEUTRAL);
      expect(await fire('post-tool-use-failure', 'PostToolUseFailure', failed)).toEqual(NEUTRAL);
    }
    expect(readFileSync(join(journal, '.tool_count'), 'utf8').trim()).toBe('2');
    expect(await fire('user-prompt-submit', 'UserPromptSubmit', { prompt: 'go on' })).toEqual(NEUTRAL);
    expect(await fire('stop', 'Stop', { last_assistant_message: 'All done.' })).toEqual(NEUTRAL);
    expect(await fire('session-end', 'SessionEnd', { reason: 'other' })).toEqual(NEUTRAL);
    expect(existsSync(join(journal, '.session_id'))).toBe(false);
    expect(readdirSync(project.dataFolder)).not.toContain('pauses.jsonl');
  });

  it('suggests a hypothesis after a second failure, and leaves what is open to the session that resumes', async () => {
    const project = guidanceProject({});
    const fire = async (name: string, event: string, fields: object = {}) => {
      const { stdout } = await runHookProgram(name, hookEvent(project, event, fields), {
        environment: { CLAUDECODE: '1' },
      });
      return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
    };
    await fire('session-start', 'SessionStart', { source: 'startup' });
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test 2>&1 | tail -3' } };
    const failed = { ...call, tool_response: { stdout: 'Tests: 1 failed, 3 passed, 4 total', stderr: '' } };
    expect(await fire('post-tool-use', 'PostToolUse', { ...failed, tool_use_id: 'toolu_1' })).toBe('');
    expect(await fire('post-tool-use', 'PostToolUse', { ...failed, tool_use_id: 'toolu_2' })).toContain('start_ghap');
    const folder = join(project.folder, '.claude', 'journal');
    const journal = createJournal({ folder, claudeSessionId: SESSION });
    const { entry } = expectValue(await journal.create(BELIEF));
    await fire('session-end', 'SessionEnd', { reason: 'other' });
    expect(await createJournal({ folder, claudeSessionId: 'command-line' }).getOrphanedEntry()).toEqual(entry);
    expect(await fire('session-start', 'SessionStart', { source: 'resume' })).toContain(`${entry.id} is open`);
  });
});
