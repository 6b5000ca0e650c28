import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RouteInput } from '../../../src/http/routes/index.js';
import { createJournal } from '../../../src/journal/index.js';
import { createEntryCatalog } from '../../../src/learning/index.js';
import { BELIEF, deadProcess, expectValue, journalIn, livingProcess } from '../../support/journal-fixture.js';
import { falsifiedEntry, learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';
import { askRoute as ask, emptyProgram } from '../../support/pages-fixture.js';

const semantics = useSemantics();

async function project() {
  const { journal, folder } = journalIn({ owner: await deadProcess() });
  const { learning } = await learningIn({ semantics, journal });
  const entries = createEntryCatalog({ journal, learning: async () => learning });
  return {
    folder,
    journal,
    learning,
    program: emptyProgram({ journal, entries, existingLearning: async () => learning }),
  };
}

/** An entry of a session that has ended. */
async function leaveOpen(folder: string, goal: string): Promise<string> {
  const gone = createJournal({ folder, owner: await deadProcess(), claudeSessionId: goal });
  return expectValue(await gone.create({ ...BELIEF, goal })).entry.id;
}

/** A session whose program runs until the test is done. */
async function liveSession(folder: string, name: string) {
  const { mark, end } = livingProcess();
  onTestFinished(end);
  const agent = createJournal({ folder, owner: mark, claudeSessionId: name });
  return { agent, session: expectValue(await agent.ensureSession()) };
}

describe('the journal', () => {
  it('is empty without files, and looking creates none', async () => {
    const program = emptyProgram();
    expect(await ask('journal', {}, program)).toMatchObject({
      open: [],
      orphans: [],
      entries: [],
      hasMore: false,
    });
    expect(readdirSync(program.projectFolder)).toEqual([]);
  });

  it('has open entries and orphans apart from resolved ones, the newest first', async () => {
    const { folder, learning, program } = await project();
    const orphan = await leaveOpen(folder, 'Left behind');
    const { agent } = await liveSession(folder, 'agent');
    const open = expectValue(await agent.create({ ...BELIEF, goal: 'Running' })).entry.id;
    await saveAll(learning, [
      resolvedEntry({ id: 'ghap_old', created_at: '2026-01-01T10:00:00Z' }),
      falsifiedEntry({ id: 'ghap_new', created_at: '2026-02-01T10:00:00Z', domain: 'testing', goal: 'x'.repeat(900) }),
    ]);
    const found = await ask('journal', {}, program);
    expect(found.open).toMatchObject([{ id: open, goal: 'Running' }]);
    expect(found.orphans).toMatchObject([{ id: orphan, hypothesis: BELIEF.hypothesis }]);
    expect(found.entries.map(({ id }) => id)).toEqual(['ghap_new', 'ghap_old']);
    expect(found.entries[0]?.goal.length).toBeLessThan(300);
    const ids = async (input: RouteInput<'journal'>) =>
      (await ask('journal', input, program)).entries.map(({ id }) => id);
    expect(await ids({ domain: 'testing' })).toEqual(['ghap_new']);
    expect(await ids({ outcome: 'confirmed' })).toEqual(['ghap_old']);
    expect(await ids({ search: 'STILL hung' })).toEqual(['ghap_new']);
    expect(await ids({ search: '%' })).toEqual([]);
  });

  it('finds resolved entries that are not stored for learning yet, also by their words', async () => {
    const { folder, program } = await project();
    const { agent } = await liveSession(folder, 'agent');
    const { id } = expectValue(await agent.create(BELIEF)).entry;
    const lesson = { what_worked: 'Close it at the end' };
    expectValue(await agent.resolve({ status: 'confirmed', result: 'It ended', lesson }));
    for (const search of ['', 'it ENDED', 'at the end', id]) {
      expect((await ask('journal', { search }, program)).entries).toMatchObject([{ id, outcomeStatus: 'confirmed' }]);
    }
    expect((await ask('journal', { search: 'not there' }, program)).entries).toEqual([]);
    const { entry } = await ask('journal_entry', { id }, program);
    expect(entry).toMatchObject({ state: 'resolved', outcomeResult: 'It ended', lesson, confidenceTier: 'silver' });
  });

  it('comes in pages that neither repeat nor leave out one', async () => {
    const { learning, program } = await project();
    const entries = Array.from({ length: 60 }, (_, index) =>
      resolvedEntry({ id: `ghap_${index}`, created_at: `2026-01-01T10:00:${String(index).padStart(2, '0')}Z` }),
    );
    await saveAll(learning, entries);
    const [first, second] = [await ask('journal', {}, program), await ask('journal', { page: 1 }, program)];
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(ids).toEqual(entries.map(({ id }) => id).reverse());
  });

  it('refuses a domain that it does not know', async () => {
    await expect(ask('journal', { domain: 'magic' as 'debugging' }, emptyProgram())).rejects.toThrow('debugging');
  });
});

describe('an entry', () => {
  it('is shown in full, whether it is open, left open or resolved', async () => {
    const { folder, learning, program } = await project();
    const history = [{ timestamp: '2026-01-01T10:00:00Z', hypothesis: 'h', action: 'a', prediction: 'p' }];
    await saveAll(learning, [falsifiedEntry({ id: 'ghap_done', history, notes: ['a note'] })]);
    const orphan = await leaveOpen(folder, 'Left behind');
    const { agent, session } = await liveSession(folder, 'agent');
    const open = expectValue(await agent.create(BELIEF)).entry.id;
    const read = async (id: string) => (await ask('journal_entry', { id }, program)).entry;
    expect(await read('ghap_done')).toMatchObject({
      state: 'resolved',
      outcomeStatus: 'falsified',
      outcomeResult: 'The job still hung',
      surprise: 'A second consumer kept the queue open',
      rootCause: { category: 'wrong-assumption' },
      history,
      notes: ['a note'],
    });
    expect(await read(open)).toMatchObject({ state: 'open', outcomeStatus: null, prediction: BELIEF.prediction });
    expect(await read(orphan)).toMatchObject({ state: 'orphan', goal: 'Left behind', confidenceTier: null });
    expect((await ask('journal_entry', { id: orphan }, program)).sessions).toEqual([session]);
    await expect(read('ghap_none')).rejects.toMatchObject({ type: 'not_found' });
  });

  it('has no escape sequences and marks of direction in its texts', async () => {
    const { learning, program } = await project();
    const hidden = 'a\u001b[31mb\u202ec';
    await saveAll(learning, [resolvedEntry({ id: 'ghap_hidden', goal: hidden, notes: [hidden] })]);
    expect((await ask('journal', {}, program)).entries).toMatchObject([{ goal: 'abc' }]);
    const { entry } = await ask('journal_entry', { id: 'ghap_hidden' }, program);
    expect([entry.goal, entry.notes]).toEqual(['abc', ['abc']]);
  });

  it('is adopted into the only session that is alive, or into the chosen one', async () => {
    const { folder, program } = await project();
    const [first, second] = [await leaveOpen(folder, 'First'), await leaveOpen(folder, 'Second')];
    await expect(ask('adopt_entry', { id: first }, program)).rejects.toThrow('no session is alive');
    const one = await liveSession(folder, 'one');
    expect(await ask('adopt_entry', { id: first }, program)).toEqual({ adopted: first });
    expect(await one.agent.getCurrent()).toMatchObject({ id: first, session_id: one.session });
    const two = await liveSession(folder, 'two');
    await expect(ask('adopt_entry', { id: second }, program)).rejects.toThrow('several sessions are alive');
    await ask('adopt_entry', { id: second, session: two.session }, program);
    expect(await two.agent.getCurrent()).toMatchObject({ id: second });
    await expect(ask('adopt_entry', { id: second }, program)).rejects.toMatchObject({ type: 'conflict' });
  });

  it('is abandoned with a reason if it was left open, and not if a session works on it', async () => {
    const { folder, program } = await project();
    const orphan = await leaveOpen(folder, 'Left behind');
    expect(await ask('abandon_entry', { id: orphan, reason: ' dropped ' }, program)).toEqual({ abandoned: orphan });
    const { entry } = await ask('journal_entry', { id: orphan }, program);
    expect(entry).toMatchObject({ state: 'resolved', outcomeStatus: 'abandoned', outcomeResult: 'dropped' });
    const { agent } = await liveSession(folder, 'agent');
    const { id } = expectValue(await agent.create(BELIEF)).entry;
    await expect(ask('abandon_entry', { id }, program)).rejects.toThrow('a session that is running');
  });

  it('is deleted from the journal and from the experiences', async () => {
    const { folder, learning, program } = await project();
    const orphan = await leaveOpen(folder, 'Left behind');
    await saveAll(learning, [resolvedEntry({ id: 'ghap_done' })]);
    expect(await ask('delete_entry', { id: orphan }, program)).toEqual({ journal: true, experiences: false });
    expect(await ask('delete_entry', { id: 'ghap_done' }, program)).toEqual({ journal: false, experiences: true });
    expect(await ask('journal', {}, program)).toMatchObject({ orphans: [], entries: [] });
    await expect(ask('delete_entry', { id: orphan }, program)).rejects.toMatchObject({ type: 'not_found' });
  });
});
