import { copyFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/kernel/user-error.js';
import { continuing, interruptedRun, requestIn } from '../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../support/recorded-council.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { numbersFrom, seedOr } from '../../support/seed.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const LOOKING = { evidence: { ...SETTINGS.evidence, enabled: true, deny: ['*.pem'] } };
const set = (project: RecordedProject, assignment: string) => project.sql(`UPDATE runs SET ${assignment}`);

describe('a record that was changed by hand', () => {
  it.each([
    ['a seat that is none', `seats = json_set(seats, '$[0]', json('null'))`, 'seats.0 is not what it should be'],
    ['a seat without its model', `seats = json_remove(seats, '$[1].model')`, 'seats.1.model is missing'],
    ['two seats of one name', `seats = json_set(seats, '$[1].participant', 'm@one')`, 'seats is not'],
    ['a kind of adapter that is none', `seats = json_set(seats, '$[0].kind', 'oracle')`, 'seats.0.kind is not'],
    ['half a price', `seats = json_set(seats, '$[0].price', json('{"inputPerMillion":"1"}'))`, 'seats.0.price'],
    ['no seats', `seats = '{}'`, 'seats is not'],
    ['no request', `request = 'null'`, 'request is not'],
    ['a context that is none', `request = json_set(request, '$.context', 5)`, 'request.context is not'],
    ['no end of rounds', `request = json_set(request, '$.rounds', 1e9)`, 'request.rounds is not'],
    ['another mode', `request = json_set(request, '$.mode', 'party')`, 'request.mode is not'],
    ['a cap below nothing', `request = json_set(request, '$.maxSeconds', -1)`, 'request.maxSeconds is not'],
    ['a setting of another kind', `settings = json_set(settings, '$.quorum', 'all')`, 'settings.quorum is not'],
    [
      'a pattern that is none',
      `settings = json_set(settings, '$.evidence.deny', json('[1]'))`,
      'settings.evidence.deny.0',
    ],
  ])('is refused in one line with %s, and no participant is asked', async (_what, change, problem) => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    set(project, change);
    const opened = await continuing(project);
    const refusal = { type: 'conflict', message: expect.stringContaining(problem) };
    for (const use of [() => opened.council.resume({ deliberation_id: id }), () => opened.runs.replay(id)]) {
      await expect(use()).rejects.toMatchObject(refusal);
      await expect(use()).rejects.toThrow(`witan deliberations delete ${id}`);
    }
    expect(project.asked).toEqual([]);
    await opened.close();
  });

  it('is used or refused with a message, wherever the change is, and can always be listed and deleted', async () => {
    const [interrupted, finished] = [await madeProject('interrupted'), await madeProject('finished')];
    const numbers = numbersFrom(SEED);
    const random: Random = (below) => Math.floor(numbers() * below);
    const told = { used: 0, refused: 0 };
    for (let mutation = 0; mutation < MUTATIONS; mutation++) {
      const made = random(2) === 0 ? interrupted : finished;
      rmSync(`${made.project.runsFile}-wal`, { force: true });
      copyFileSync(made.copy, made.project.runsFile);
      const change = mutate(made.project, random);
      const opened = await continuing(made.project, LOOKING);
      const uses = [
        () => opened.council.resume({ deliberation_id: made.id }),
        () => opened.runs.show(made.id),
        () => opened.runs.replay(made.id),
      ];
      for (const use of uses) {
        const fault = await use().then(
          () => null,
          (error: unknown) => error,
        );
        told[fault === null ? 'used' : 'refused']++;
        if (fault === null) continue;
        expect(fault, `seed ${SEED}, mutation ${mutation}: ${change}`).toBeInstanceOf(UserError);
        expect(fault, `seed ${SEED}, mutation ${mutation}: ${change}`).toMatchObject({
          message: expect.stringMatching(/deliberat/),
        });
      }
      expect(await opened.store.list(), change).toMatchObject([{ id: made.id }]);
      await opened.runs.delete(made.id);
      await opened.close();
    }
    // A test that only ever saw one of the two would show nothing.
    expect(Math.min(told.used, told.refused)).toBeGreaterThan(MUTATIONS / 10);
  }, 120_000);
});

const SEED = seedOr(20_261_116);
const MUTATIONS = 300;

async function madeProject(kind: 'interrupted' | 'finished') {
  const project = recordedProject();
  let id = '';
  if (kind === 'interrupted') id = await interruptedRun(project, LOOKING);
  else {
    const opened = await continuing(project, LOOKING);
    id = (await opened.council.deliberate(requestIn(project))).deliberation_id;
    await opened.close();
  }
  const copy = `${project.runsFile}.copy`;
  project.sql('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(project.runsFile, copy);
  return { project, id, copy };
}

type Random = (below: number) => number;

const COLUMNS = [
  ['runs', 'request'],
  ['runs', 'seats'],
  ['runs', 'settings'],
  ['runs', 'result'],
  ['runs', 'owner'],
  ['calls', 'usage'],
  ['calls', 'answer'],
  ['calls', 'failure'],
  ['facts', 'value'],
  ['calls', 'state'],
  ['calls', 'phase'],
  ['runs', 'status'],
  ['runs', 'started_at'],
] as const;
/** Those of the first columns hold JSON. */
const JSON_COLUMNS = 9;

/** Changes one value somewhere in the record; says which. */
function mutate(project: RecordedProject, random: Random): string {
  const column = random(COLUMNS.length);
  const [table, name] = COLUMNS[column] ?? ['runs', 'request'];
  const [driver] = sqliteDrivers;
  const connection = driver?.open(project.runsFile, { readOnly: false });
  const rows = connection?.prepare(`SELECT rowid AS folders, ${name} AS stored FROM ${table}`).all([]) ?? [];
  const row = rows[random(rows.length)];
  const before = typeof row?.stored === 'string' ? row.stored : 'null';
  const after = column < JSON_COLUMNS ? mutateJson(before, random) : STRANGE_TEXTS[random(STRANGE_TEXTS.length)];
  connection?.prepare(`UPDATE ${table} SET ${name} = ? WHERE rowid = ?`).run([after ?? '', Number(row?.folders)]);
  connection?.close();
  return `${table}.${name}: ${before.slice(0, 300)} -> ${String(after).slice(0, 300)}`;
}

const STRANGE_TEXTS = ['', 'strange', '0', 'null'];
const STRANGE = [null, 0, -1, 1e300, '', 'strange', true, [], {}, [null], { strange: [] }] as const;

function mutateJson(json: string, random: Random): string {
  if (random(12) === 0) return json.slice(0, random(json.length));
  const root = { value: JSON.parse(json) as unknown };
  let [holder, key]: [object, string] = [root, 'value'];
  // Down to somewhere: the deeper, the rarer.
  for (;;) {
    const value: unknown = Reflect.get(holder, key);
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const next = keys[random(keys.length)];
    if (next === undefined || typeof value !== 'object' || value === null || random(5) === 0) break;
    [holder, key] = [value, next];
  }
  if (random(4) === 0) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, STRANGE[random(STRANGE.length)]);
  return JSON.stringify(root.value) ?? 'null';
}
