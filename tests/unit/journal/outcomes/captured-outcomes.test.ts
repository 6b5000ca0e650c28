import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureOutcome } from '../../../../src/journal/hook.js';
import type { JournalOptions } from '../../../../src/journal/index.js';
import { BELIEF, expectValue, journalIn } from '../../../support/journal-fixture.js';

const SESSION = 'efdc8fa6-1f76-4e17-9fc1-f178ce104351';
const confirm = { status: 'confirmed' as const, result: 'green' };
const falsify = { status: 'falsified' as const, result: 'red' };

let calls = 0;
const passing = (command = 'npm test') => ({
  session_id: SESSION,
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'run the tests' },
  tool_response: { stdout: 'ok', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  tool_use_id: `toolu_${calls++}`,
  duration_ms: 0,
});
const failing = (command = 'npm test', error = 'Exit code 1\n1 failed') => ({
  session_id: SESSION,
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command, description: 'run the tests' },
  tool_use_id: `toolu_${calls++}`,
  error,
  is_interrupt: false,
  duration_ms: 0,
});

async function withEntry(options: Partial<JournalOptions> = {}) {
  const { journal, folder } = journalIn({ claudeSessionId: SESSION, ...options });
  const { entry } = expectValue(await journal.create(BELIEF));
  return { journal, folder, entry, folders: { folder, claudeSessionId: SESSION } };
}

describe('a test that ran while an entry is active', () => {
  it('makes the entry gold when it agrees with what the agent says', async () => {
    const { journal, folders, folder } = await withEntry();
    const outcome = await captureOutcome(folders, passing());
    expect(outcome).toEqual({ kind: 'test', command: 'npm test', passed: true, at: expect.stringMatching(/Z$/) });
    expect(readFileSync(join(folder, 'captured_outcomes.jsonl'), 'utf8')).toContain('"command":"npm test"');
    const { entry, agreement, capturedOutcome, warnings } = expectValue(await journal.resolve(confirm));
    expect(entry).toMatchObject({ confidence_tier: 'gold', outcome: { auto_captured: true } });
    expect({ agreement, capturedOutcome, warnings }).toEqual({
      agreement: 'agrees',
      capturedOutcome: outcome,
      warnings: [],
    });
  });

  it('makes it gold too when both say that the hypothesis was wrong', async () => {
    const { journal, folders } = await withEntry();
    await captureOutcome(folders, failing());
    expect(expectValue(await journal.resolve(falsify)).entry.confidence_tier).toBe('gold');
  });

  it.each([
    ['confirmed after a failing test', failing(), confirm, 'failed'],
    ['falsified after a passing test', passing(), falsify, 'passed'],
  ])('leaves an entry silver that is %s, and says so', async (_what, event, resolve, word) => {
    const { journal, folders } = await withEntry();
    await captureOutcome(folders, event);
    const { entry, agreement, warnings } = expectValue(await journal.resolve({ ...resolve, autoCaptured: true }));
    expect(entry).toMatchObject({ confidence_tier: 'silver', outcome: { auto_captured: false } });
    expect(agreement).toBe('disagrees');
    expect(warnings).toEqual([expect.stringContaining(`\`npm test\` ${word}`)]);
  });

  it('counts with the last one of several', async () => {
    const { journal, folders } = await withEntry();
    await captureOutcome(folders, failing());
    await captureOutcome(folders, passing('npm run build'));
    expect(expectValue(await journal.resolve(confirm)).capturedOutcome).toMatchObject({ kind: 'build', passed: true });
  });

  it('still counts after a note', async () => {
    const { journal, folders } = await withEntry();
    await captureOutcome(folders, passing());
    await journal.update({ note: 'all tests pass' });
    expect(expectValue(await journal.resolve(confirm)).entry.confidence_tier).toBe('gold');
  });

  it('no longer counts after an update of the hypothesis or the action', async () => {
    for (const update of [{ hypothesis: 'another' }, { strategy: 'ask-user' as const }]) {
      const { journal, folders } = await withEntry();
      await captureOutcome(folders, passing());
      await journal.update(update);
      expect(expectValue(await journal.resolve(confirm))).toMatchObject({
        agreement: 'none',
        entry: { confidence_tier: 'silver' },
      });
    }
  });

  it('does not count if it began before the entry, nor for the next entry', async () => {
    const { journal, folders } = await withEntry();
    expect(await captureOutcome(folders, { ...passing(), duration_ms: 60_000 })).toBeUndefined();
    await captureOutcome(folders, passing());
    const { entry: next } = expectValue(await journal.create(BELIEF));
    expect(expectValue(await journal.resolve(confirm, next.id)).entry.confidence_tier).toBe('silver');
  });

  it('counts for every entry that was open, also after one of them was resolved', async () => {
    const { journal, folders, entry } = await withEntry();
    const { entry: second } = expectValue(await journal.create(BELIEF));
    await captureOutcome(folders, passing());
    for (const { id } of [second, entry]) {
      expect(expectValue(await journal.resolve(confirm, id)).entry.confidence_tier).toBe('gold');
    }
  });

  it('replaces a result that the agent leaves out, which is allowed only then', async () => {
    const { journal, folders } = await withEntry();
    expect(await journal.resolve({ status: 'confirmed' })).toMatchObject({ error: { kind: 'result_missing' } });
    await captureOutcome(folders, passing());
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed' }));
    expect(entry).toMatchObject({
      confidence_tier: 'gold',
      outcome: { result: '`npm test` passed after the last update' },
    });
  });

  it('is noted once when the hook fires twice', async () => {
    const { folders, folder } = await withEntry();
    const event = passing();
    await captureOutcome(folders, event);
    expect(await captureOutcome(folders, event)).toBeUndefined();
    expect(readFileSync(join(folder, 'captured_outcomes.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('is still found behind a line that a crash has truncated', async () => {
    const { journal, folders, folder } = await withEntry();
    appendFileSync(join(folder, 'captured_outcomes.jsonl'), '{"kind":"te');
    await captureOutcome(folders, passing());
    expect(expectValue(await journal.resolve(confirm)).entry.confidence_tier).toBe('gold');
  });

  it('says nothing about an entry that is abandoned', async () => {
    const { journal, folders } = await withEntry();
    await captureOutcome(folders, failing());
    expect(expectValue(await journal.resolve({ status: 'abandoned', result: 'x' }))).toMatchObject({
      agreement: 'none',
      entry: { confidence_tier: 'abandoned' },
    });
  });

  it.each([
    [`API_TOKEN=hunter2 DB_PASSWORD='x hunter2' npm test`, 'npm test'],
    ['cd /srv/hunter2 && npm run test:unit -- --token hunter2', 'npm run test:unit'],
    ['curl -u me:hunter2 https://example.org/x; npx vitest run --reporter=hunter2 hunter2', 'vitest'],
    ['pytest -k test_hunter2 --password hunter2', 'pytest'],
    ['docker login -p hunter2; cargo --config hunter2 test hunter2', 'cargo test'],
    ['DATABASE_URL=postgres://me:hunter2@db/x make -C hunter2 clean test', 'make test'],
    ['python3 -m pytest hunter2', 'python3 pytest'],
  ])('is noted for %j as %j, without the rest of its line', async (command, name) => {
    const { folders, folder } = await withEntry();
    expect((await captureOutcome(folders, passing(command)))?.command).toBe(name);
    expect(readFileSync(join(folder, 'captured_outcomes.jsonl'), 'utf8')).not.toContain('hunter2');
  });
});

describe('a test whose exit code is lost', () => {
  const printing = (command: string, stdout: string) => ({
    ...passing(command),
    tool_response: { stdout, stderr: '', interrupted: false },
  });

  it.each([
    ['npm test 2>&1 | tail -5', 'Tests:       2 failed, 110 passed, 112 total', 'npm test', false],
    ['npm test | tail -5', 'Tests:       \u001b[32m112 passed\u001b[39m, 112 total', 'npm test', true],
    ['docker compose run --rm api pytest -q', '6 passed in 1.09s', 'pytest', true],
    [
      'docker compose exec -T api sh -c "cd app && pytest -q | tail -3"',
      '1 failed, 6 passed in 1.09s',
      'pytest',
      false,
    ],
    [
      'make test 2>&1 | tee out.log',
      'ok  \texample.com/queue\t0.4s\nFAIL\texample.com/broker\t0.8s',
      'make test',
      false,
    ],
    ['npm test > out.log 2>&1; tail -3 out.log', '12 passing (34ms)', 'npm test', true],
  ])('is noted for %j by the summary in its output', async (command, stdout, name, passed) => {
    const { folders } = await withEntry();
    expect(await captureOutcome(folders, printing(command, stdout))).toMatchObject({
      kind: 'test',
      command: name,
      passed,
    });
  });

  it.each([
    ['a log that is only printed', printing('cat out.log | tail -3', 'Tests: 112 passed, 112 total')],
    ['an output without a summary', printing('npm test | head -3', '> web@1.0.0 test\n> jest')],
    ['a run of no test', printing('pytest -k nothing | tail -1', '=== 12 deselected in 0.03s ===')],
    ['a container that does not start', failing('docker compose run api pytest', 'Exit code 1\nno such service: api')],
    ['a script that does not exist', failing('npm run test:e2e', 'Exit code 1\nnpm error Missing script: "test:e2e"')],
    ['an exit code that contradicts the summary', printing('npm test', 'Tests: 1 failed, 3 passed, 4 total')],
  ])('is not noted for %s', async (_what, event) => {
    const { folders } = await withEntry();
    expect(await captureOutcome(folders, event)).toBeUndefined();
  });
});

describe('a command without a test result', () => {
  it.each([
    ['of another tool', { ...passing(), tool_name: 'Write' }],
    ['of a command that tests nothing', passing('ls')],
    ['of a command in the background', { ...passing(), tool_input: { command: 'npm test', run_in_background: true } }],
    ['of a command that was moved there', { ...passing(), tool_response: { backgroundTaskId: 'b1' } }],
    ['of an interrupted command', { ...passing(), tool_response: { interrupted: true } }],
    ['of an interrupted failure', { ...failing(), is_interrupt: true }],
    ['of a failure without an exit code', failing('npm test', 'Command timed out after 2m')],
    [
      'of a folder that is not there',
      failing('cd web && npm test', 'Exit code 1\nbash: line 1: cd: web: No such file or directory'),
    ],
    ['of no event at all', null],
    ['of another shape', { hook_event_name: 'PostToolUse', tool_name: 'Bash' }],
  ])('is not noted: %s', async (_what, event) => {
    const { folders } = await withEntry();
    expect(await captureOutcome(folders, event)).toBeUndefined();
  });

  it('is not noted while no entry is active, and no folder is created', async () => {
    const { folder } = journalIn();
    expect(await captureOutcome({ folder, claudeSessionId: SESSION }, passing())).toBeUndefined();
    expect(() => readFileSync(folder)).toThrow('ENOENT');
  });
});
