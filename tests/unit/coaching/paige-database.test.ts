import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCoachingData } from '../../../src/coaching/index.js';
import { StorageError } from '../../../src/storage/index.js';
import { coachingIn, newPhase, startSession } from '../../support/coaching-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['id', 'project_dir', 'issue_number', 'issue_title', 'status', 'started_at', 'ended_at'],
  plans: ['id', 'session_id', 'raw_plan_text', 'created_at'],
  phases: [
    'id',
    'plan_id',
    'number',
    'title',
    'description',
    'status',
    'hint_level',
    'expected_files',
    'started_at',
    'completed_at',
  ],
  phase_hints: ['id', 'phase_id', 'type', 'path', 'start_line', 'end_line', 'style', 'hover_text'],
  dreyfus_assessments: ['id', 'skill_area', 'stage', 'confidence', 'evidence', 'assessed_at'],
  knowledge_gaps: [
    'id',
    'session_id',
    'topic',
    'severity',
    'evidence',
    'related_concepts',
    'frequency',
    'last_encountered_at',
    'addressed',
  ],
  kata_specs: [
    'id',
    'knowledge_gap_id',
    'title',
    'description',
    'scaffolding_code',
    'instructor_notes',
    'constraints',
    'user_attempts',
  ],
  progress_events: ['id', 'phase_id', 'event_type', 'data', 'created_at'],
  action_log: ['id', 'session_id', 'action_type', 'data', 'created_at'],
  api_call_log: [
    'id',
    'session_id',
    'call_type',
    'model',
    'input_hash',
    'latency_ms',
    'input_tokens',
    'output_tokens',
    'cost_estimate',
    'created_at',
  ],
};

describe.each(sqliteDrivers)('paige.db over $name', (driver) => {
  it('2.1: is created with the ten tables and exactly their columns', async () => {
    const { folder, database } = await coachingIn({ driver });
    expect(existsSync(path.join(folder, 'paige.db'))).toBe(true);
    const found = await database.read((connection) =>
      connection
        .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
        .map(({ name }) => [name, connection.all(`PRAGMA table_info(${name})`).map((column) => column.name)]),
    );
    expect(Object.fromEntries(found)).toEqual(COLUMNS);
  });

  it('2.1: is created in a data folder that does not exist yet', async () => {
    const { database } = await coachingIn({ driver, folder: path.join(scratchFolder('data'), 'witan', 'coach') });
    expect(await database.checkIntegrity()).toEqual([]);
  });

  it('2.2: is opened again with the data of before', async () => {
    const first = await coachingIn({ driver });
    const session = await startSession(first.store);
    await first.database.close();
    const second = await coachingIn({ driver, folder: first.folder });
    expect(await second.store.sessions.get(session.id)).toEqual(session);
  });

  it('uses WAL and checks foreign keys', async () => {
    const { database } = await coachingIn({ driver });
    const settings = await database.read((connection) =>
      ['journal_mode', 'foreign_keys'].map((name) => connection.first(`PRAGMA ${name}`)?.[name]),
    );
    expect(settings).toEqual(['wal', 1]);
  });

  it('EC-06: is refused with one clear sentence when the file is no database', async () => {
    const folder = scratchFolder('damaged');
    const file = path.join(folder, 'paige.db');
    writeFileSync(file, 'this was a database once '.repeat(400));
    const before = hashOf(file);
    await expect(openCoachingData({ folder, driver })).rejects.toMatchObject({
      fault: 'not-a-database',
      message: expect.stringMatching(/^[^\n]+paige\.db is not a database; move it away[^\n]+$/),
    });
    expect(hashOf(file)).toBe(before);
  });

  it('EC-06: is refused with one clear sentence when half of the file is lost', async () => {
    const { folder, database } = await coachingIn({ driver });
    await database.close();
    const file = path.join(folder, 'paige.db');
    truncateSync(file, 4096);
    const before = hashOf(file);
    const error = await openCoachingData({ folder, driver }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect((error as StorageError).message).toMatch(/^[^\n]*paige\.db[^\n]*$/);
    expect(hashOf(file)).toBe(before);
  });

  it.each(['wal', 'delete'])(
    'refuses a database of another program in %s mode and leaves it as it is',
    async (mode) => {
      const folder = scratchFolder('foreign');
      const file = path.join(folder, 'paige.db');
      writeFileSync(file, '');
      const connection = driver.open(file, { readOnly: false });
      connection.exec(
        `PRAGMA journal_mode = ${mode}; CREATE TABLE sessions (id TEXT); INSERT INTO sessions VALUES ('x')`,
      );
      connection.close();
      const before = hashOf(file);
      await expect(openCoachingData({ folder, driver })).rejects.toMatchObject({ fault: 'foreign' });
      expect(hashOf(file)).toBe(before);
    },
  );

  it('EC-07: takes writes of two connections at the same time', async () => {
    const first = await coachingIn({ driver });
    const second = await coachingIn({ driver, folder: first.folder });
    const session = await startSession(first.store);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? first : second).store.gaps.record({
          sessionId: session.id,
          topic: 'closures',
          severity: 'low',
          evidence: `seen ${index}`,
          relatedConcepts: [],
        }),
      ),
    );
    expect(await first.store.gaps.list()).toEqual([expect.objectContaining({ frequency: 20 })]);
  });

  it('EC-08: refuses a row without its parent, in the database and with a sentence of the store', async () => {
    const { database, store } = await coachingIn({ driver });
    const orphan = { id: 'p', session_id: 'gone', raw_plan_text: '', created_at: '' };
    await expect(database.queries.insertInto('plans').values(orphan).execute()).rejects.toThrow(/FOREIGN KEY/);
    const missing = { code: 'NOT_FOUND', type: 'not_found' };
    const plan = { sessionId: 'gone', rawPlanText: '', phases: [newPhase('Read')] };
    await expect(store.plans.create(plan)).rejects.toMatchObject({
      ...missing,
      message: 'there is no session "gone"; it may have been deleted',
    });
    await expect(store.phases.add('gone', newPhase('Read'))).rejects.toMatchObject(missing);
    await expect(store.phaseHints.add('gone', [])).rejects.toMatchObject(missing);
    await expect(store.progressEvents.record('gone', 'hint_used')).rejects.toMatchObject(missing);
  });
});

it('refuses a data folder that is a file', async () => {
  const folder = path.join(scratchFolder('data'), 'coach');
  mkdirSync(path.dirname(folder), { recursive: true });
  writeFileSync(folder, '');
  await expect(openCoachingData({ folder })).rejects.toBeInstanceOf(StorageError);
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
