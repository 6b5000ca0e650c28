import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkbench } from '../../../../src/coaching/workspace/workbench.js';
import { chooseDriver } from '../../../../src/storage/drivers/choose-driver.js';
import { filesWith, markedData, plantFiles } from '../../../support/own-data-fixture.js';

const [GONE, KEPT] = ['planted-gone-text', 'planted-kept-text'];

async function collect(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('deleting a session', () => {
  it('leaves no byte of it in any file, and everything of the others', async () => {
    const { folder, ids, open } = await markedData([GONE, KEPT]);
    expect(filesWith(folder, GONE).sort()).toEqual(['memories.db', 'paige.db', 'workbench.db']);
    const data = await open();
    const deleted = await data.delete({ sessionId: ids[0] ?? '' });
    expect(deleted).toEqual({ sessions: 1, memories: 1, isErased: true });
    expect(filesWith(folder, GONE)).toEqual([]);
    expect(filesWith(folder, KEPT).sort()).toEqual(['memories.db', 'paige.db', 'workbench.db']);
    const again = await open();
    expect(await again.sessions()).toMatchObject([{ id: ids[1] }]);
    const { dreyfus, gaps, katas } = await again.stats('all');
    expect(dreyfus).toMatchObject([{ skillArea: 'async', history: [{ evidence: `skill ${KEPT}` }] }]);
    expect([gaps, katas]).toMatchObject([[{ topic: `topic ${KEPT}` }], [{ title: KEPT }]]);
    await again.close();
  });

  it('keeps what its calls cost', async () => {
    const { ids, open } = await markedData([GONE]);
    await (await open()).delete({ sessionId: ids[0] ?? '' });
    const again = await open();
    const exported = JSON.parse(await collect(again.export())) as { paige: { api_call_log: object[] } };
    expect(exported.paige.api_call_log).toMatchObject([{ session_id: null, call_type: 'coach_agent' }]);
    await again.close();
  });

  it('keeps files that the person removed from a project', async () => {
    const { folder, ids, open } = await markedData([GONE]);
    plantFiles(folder, KEPT);
    await (await open()).delete({ sessionId: ids[0] ?? '' });
    expect(filesWith(folder, KEPT)).toHaveLength(2);
  });
});

it('every table of the workbench says whose its rows are, or belongs to projects', async () => {
  const { folder } = await markedData([]);
  const workbench = await openWorkbench({ folder });
  const owners = await workbench.read((connection) =>
    connection.all<{ name: string; columns: string }>(
      `SELECT tables.name, group_concat(columns.name) AS columns FROM sqlite_schema AS tables,
         pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' GROUP BY tables.name`,
    ),
  );
  await workbench.close();
  const isOwned = (columns: string) => /\b(?:session|plan|phase|gap|kata)_id\b/.test(columns);
  const others = owners.filter(({ columns }) => !isOwned(columns)).map(({ name }) => name);
  // Answers for the dashboard are deleted with every session; the others are the person's files.
  expect(others.sort()).toEqual(['dashboard_answers', 'removed_files', 'unsaved_buffers']);
});

describe('deleting everything', () => {
  it('leaves no byte of any session in any file', async () => {
    const { folder, open } = await markedData([GONE, KEPT]);
    plantFiles(folder, GONE);
    const deleted = await (await open()).delete({});
    expect(deleted).toEqual({ sessions: 2, memories: 2, isErased: true });
    expect([...filesWith(folder, GONE), ...filesWith(folder, KEPT), ...filesWith(folder, 'coach_agent')]).toEqual([]);
    const again = await open();
    expect(await again.sessions()).toEqual([]);
    expect(await again.memoryCount()).toBe(0);
    await again.close();
  });

  it('says so if another program has the files open', async () => {
    const { folder, open } = await markedData([GONE]);
    const reader = chooseDriver().open(path.join(folder, 'paige.db'), { readOnly: false });
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM sessions').all([]);
    expect(await (await open()).delete({})).toMatchObject({ sessions: 1, isErased: false });
    reader.close();
    expect(filesWith(folder, GONE)).toEqual([]);
  });
});

describe('an export', () => {
  it('has every table, the memories and texts as texts', async () => {
    const { open } = await markedData([KEPT]);
    const data = await open();
    const exported = JSON.parse(await collect(data.export())) as Record<string, Record<string, object[]>>;
    await data.close();
    expect(exported).toMatchObject({ format: 'witan-coach', version: 1, memories: [{ content: `memory ${KEPT}` }] });
    expect(Object.keys(exported.paige ?? {})).toHaveLength(10);
    const filled = Object.entries(exported.paige ?? {}).filter(([, rows]) => rows.length > 0);
    expect(filled.map(([table]) => table)).not.toContain('phase_hints');
    expect(filled).toHaveLength(9);
    expect(exported.workbench?.phase_baselines).toMatchObject([{ content: KEPT }, { content: KEPT }]);
  });
});
