import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { createJournal } from '../../../../src/journal/index.js';
import { createEntryCatalog } from '../../../../src/learning/index.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../../../support/journal-fixture.js';
import { learningIn, resolvedEntry, saveAll, useSemantics } from '../../../support/learning-fixture.js';
import { testProgram } from '../../../support/test-program.js';
import { type TestShell, testShell } from '../test-shell.js';

const semantics = useSemantics();

async function desk() {
  const { journal, folder } = journalIn({ claudeSessionId: 'command-line' });
  const { learning } = await learningIn({ semantics, journal });
  const entries = createEntryCatalog({ journal, learning: async () => learning });
  const program = await testProgram({ journal, entries, existingLearning: async () => learning });
  const shell = testShell({ openProgram: async () => program });
  return { journal, folder, learning, shell, witan: (...words: string[]) => run(words, shell) };
}

async function run(words: readonly string[], shell: TestShell) {
  const [outBefore, errBefore] = [shell.stdout.text().length, shell.stderr.text().length];
  const exitCode = await runCommandLine(words, shell);
  return { exitCode, stdout: shell.stdout.text().slice(outBefore), stderr: shell.stderr.text().slice(errBefore) };
}

describe('witan journal', () => {
  it('shows open hypotheses, orphans, and how much was learned', async () => {
    const { journal, folder, witan } = await desk();
    const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: 'gone' });
    const left = expectValue(await gone.create({ ...BELIEF, goal: 'Left behind' })).entry;
    const { entry } = expectValue(await journal.create({ ...BELIEF, goal: 'Under \u001b[31mwork' }));
    const { exitCode, stdout } = await witan('journal', 'status');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^active +${entry.id}, debugging`, 'm'));
    expect(stdout).toMatch(new RegExp(`^orphan +${left.id}`, 'm'));
    expect(stdout).toContain('witan journal adopt');
    expect(stdout).not.toContain('\u001b');
    const json = JSON.parse((await witan('journal', 'status', '--json')).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ active: [{ id: entry.id }], orphans: [{ id: left.id }], experiences: 0 });
  });

  it('lists entries in a table, or as the tools would', async () => {
    const { journal, learning, witan } = await desk();
    await saveAll(learning, [resolvedEntry({ id: 'ghap_one', goal: 'Old goal', created_at: '2026-01-01T10:00:00Z' })]);
    const { entry } = expectValue(await journal.create(BELIEF));
    const { stdout } = await witan('journal', 'list');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id +begun \(UTC\) +domain +outcome +tier +goal$/);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${entry.id} .* open `)),
      expect.stringMatching(/^ghap_one .* confirmed +silver +Old goal$/),
    ]);
    const json = JSON.parse((await witan('journal', 'list', '--outcome', 'confirmed', '--json')).stdout) as object;
    expect(json).toMatchObject({ count: 1, results: [{ id: 'ghap_one', outcome_status: 'confirmed' }] });
    expect((await witan('journal', 'list', '--since', '2999-01-01')).stdout).toBe('No entries.\n');
  });

  it('adopts and abandons orphans, and ends a session', async () => {
    const { journal, folder, witan } = await desk();
    for (const goal of ['First', 'Second']) {
      const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: goal });
      expectValue(await gone.create({ ...BELIEF, goal }));
    }
    expectValue(await journal.ensureSession());
    const adopted = await witan('journal', 'adopt', '--json');
    const { id } = JSON.parse(adopted.stdout) as { id: string };
    expect((await witan('journal', 'abandon', '--reason', 'dropped')).stdout).toContain(`Abandoned ${id}`);
    expect((await witan('journal', 'abandon')).stdout).toMatch(/^Abandoned ghap_/);
    const nothing = await witan('journal', 'abandon');
    expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('no entry was left open')]);
    expect((await witan('journal', 'adopt', 'ghap_nope')).stderr).toContain('ghap_nope');
    expect((await witan('journal', 'end')).stdout).toMatch(/^Ended session_\S+: 1 entry archived\.$/m);
    expect((await witan('journal', 'end')).stdout).toMatch(/^No session/);
  });

  it('gives orphans to the only running session, and asks which one if there are several or none', async () => {
    const { folder, witan } = await desk();
    const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: 'gone' });
    const left = expectValue(await gone.create({ ...BELIEF, goal: 'Left behind' })).entry;
    const alone = await witan('journal', 'adopt');
    expect([alone.exitCode, alone.stderr]).toEqual([1, expect.stringMatching(/no session is alive.*journal abandon/)]);
    const [one, two] = [livingProcess(), livingProcess()];
    onTestFinished(async () => void (await Promise.all([one.end(), two.end()])));
    const agent = createJournal({ folder, owner: one.mark, claudeSessionId: 'agent' });
    const session = expectValue(await agent.ensureSession());
    const second = createJournal({ folder, owner: two.mark, claudeSessionId: 'second' });
    expectValue(await second.ensureSession());
    const several = await witan('journal', 'adopt');
    expect(several.stderr).toMatch(/several sessions are alive; name one with --session: session_/);
    expect((await witan('journal', 'adopt', '--session', 'session_x')).stderr).toContain(
      'No session session_x is alive',
    );
    expectValue(await second.endSession());
    expect((await witan('journal', 'adopt')).stdout).toContain(`Adopted ${left.id}`);
    expect(await agent.getCurrent()).toMatchObject({ id: left.id, session_id: session });
  });

  it('handles several open entries: shows all, and asks which one to abandon', async () => {
    const { journal, folder, witan } = await desk();
    const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: 'gone' });
    const left = expectValue(await gone.create({ ...BELIEF, goal: 'Left behind' })).entry;
    const { domain: _, strategy: __, ...texts } = BELIEF;
    const ids = [];
    for (const goal of ['Fix the first', 'Fix the second']) {
      ids.push(expectValue(await journal.create({ ...texts, goal })).entry.id);
    }
    expect((await witan('journal', 'adopt')).stdout).toContain(`Adopted ${left.id}`);
    const { stdout } = await witan('journal', 'status');
    for (const id of [...ids, left.id]) expect(stdout).toMatch(new RegExp(`^active +${id}`, 'm'));
    expect(stdout).toContain('debugging (inferred)');
    const which = await witan('journal', 'abandon');
    expect([which.exitCode, which.stderr]).toEqual([
      2,
      expect.stringMatching(/3 entries are open; give the id of one/),
    ]);
    expect(which.stderr).toContain(`${ids[0]} (Fix the first)`);
    expect((await witan('journal', 'abandon', String(ids[0]))).stdout).toContain(`Abandoned ${ids[0]}`);
    const open = (await witan('journal', 'list')).stdout.split('\n').filter((line) => / open /.test(line));
    expect(open).toHaveLength(2);
    expect((await witan('journal', 'end')).stdout).toMatch(/3 entries archived/);
  });

  it('does not close an entry of a session that is running, and says where it is closed', async () => {
    const { folder, witan } = await desk();
    const other = livingProcess();
    onTestFinished(() => other.end());
    const agent = createJournal({ folder, owner: other.mark, claudeSessionId: 'agent' });
    const { entry } = expectValue(await agent.create(BELIEF));
    const { exitCode, stderr } = await witan('journal', 'abandon', entry.id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('a session that is running')]);
  });

  it('exports everything, a record per line, to standard output or a file', async () => {
    const { journal, learning, shell, witan } = await desk();
    expectValue(await journal.create(BELIEF));
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'It did' }));
    await saveAll(learning, [entry]);
    expectValue(await journal.create(BELIEF));
    const { stdout } = await witan('journal', 'export');
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toMatchObject([
      { record: 'entry', state: 'active', goal: BELIEF.goal },
      { record: 'entry', state: 'resolved', id: entry.id, outcome: { status: 'confirmed' } },
      { record: 'experience', id: entry.id, outcome_status: 'confirmed' },
    ]);
    const written = await witan('journal', 'export', '--output', 'all.jsonl');
    expect(written).toEqual({ exitCode: 0, stdout: '', stderr: '3 records written to all.jsonl\n' });
    expect(readFileSync(path.join(shell.currentFolder, 'all.jsonl'), 'utf8')).toBe(stdout);
  });

  it('deletes an entry everywhere, after a question or with --yes', async () => {
    const { journal, learning, shell, witan } = await desk();
    expectValue(await journal.create(BELIEF));
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'It did' }));
    await saveAll(learning, [entry]);
    const unasked = await witan('journal', 'delete', entry.id);
    expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const ask = { ...shell, ask: async () => 'n' };
    expect(await run(['journal', 'delete', entry.id], ask)).toMatchObject({
      exitCode: 1,
      stdout: 'Nothing was deleted.\n',
    });
    const { stdout } = await witan('journal', 'delete', entry.id, '--yes');
    expect(stdout).toBe(`Deleted ${entry.id} from the journal and the experiences.\n`);
    expect(await journal.getAllResolved()).toEqual([]);
    expect(await learning.getExperience(entry.id)).toBeUndefined();
    const again = await witan('journal', 'delete', entry.id, '--yes');
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining(`there is no entry ${entry.id}`)]);
  });

  it.each([
    [['journal', 'list', '--domain', 'debuging'], /--domain: "debuging" .*did you mean "debugging"/],
    [['journal', 'list', '--since', 'monday'], /--since: "monday" is not an ISO 8601 date/],
    [['journal', 'list', '--limit', '0'], /--limit: 0 is not a whole number from 1 to 1000/],
  ])('refuses %j as wrong usage, in one line', async (words, message) => {
    const { exitCode, stderr } = await (await desk()).witan(...words);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it.each(['', 'status', 'list', 'adopt', 'abandon', 'end', 'export', 'delete'])(
    'explains %j with an example',
    async (name) => {
      const { stdout } = await (await desk()).witan('journal', ...(name === '' ? [] : [name]), '--help');
      expect(stdout).toMatch(/Example:\n {2}witan journal/);
    },
  );
});
