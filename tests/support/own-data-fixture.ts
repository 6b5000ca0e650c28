import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openMemory, openOwnData } from '../../src/coaching/index.js';
import { openWorkbench } from '../../src/coaching/workspace/workbench.js';
import type { Clock } from '../../src/kernel/clock.js';
import { coachingIn, newPhase } from './coaching-fixture.js';
import { scratchFolder } from './scratch-folder.js';

const MEMORY = { embedding: async () => undefined, redact: async (text: string) => text };

/** A data folder in which every text of a session has its mark, in all tables and beside them. */
export async function markedData(marks: readonly string[]) {
  const folder = scratchFolder('own-data');
  const ids: string[] = [];
  for (const mark of marks) ids.push(await plant(folder, mark));
  return {
    folder,
    ids,
    open: (clock?: Clock) => openOwnData({ folder, ...MEMORY, dailyCapUsd: 2, ...(clock && { clock }) }),
  };
}

async function plant(folder: string, mark: string): Promise<string> {
  const { store, actionLog, apiCallLog, database, ...data } = await coachingIn({ folder });
  const workbench = await openWorkbench({ folder });
  const memory = await openMemory({ folder, ...MEMORY });
  const session = await store.sessions.create({ projectDir: `/${mark}`, issueNumber: 1, issueTitle: `title ${mark}` });
  const plan = await store.plans.create({
    sessionId: session.id,
    rawPlanText: `plan ${mark} ${mark.repeat(2_000)}`,
    phases: [newPhase(`phase ${mark}`)],
  });
  const phaseId = plan.phases[0]?.id ?? '';
  await store.progressEvents.record(phaseId, 'hint_used', { path: mark });
  await actionLog.logAction(session.id, 'file_open', { path: `src/${mark}.ts` });
  await apiCallLog.logApiCall(session.id, 'coach_agent', { model: 'm', inputHash: 'h' });
  const texts = { evidence: `gap ${mark}`, relatedConcepts: [mark] };
  const { gap } = await store.gaps.record({
    sessionId: session.id,
    topic: `topic ${mark}`,
    severity: 'high',
    ...texts,
  });
  const code = { scaffoldingCode: mark, instructorNotes: mark, constraints: [] };
  const kata = await store.katas.create({ knowledgeGapId: gap.id, title: mark, description: mark, ...code });
  await store.katas.addAttempt(kata.id, { code: mark });
  await plantAssessment(database, session.id, mark);
  await workbench.write((connection) => {
    const run = (sql: string, ...values: string[]) => connection.run(sql, values);
    run(`INSERT INTO session_details VALUES (?, 'none', ?, '[]', NULL)`, session.id, mark);
    run(`INSERT INTO model_answers VALUES (?, 'step', ?, '')`, session.id, mark);
    for (const id of [phaseId, session.id]) {
      run(`INSERT INTO phase_baselines VALUES ('p', ?, 'a', CAST(? AS BLOB))`, id, mark);
    }
    run(`INSERT INTO dashboard_answers VALUES (?, 'issues', 'h', ?, '')`, `/${mark}`, mark);
    run(`INSERT INTO wrap_ups VALUES (?, 'p', '', ?, NULL, '{}')`, session.id, mark);
    run(`INSERT INTO session_prompts VALUES (?, 1, ?, '')`, session.id, mark);
    run(`INSERT INTO plan_runs VALUES (?, ?, ?, NULL, '', NULL)`, plan.id, session.id, mark);
  });
  const memories = [{ content: `memory ${mark}`, tags: [mark], importance: 'high' as const }];
  await memory.addMemories({ memories, sessionId: session.id, project: `/${mark}` });
  await memory.close();
  await workbench.close();
  await actionLog.close();
  await data.close();
  return session.id;
}

type Coaching = Awaited<ReturnType<typeof coachingIn>>['database'];

/** Two sessions judged one skill. */
async function plantAssessment(database: Coaching, sessionId: string, mark: string): Promise<void> {
  await database.write((connection) => {
    const before = connection.first<{ evidence: string }>('SELECT evidence FROM dreyfus_assessments');
    const history = JSON.parse(before?.evidence ?? '[]') as object[];
    const now = { stage: 'novice', confidence: 0.5, evidence: `skill ${mark}`, assessedAt: '2026-11-16', sessionId };
    connection.run(
      `INSERT INTO dreyfus_assessments VALUES ('1', 'async', 'novice', 0.5, ?, '2026-11-16')
       ON CONFLICT (id) DO UPDATE SET evidence = excluded.evidence`,
      [JSON.stringify([now, ...history])],
    );
  });
}

/** What the person left beside the databases. */
export function plantFiles(folder: string, mark: string): void {
  mkdirSync(path.join(folder, 'removed', 'id-1'), { recursive: true });
  writeFileSync(path.join(folder, 'removed', 'id-1', 'a.ts'), mark);
  writeFileSync(path.join(folder, 'paige.db.refused-20261116T100000000Z'), mark);
}

/** The files below a folder that have a text somewhere in their bytes. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(folder, name);
    return statSync(file).isFile() && readFileSync(file).includes(text);
  });
}
