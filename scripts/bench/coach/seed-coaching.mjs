import path from 'node:path';

const SESSIONS = 1_000;
const ACTIONS = 1_000_000;
const DAY_MS = 86_400_000;

/** Fills the tables that a coach has made, as three years of work would. */
export async function seedCoaching(folder) {
  const database = await openDatabase(path.join(folder, 'paige.db'));
  database.exec('BEGIN');
  const insert = (table, columns) =>
    database.prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: columns }, () => '?').join(', ')})`);
  const rows = {
    sessions: insert('sessions', 7),
    plans: insert('plans', 4),
    phases: insert('phases', 10),
    events: insert('progress_events', 5),
    gaps: insert('knowledge_gaps', 9),
    katas: insert('kata_specs', 8),
    skills: insert('dreyfus_assessments', 6),
    calls: insert('api_call_log', 10),
    actions: insert('action_log', 5),
  };
  for (let number = 0; number < SESSIONS; number++) addSession(rows, number);
  for (let number = 0; number < 30; number++) addSkill(rows, number);
  database.exec('COMMIT');
  database.close();
}

function addSession(rows, number) {
  const at = (minutes) => new Date(Date.now() - (SESSIONS - number) * DAY_MS + minutes * 60_000).toISOString();
  const session = `session-${number}`;
  rows.sessions.run(session, '/projects/shop', number, `Issue ${number}`, 'completed', at(0), at(45));
  rows.plans.run(`plan-${number}`, session, 'the plan', at(0));
  for (let part = 0; part < 5; part++) {
    const phase = `phase-${number}-${part}`;
    rows.phases.run(phase, `plan-${number}`, part + 1, 'Read', 'Do it.', 'complete', 'file', '[]', at(0), at(9));
    for (let hint = 0; hint < 4; hint++) rows.events.run(`${phase}-${hint}`, phase, 'hint_used', null, at(part));
  }
  if (number % 5 === 0) addGap(rows, { number, session, at });
  for (let call = 0; call < 20; call++) {
    rows.calls.run(
      `call-${number}-${call}`,
      session,
      'observer_triage',
      'haiku',
      'h',
      900,
      2_000,
      100,
      0.002,
      at(call),
    );
  }
  for (let action = 0; action < ACTIONS / SESSIONS; action++) {
    const data = '{"path":"src/cart.ts","charCount":812}';
    rows.actions.run(`action-${number}-${action}`, session, 'file_save', data, at(action / 25));
  }
}

function addGap(rows, { number, session, at }) {
  const gap = `gap-${number}`;
  rows.gaps.run(gap, session, `Topic ${number}`, 'medium', 'It was seen.', '["state"]', 3, at(40), 1);
  const attempts = JSON.stringify(
    Array.from({ length: 10 }, (_, index) => ({ code: 'x'.repeat(500), level: index + 1 })),
  );
  rows.katas.run(`kata-${number}`, gap, 'Kata', 'Do it.', 'let x;', 'notes', '[]', attempts);
}

function addSkill(rows, number) {
  const assessed = {
    stage: 'competent',
    confidence: 0.7,
    evidence: 'It was seen. '.repeat(10),
    assessedAt: '2026-11-01',
  };
  const history = JSON.stringify(Array.from({ length: 20 }, () => assessed));
  rows.skills.run(`skill-${number}`, `Skill ${number}`, 'competent', 0.7, history, '2026-11-01T10:00:00.000Z');
}

async function openDatabase(file) {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(file);
  } catch {
    const { default: Database } = await import('better-sqlite3');
    return new Database(file);
  }
}
