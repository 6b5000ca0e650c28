import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, toolResultsOf, whyNoPrograms } from '../support/claude-code.js';
import { openPage } from '../support/coach-fixture.js';
import { startCoach } from '../support/coach-program.js';
import { type ApiRequest, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { keyOf } from '../support/pages-fixture.js';

const reason = whyNoPrograms('claude');
if (reason !== undefined) console.log(`skipped: Claude Code is coached: ${reason}`);

const HELD = 'Witan coach: this call did not run';
const done: Block = { type: 'text', text: 'done' };

describe.skipIf(reason !== undefined)('Claude Code during a coaching session', { timeout: 300_000 }, () => {
  let machine: EmptyMachine;
  beforeEach(async ({ onTestFinished }) => {
    machine = createEmptyMachine();
    // After its coach has ended, which would write its state again.
    onTestFinished(() => machine.remove());
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(machine.project, file)), { recursive: true });
      writeFileSync(join(machine.project, file), text);
    }
    execFileSync('git', ['init', '--quiet'], { cwd: machine.project });
    await machine.witan(['init']);
    // Also for Claude Code that is started elsewhere.
    await machine.witan(['init', '--user']);
  });

  it.each(['.', 'src', '..'])('changes no source in any of 14 ways from %s of the project', async (folder) => {
    const coach = await startSession(machine);
    const before = sourcesOf(machine.project);
    const cwd = join(machine.project, folder);
    const requests = await converse(machine, [...waysToWrite(machine.project).map((block) => [block]), [done]], cwd);
    expect(sourcesOf(machine.project)).toEqual(before);
    const results = toolResultsOf(requests);
    expect(results.filter((result) => result.includes(HELD))).toHaveLength(14);
    expect(results.join()).toContain('Read the parser');
    await coach.says('held');
  });

  it.each(['.', 'src', '..'])('holds the writes of a subagent from %s of the project', async (folder) => {
    await startSession(machine);
    const before = sourcesOf(machine.project);
    const agent: Block = {
      ...use('Agent', { description: 'Fix it', prompt: 'Fix src/a.ts', subagent_type: 'general-purpose' }),
    };
    // The requests of the subagent are answered by the next turns.
    const [first] = waysToWrite(machine.project);
    const turns = [[agent], [first ?? done], [done], [done]];
    const requests = await converse(machine, turns, join(machine.project, folder));
    expect(sourcesOf(machine.project)).toEqual(before);
    expect(JSON.stringify(requests)).toContain(HELD);
  });

  it('writes again after the session ended', async () => {
    const coach = await startSession(machine);
    const file = join(machine.project, 'src/new.ts');
    const write = () =>
      converse(machine, [[use('Write', { file_path: file, content: 'x\n' })], [done]], machine.project);
    await write();
    expect(existsSync(file)).toBe(false);
    coach.page.send('session:end', {});
    await coach.page.next('session:ended');
    await write();
    expect(existsSync(file)).toBe(true);
  });

  it('writes again after the coach was killed', async () => {
    const coach = await startSession(machine);
    await coach.end('SIGKILL');
    const file = join(machine.project, 'src/new.ts');
    await converse(machine, [[use('Write', { file_path: file, content: 'x\n' })], [done]], machine.project);
    expect(existsSync(file)).toBe(true);
  });

  it('reads, tests and knows the phase', async () => {
    await startSession(machine);
    const turns = [[use('Bash', { command: 'npm test 2>&1 | tail -5; cat src/a.ts', description: 'Test' })], [done]];
    const requests = await converse(machine, turns, machine.project);
    expect(toolResultsOf(requests).join()).toContain('export const a');
    expect(JSON.stringify(requests)).toContain(String.raw`Phase 1 of 1: \"Read the parser\"`);
  });
});

const FILES = {
  'src/a.ts': 'export const a = 1;\n',
  'n.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', id: 'c1', source: 'x = 1', metadata: {}, outputs: [], execution_count: null }],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
  'fix.patch': '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const a = 2;\n',
  'format.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('src/a.ts', 'formatted');\n",
  'package.json': JSON.stringify({ scripts: { test: 'node --test', format: 'node format.mjs' } }),
};

function use(name: string, input: object): Block {
  return { type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name, input };
}

/** The editing tools need a file that was read before: that is the first call. */
function waysToWrite(project: string): Block[] {
  const file = join(project, 'src/a.ts');
  const notebook = join(project, 'n.ipynb');
  const commands = [
    `echo x > ${file}`,
    `echo x | tee ${file}`,
    `sed -i s/1/2/ ${file}`,
    `cat <<EOF > ${file}\nx\nEOF`,
    `python3 -c "open('${file}', 'w').write('x')"`,
    `node -e "require('fs').writeFileSync('${file}', 'x')"`,
    `git -C ${project} apply fix.patch`,
    `mv ${file} ${project}/src/b.ts`,
    `cd ${project} && npm run format`,
    `cd ${project} && node format.mjs`,
  ];
  return [
    use('Write', { file_path: join(project, 'src/new.ts'), content: 'x' }),
    use('Read', { file_path: file }),
    use('Edit', { file_path: file, old_string: '1', new_string: '2' }),
    use('Write', { file_path: file, content: 'x' }),
    use('Read', { file_path: notebook }),
    use('NotebookEdit', { notebook_path: notebook, cell_id: 'c1', new_source: 'x = 2' }),
    ...commands.map((command) => use('Bash', { command, description: 'Write' })),
  ];
}

async function startSession(machine: EmptyMachine) {
  const coach = await startCoach({ machine });
  const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
  page.send('session:start', { goal: 'Fix the parser' });
  await page.next('session:started');
  page.send('phase:create', { title: 'Read the parser' });
  await page.next('coaching:phase_update');
  page.send('phase:update', { phase: 1, status: 'active' });
  await page.next('coaching:phase_update');
  return {
    ...coach,
    page,
    async says(writes: string): Promise<void> {
      while ((await page.next('coach:status')).payload.writes !== writes);
    },
  };
}

/** All files of the project with their texts, without what Witan, git and Claude Code keep there. */
function sourcesOf(project: string): Record<string, string> {
  const names = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/\.(?:witan|git|claude)\//.test(file));
  return Object.fromEntries(names.sort().map((file) => [file, readFileSync(file, 'utf8')]));
}

/** One session with a scripted model; the requests that the model was sent. */
async function converse(
  { home }: EmptyMachine,
  turns: readonly (readonly Block[])[],
  cwd: string,
): Promise<readonly ApiRequest[]> {
  const service = await startLoopbackApi(speakTurns(turns), { kind: 'answer', text: '' });
  mkdirSync(join(home, '.claude'), { recursive: true });
  const tools = 'Write,Edit,NotebookEdit,Read,Bash,Agent,Task';
  try {
    const args = ['-p', 'Fix the parser.', '--allowedTools', tools, '--add-dir', dirname(cwd)];
    await runClaudeCode({ home, cwd, url: service.url, args, timeoutMs: 240_000 });
  } finally {
    await service.close();
  }
  return service.requests;
}
