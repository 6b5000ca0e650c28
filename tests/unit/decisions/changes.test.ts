import { describe, expect, it } from 'vitest';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { openTestGraph } from '../../support/test-graph.js';

const on = (day: number) => `2026-02-0${day}T00:00:00.000Z`;

describe.each(sqliteDrivers)('stored decisions, with $name', (driver) => {
  async function threeDecisions() {
    const graph = await openTestGraph({ driver });
    for (const [at, id] of ['2026-aaa', '2026-aab', '2026-b%_'].entries()) {
      await graph.remember(deliberationRecord({ id, at: on(at + 1), question: `What about case ${id}?` }));
    }
    return graph;
  }

  it('are listed from the latest on, page by page', async () => {
    const graph = await threeDecisions();
    const ids = async (options: Parameters<typeof graph.list>[0]) => (await graph.list(options)).map(({ id }) => id);
    expect(await ids({ limit: 2 })).toEqual(['2026-b%_', '2026-aab']);
    expect(await ids({ limit: 2, before: '2026-aab' })).toEqual(['2026-aaa']);
    expect(await ids({ since: new Date(on(2)) })).toEqual(['2026-b%_', '2026-aab']);
    expect(await ids({ outcome: 'any' })).toEqual([]);
    await graph.close();
  });

  it('are all read even if the last one of a page is deleted during the read', async () => {
    const graph = await openTestGraph({ driver });
    for (let number = 0; number < 450; number++) await graph.remember(deliberationRecord({ id: `d${number}` }));
    let read = 0;
    for await (const { id } of graph.all()) {
      read += 1;
      if (read === 200) await graph.delete(id);
    }
    expect(read).toBe(450);
    await graph.close();
  });

  it('are found by the beginning of their id, if that is enough', async () => {
    const graph = await threeDecisions();
    expect((await graph.resolve('2026-b')).id).toBe('2026-b%_');
    expect((await graph.resolve('2026-aab')).id).toBe('2026-aab');
    await expect(graph.resolve('2026-a')).rejects.toThrow(
      /several decisions begin with "2026-a" \(2026-aaa, 2026-aab\)/,
    );
    await expect(graph.resolve('%')).rejects.toMatchObject({ type: 'not_found' });
    await expect(graph.resolve('')).rejects.toMatchObject({ type: 'not_found' });
    await graph.close();
  });

  it('carry the outcome that was recorded last', async () => {
    const graph = await threeDecisions();
    await graph.setOutcome('2026-aaa', { outcome: 'right' });
    const judged = await graph.setOutcome('2026-aaa', { outcome: 'superseded', supersededBy: '2026-aab', note: 'new' });
    expect(judged.outcome).toMatchObject({ outcome: 'superseded', supersededBy: '2026-aab', note: 'new' });
    expect((await graph.list({ outcome: 'any' })).map(({ id }) => id)).toEqual(['2026-aaa']);
    await expect(graph.setOutcome('unknown', { outcome: 'right' })).rejects.toMatchObject({ type: 'not_found' });
    const itself = graph.setOutcome('2026-aaa', { outcome: 'superseded', supersededBy: '2026-aaa' });
    await expect(itself).rejects.toMatchObject({ type: 'validation_error' });
    await graph.delete('2026-aab');
    expect((await graph.get('2026-aaa'))?.outcome).toMatchObject({ outcome: 'superseded', supersededBy: null });
    await graph.close();
  });

  it('are archived by age or by id, once, and can still be read', async () => {
    const graph = await threeDecisions();
    expect(await graph.archive({ olderThan: new Date(on(2)) })).toBe(1);
    expect(await graph.archive({ olderThan: new Date(on(2)) })).toBe(0);
    expect(await graph.archive({ ids: ['2026-aaa', '2026-aab', 'unknown'] })).toBe(1);
    expect((await graph.list()).map(({ id }) => id)).toEqual(['2026-b%_']);
    expect((await graph.list({ archived: 'only' })).map(({ id }) => id)).toEqual(['2026-aab', '2026-aaa']);
    expect((await graph.get('2026-aaa'))?.archivedAt).toBeInstanceOf(Date);
    expect(await graph.stats()).toMatchObject({ decisions: 3, archived: 2 });
    await graph.close();
  });

  it('take everything about them along when they are deleted', async () => {
    const graph = await threeDecisions();
    await graph.setOutcome('2026-aaa', { outcome: 'right' });
    await graph.drain();
    expect(await graph.delete('2026-aaa')).toBe(true);
    expect(await graph.delete('2026-aaa')).toBe(false);
    await graph.drain();
    expect(await graph.get('2026-aaa')).toBeNull();
    expect(await graph.stats()).toMatchObject({ decisions: 2, stances: 4, outcomes: 0, links: 2 });
    expect((await graph.search('What about case 2026-aaa?')).matches.map(({ decision }) => decision.id)).not.toContain(
      '2026-aaa',
    );
    expect(await graph.check()).toEqual([]);
    await graph.close();
  });
});
