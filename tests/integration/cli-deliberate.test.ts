import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
let machine: EmptyMachine;
beforeEach(() => {
  machine = createEmptyMachine();
});
afterEach(() => machine.remove());

describe('witan deliberate on a machine without any model', () => {
  it('runs the demo panel on the example project, says so, and leaves nothing in the folder', async () => {
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', QUESTION]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^PostgreSQL: unanimous, 3 of 3 voted/);
    expect(stdout).toMatch(/^ {2}warning {3}demo: scripted voices without a language model; not advice$/m);
    expect(stdout).toContain('docs/job-queue.md:7, verified');
    expect(stdout).not.toContain('decisions outcome');
    const transcript = /^Transcript {2}~\/(\.config\/witan\/demo\/transcripts\/\S+\.md)$/m.exec(stdout)?.[1] ?? '';
    expect(readFileSync(join(machine.home, transcript), 'utf8')).toContain(QUESTION);
    expect(readdirSync(machine.project)).toEqual([]);
    expect(stderr).toMatch(/^No model found .* Running the demo panel/);
    expect(stderr).toContain('Using the example project, because this folder has no documents to cite.');
    expect(stderr).toMatch(/^Round 1 of 2: steward answered in/m);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it.each([
    ['Sollen wir PostgreSQL oder SQLite für die Job-Queue nehmen?', 'für_die_Job_Queu'],
    ['Devrions-nous utiliser PostgreSQL ou SQLite ?', 'PostgreSQL_ou_SQLite'],
    ['¿Deberíamos usar PostgreSQL o SQLite?', 'Deberíamos_usar'],
    ['PostgreSQLとSQLiteのどちらを使うべきですか？', 'のどちらを使うべきですか'],
  ])('reads the options of "%s" and keeps its letters in the name of the transcript', async (question, letters) => {
    const { exitCode, stdout } = await machine.witan(['deliberate', question]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^PostgreSQL: unanimous/);
    expect(stdout).toContain(letters);
  });

  it('prints a JSON result that agrees with the file next to the transcript', async () => {
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', '--json', '--mode', 'quick', QUESTION]);
    expect([exitCode, stderr]).toEqual([0, '']);
    const result = JSON.parse(stdout) as DeliberationResult;
    expect(result).toMatchObject({ status: 'complete', mode: 'quick', rounds_completed: 1 });
    const sidecar = readFileSync((result.transcript_path ?? '').replace(/\.md$/, '.json'), 'utf8');
    expect(JSON.parse(sidecar)).toMatchObject({ deliberation_id: result.deliberation_id });
  });

  it("has no verdict where the folder's documents say nothing about the options, and says so", async () => {
    writeFileSync(join(machine.project, 'README.md'), 'A service that prints labels.\n');
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', QUESTION]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^No result: 0 of 3 voted/);
    expect(stdout).toContain('demo: scripted voices without a language model; they found nothing to vote by');
    expect(stderr).not.toContain('example project');
    expect(readdirSync(machine.project)).toEqual(['README.md']);
  });

  it('cites the documents of a folder that has some, but not the transcripts of earlier debates', async () => {
    writeFileSync(join(machine.project, 'notes.md'), 'We already run PostgreSQL.\nSQLite stalled twice.\n');
    mkdirSync(join(machine.project, 'transcripts'));
    writeFileSync(join(machine.project, 'transcripts', 'old.md'), 'PostgreSQL failed, crashed and lost data.\n');
    const { stdout } = await machine.witan(['deliberate', '--json', QUESTION]);
    const { citations, voting_result: voting } = JSON.parse(stdout) as DeliberationResult;
    expect(voting?.winning_option).toBe('PostgreSQL');
    expect([...new Set(citations.map(({ path }) => path))]).toEqual(['notes.md']);
  });

  it('is asked about another folder with --cwd', async () => {
    const other = join(machine.home, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'notes.md'), 'We already run PostgreSQL.\n');
    const { stdout } = await machine.witan(['deliberate', '--json', '--cwd', other, QUESTION]);
    expect(JSON.parse(stdout)).toMatchObject({ working_directory: realpathSync(other), demo: true, decision_id: null });
    expect([readdirSync(machine.project), readdirSync(other)]).toEqual([[], ['notes.md']]);
  });

  it('continues a demo by its id, which the old names of its voices also begin', async () => {
    const panel = ['-p', 'rehearsal:sceptic', '-p', 'rehearsal:builder'];
    const first = JSON.parse((await machine.witan(['deliberate', '--json', ...panel, QUESTION])).stdout);
    expect(first.participants).toEqual(['skeptic@demo', 'builder@demo']);
    const again = await machine.witan(['deliberate', '--json', '--resume', first.deliberation_id]);
    expect(JSON.parse(again.stdout)).toMatchObject({ deliberation_id: first.deliberation_id });
  });

  it('fails with the reason of each participant when none can be asked', async () => {
    const { exitCode, stdout } = await machine.witan(['deliberate', '-p', 'claude', '-p', 'codex', QUESTION]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Failed: no participant gave a valid answer; \S+ and \S+ failed\n/);
    expect(stdout).toMatch(/^ {2}missing {3}\S+: not installed: claude was not found/m);
    expect(stdout).toMatch(/^ {2}missing {3}\S+: not installed: codex was not found/m);
  });
});

describe('wrong usage', () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      'an unknown adapter',
      [QUESTION, '-p', 'claud', '-p', 'codex'],
      /unknown adapter "claud" \(did you mean "claude"\?\)/,
    ],
    ['an unknown voice', [QUESTION, '-p', 'demo:stewart', '-p', 'codex'], /unknown model "stewart".*"steward"/],
    ['one participant', [QUESTION, '-p', 'demo:steward'], /participants: 1 given; name 2/],
    ['nine rounds', [QUESTION, '--rounds', '9'], /rounds: 9 is not allowed; use a whole number from 1 to 5/],
    ['an empty question', [''], /question: "" has 0 characters/],
    ['a missing folder', [QUESTION, '--cwd', 'none'], /working_directory: ".*none" is not a folder/],
    ['the root of the disk', [QUESTION, '--cwd', '/'], /working_directory: "\/" is the root of the disk/],
    ['the home folder', [QUESTION, '--cwd', '../home'], /working_directory: ".*home" is the home folder/],
    ['a missing configuration file', [QUESTION, '--config', 'none.yaml'], /none\.yaml.* does not exist/],
    ['a missing context file', [QUESTION, '--context', '@none.md'], /none\.md could not be read/],
  ])('gets one clear line and exit 2, and leaves nothing behind: %s', async (_what, args, message) => {
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', ...args]);
    expect(stderr).toMatch(/^witan: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(readdirSync(machine.project)).toEqual([]);
  });

  it.each([
    ['malformed', 'version: [1\n', /\.witan\/config\.yaml:\d+: not valid YAML/],
    [
      'choosing a program without trust',
      'version: "1.0"\nadapters:\n  claude: { type: cli, command: ./steal.sh }\n',
      /\.witan\/config\.yaml:\d+: .*not trusted.*witan init/,
    ],
  ])('gets one clear line and exit 2 if the configuration of the project is %s', async (_what, text, message) => {
    mkdirSync(join(machine.project, '.witan'));
    writeFileSync(join(machine.project, '.witan/config.yaml'), text);
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', QUESTION]);
    expect(stderr).toMatch(/^witan: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(readFileSync(join(machine.project, '.witan/config.yaml'), 'utf8')).toBe(text);
  });
});

describe('a time cap', () => {
  it('ends the debate with the vote that is in, and says what ended it', async () => {
    writeFileSync(join(machine.home, 'ponder.cjs'), 'setInterval(() => {}, 1000);');
    const adapter = { type: 'cli', command: process.execPath, args: [join(machine.home, 'ponder.cjs')] };
    writeFileSync(join(machine.home, 'own.yaml'), JSON.stringify({ version: '1.0', adapters: { ponder: adapter } }));
    writeFileSync(join(machine.project, 'notes.md'), 'We already run PostgreSQL.\n');
    const seats = ['-p', 'demo:steward', '-p', 'ponder:slow'];
    const { exitCode, stdout } = await machine.witan([
      ...['deliberate', ...seats, '--config', '../home/own.yaml', '--max-seconds', '2', QUESTION],
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+: the only vote, 1 of 2 voted/);
    expect(stdout.replaceAll(/\n {2}(?=participants)/g, ' ')).toContain(
      'partial: the debate ended early: the time cap of 2 s was reached; the last answer of 1 of 2 participants is missing',
    );
  });
});

describe('Ctrl-C', () => {
  it('ends the running participants and says how far it got', async () => {
    const pidFile = join(machine.home, 'pid');
    writeFileSync(
      join(machine.home, 'ponder.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const adapter = { type: 'cli', command: process.execPath, args: [join(machine.home, 'ponder.cjs')] };
    writeFileSync(join(machine.home, 'own.yaml'), JSON.stringify({ version: '1.0', adapters: { ponder: adapter } }));
    const words = ['deliberate', '-p', 'demo:steward', '-p', 'ponder:slow', '--config', '../home/own.yaml', QUESTION];
    let isInterrupted = false;
    const { exitCode, stdout, stderr } = await machine.witan(words, {
      onStderr: (text, signal) => {
        if (isInterrupted || !text.includes('steward answered')) return;
        isInterrupted = true;
        void until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').then(() => signal('SIGINT'));
      },
    });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /\nwitan: cancelled in round 1 of 2; the answers until then are kept in transcripts\/\S+\.md; to continue: witan deliberate --resume \S+\n$/,
    );
    await until(() => !isAlive(Number(readFileSync(pidFile, 'utf8'))));
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not come true within 10 s');
    await new Promise((settle) => setTimeout(settle, 20));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
