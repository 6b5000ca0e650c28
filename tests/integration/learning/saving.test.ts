import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LearningSemantics } from '../../../src/learning/index.js';
import { BELIEF, expectValue, journalIn } from '../../support/journal-fixture.js';
import { falsifiedEntry, learningIn, resolvedEntry, useSemantics } from '../../support/learning-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('an entry that is saved over $name', (driver) => {
  const semantics = useSemantics();

  /** Semantics that cannot embed for so many times. */
  const failing = (times: number) => {
    let left = times;
    return async (): Promise<LearningSemantics> => {
      const real = await semantics();
      return {
        ...real,
        embed: async (texts, options) => {
          if (left-- > 0) throw new Error('connection refused');
          return real.embed(texts, options);
        },
      };
    };
  };

  it('keeps every field, and comes back as it was given', async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    const entry = falsifiedEntry({
      lesson: { what_worked: 'Counting consumers', takeaway: 'Ask who else listens' },
      history: [{ timestamp: '2026-11-16T10:15:00Z', hypothesis: 'a', action: 'b', prediction: 'c' }],
      iteration_count: 2,
      notes: ['seen twice'],
      confidence_tier: 'gold',
    });
    await learning.save(entry);
    await learning.close();
    const { learning: later } = await learningIn({ semantics, driver, file });
    expect(await later.getExperience(entry.id)).toMatchObject({
      id: entry.id,
      sessionId: entry.session_id,
      surprise: entry.surprise,
      rootCause: entry.root_cause,
      lesson: entry.lesson,
      history: entry.history,
      notes: ['seen twice'],
      confidenceTier: 'gold',
      resolvedAt: '2026-11-16T10:30:00Z',
    });
  });

  it('is stored once however often it comes, in the words that came last', async () => {
    const { learning } = await learningIn({ semantics, driver });
    for (const goal of ['First goal of the import', 'First goal of the import', 'Another goal']) {
      await learning.save(resolvedEntry({ goal }));
    }
    expect((await learning.stats()).experiences).toBe(1);
    expect(await learning.listExperiences({ limit: 5 })).toMatchObject([{ goal: 'Another goal' }]);
    const { found } = await learning.searchExperiences({ query: 'first goal', axis: 'full', limit: 5 });
    expect(found).toHaveLength(1);
  });

  it('is saved as text alone when it need not have vectors, which are made when the embedding answers again', async () => {
    const { learning } = await learningIn({ semantics: failing(1), fallback: semantics, driver });
    await learning.save(resolvedEntry(), { needsVectors: false });
    const search = { query: 'import job hanging', axis: 'full', limit: 5 } as const;
    expect((await learning.searchExperiences(search)).found).toHaveLength(1);
    await learning.drain();
    expect((await learning.findSimilarHypotheses(resolvedEntry())).confirmed).toBeDefined();
  });

  it('stays in the journal when it cannot be embedded, and is saved at the next start', async () => {
    const { journal } = journalIn();
    expectValue(await journal.ensureSession());
    expectValue(await journal.create(BELIEF));
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'It ended within a second' }));
    const { learning, file } = await learningIn({ semantics: failing(1), driver, journal });
    await expect(learning.save(entry)).rejects.toThrow('connection refused');
    await learning.close();

    const { learning: next } = await learningIn({ semantics, driver, journal, file });
    expect(await next.savePending()).toEqual({ saved: 1, remaining: 0, problem: undefined });
    expect(await next.getExperience(entry.id)).toBeDefined();
    expect(await journal.unsavedEntries(next.storeId)).toEqual([]);
    expect(await next.savePending()).toEqual({ saved: 0, remaining: 0, problem: undefined });
  });

  it('is refused while another program keeps the database locked, long before SQLite gives up', async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    await learning.save(resolvedEntry());
    const holder = driver.open(file, { readOnly: false });
    holder.exec('BEGIN IMMEDIATE');
    await expect(learning.save(resolvedEntry({ id: 'ghap_locked', goal: 'Another one' }))).rejects.toThrow(
      'locked for 1000 ms',
    );
    holder.exec('ROLLBACK');
    holder.close();
    await learning.save(resolvedEntry({ id: 'ghap_locked', goal: 'Another one' }));
  });

  it('does not keep others back when it cannot be embedded and they can', async () => {
    const entries = ['a', 'b1', 'b2', 'c'].map((name) => resolvedEntry({ id: `ghap_${name}`, goal: `Goal ${name}` }));
    const real = await semantics();
    const picky: LearningSemantics = {
      ...real,
      embed: async (texts, options) => {
        if (texts.some((text) => text.includes('Goal b'))) throw new Error('refused');
        return real.embed(texts, options);
      },
    };
    const marked: string[] = [];
    const journal = {
      unsavedEntries: async () => entries,
      hasResolved: async () => true,
      markSaved: async (_store: string, ids: readonly string[]) => {
        marked.push(...ids);
        return { ok: true as const, value: undefined };
      },
      noteSavedArchives: async () => ({ ok: true as const, value: undefined }),
    };
    const { learning } = await learningIn({ semantics: async () => picky, driver, journal });
    expect(await learning.savePending()).toEqual({
      saved: 2,
      remaining: 2,
      problem: expect.stringContaining('refused'),
    });
    expect(marked).toEqual(['ghap_a', 'ghap_c']);
  });

  it('is refused in time when the embedding cannot even be opened', async () => {
    const { learning } = await learningIn({
      semantics: () => new Promise(() => undefined),
      fallback: semantics,
      driver,
    });
    await expect(learning.save(resolvedEntry())).rejects.toThrow('no answer within');
    await learning.save(resolvedEntry(), { needsVectors: false });
    expect((await learning.stats()).experiences).toBe(1);
  });

  it('is not saved again when it is deleted while it is embedded', async () => {
    const { journal } = journalIn();
    expectValue(await journal.ensureSession());
    expectValue(await journal.create(BELIEF));
    const { entry } = expectValue(await journal.resolve({ status: 'confirmed', result: 'It ended within a second' }));
    const real = await semantics();
    const deleting: LearningSemantics = {
      ...real,
      embed: async (texts, options) => {
        expectValue(await journal.deleteEntry(entry.id));
        return real.embed(texts, options);
      },
    };
    const { learning } = await learningIn({ semantics: async () => deleting, driver, journal });
    expect(await learning.savePending()).toEqual({ saved: 0, remaining: 0, problem: undefined });
    expect(await learning.getExperience(entry.id)).toBeUndefined();
  });

  it('is found by domain, outcome and time, newest first', async () => {
    const { learning } = await learningIn({ semantics, driver });
    const at = (hour: number) => `2026-11-16T0${hour}:00:00Z`;
    for (const [id, hour, domain] of [
      ['one', 1, 'testing'],
      ['two', 2, 'security'],
      ['three', 3, 'testing'],
    ] as const) {
      await learning.save(resolvedEntry({ id, created_at: at(hour), domain }));
    }
    await learning.save(falsifiedEntry({ id: 'four', created_at: at(4), domain: 'testing' }));
    const ids = async (filter: object) =>
      (await learning.listExperiences({ limit: 10, ...filter })).map(({ id }) => id);
    expect(await ids({})).toEqual(['four', 'three', 'two', 'one']);
    expect(await ids({ limit: 2 })).toEqual(['four', 'three']);
    expect(await ids({ domain: 'testing' })).toEqual(['four', 'three', 'one']);
    expect(await ids({ domain: 'testing', outcome: 'confirmed' })).toEqual(['three', 'one']);
    expect(await ids({ since: new Date(at(3)) })).toEqual(['four', 'three']);
    const exported: string[] = [];
    for await (const { id } of learning.exportExperiences()) exported.push(id);
    expect(exported).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is gone from the bytes of the files as well once it is deleted', async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    for (const id of ['a', 'b', 'c']) {
      await learning.save(resolvedEntry({ id, goal: `Goal ZEBRAQUARTZ-${id} of the import` }));
    }
    expect(bytesOf(file)).toContain('ZEBRAQUARTZ-b');
    await learning.deleteExperience('b');
    expect(bytesOf(file)).not.toContain('ZEBRAQUARTZ-b');
    expect(bytesOf(file)).toContain('ZEBRAQUARTZ-c');
  });

  it('is gone everywhere once it is deleted, also for a process that has read it', async () => {
    const { learning, file } = await learningIn({ semantics, driver });
    const { learning: other } = await learningIn({ semantics, driver, file });
    await learning.save(falsifiedEntry());
    const search = { query: 'import job hanging', axis: 'full', limit: 5 } as const;
    expect((await other.searchExperiences(search)).found).toHaveLength(1);
    expect(await learning.deleteExperience(falsifiedEntry().id)).toBe(true);
    expect(await learning.deleteExperience(falsifiedEntry().id)).toBe(false);
    for (const each of [learning, other]) {
      expect((await each.searchExperiences(search)).found).toEqual([]);
      expect(await each.listExperiences({ limit: 5 })).toEqual([]);
    }
  });
});

function bytesOf(file: string): string {
  const files = [file, `${file}-wal`].filter((name) => existsSync(name));
  return files.map((name) => readFileSync(name, 'latin1')).join('');
}
