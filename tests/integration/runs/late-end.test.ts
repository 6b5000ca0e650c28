import { describe, expect, it } from 'vitest';
import { QUESTION, requestIn, steady } from '../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../support/recorded-council.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

/** A debate whose record breaks while the last answer is given, and is broken when the result is returned. */
async function endedUnrecorded(project: RecordedProject, breaks: () => void) {
  const opened = await project.open({
    one: steady('PostgreSQL'),
    two: (request, call) => {
      if (call === 2) breaks();
      return steady('SQLite')(request, call);
    },
  });
  const result = await opened.council.deliberate(requestIn(project));
  project.asked.length = 0;
  return { ...opened, runs: opened.runs, store: opened.store, result };
}

const takeAway = (project: RecordedProject) => () =>
  project.sql(`CREATE TRIGGER full BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'runs is full'); END`);
const putBack = (project: RecordedProject) => project.sql('DROP TRIGGER full');
const aboutTheRecord = (warning: string) => warning.includes('record');

describe('an end that cannot be recorded when it comes', () => {
  it('is reported as pending, and is stored before the run is asked for again', async () => {
    const project = recordedProject();
    const { council, store, result, close } = await endedUnrecorded(project, takeAway(project));
    expect(result.integrity.warnings.filter(aboutTheRecord)).toEqual([
      expect.stringMatching(/^its end is being recorded; so far it could not be \(.*runs.*\)/),
    ]);
    putBack(project);
    const again = await council.resume({ deliberation_id: result.deliberation_id, question: QUESTION });
    expect(project.asked).toEqual([]);
    expect(again.integrity.warnings.filter(aboutTheRecord)).toEqual([]);
    expect(again.voting_result).toEqual(result.voting_result);
    expect(await store.list()).toMatchObject([{ status: 'finished', isWhole: true, calls: { done: 4, open: 0 } }]);
    await close();
  });

  it('is stored as soon as the program that locked the file releases it', async () => {
    const project = recordedProject();
    const [driver] = sqliteDrivers;
    const other = () => driver?.open(project.runsFile, { readOnly: false });
    let holder: ReturnType<typeof other>;
    const { council, store, result, close } = await endedUnrecorded(project, () => {
      holder = other();
      holder?.exec('BEGIN IMMEDIATE');
    });
    expect(result.integrity.warnings.filter(aboutTheRecord)).toEqual([expect.stringMatching(/^its end is being rec/)]);
    holder?.close();
    expect(await store.list()).toMatchObject([{ status: 'running' }]);
    const again = await council.resume({ deliberation_id: 'last' });
    expect([again.status, again.deliberation_id, project.asked]).toEqual(['complete', result.deliberation_id, []]);
    await close();
  }, 30_000);

  it('is stored when the program closes the file', async () => {
    const project = recordedProject();
    const { result, close } = await endedUnrecorded(project, takeAway(project));
    putBack(project);
    await close();
    const later = await project.open({});
    const again = await later.council.resume({ deliberation_id: result.deliberation_id });
    expect([again.status, again.voting_result]).toEqual(['complete', result.voting_result]);
    expect(await later.runs.replay('last')).toMatchObject({ differences: [] });
    await later.close();
  });

  it('is never stored if the file was closed before, and a warning says so', async () => {
    const project = recordedProject();
    const opened = await project.open({
      one: steady('PostgreSQL'),
      two: async (request, call) => {
        if (call === 2) await opened.close();
        return steady('SQLite')(request, call);
      },
    });
    const result = await opened.council.deliberate(requestIn(project));
    expect(result.integrity.warnings.filter(aboutTheRecord)).toEqual([
      expect.stringMatching(/^its end could not be recorded: .*closed/),
    ]);
  });
});
