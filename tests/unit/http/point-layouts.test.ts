import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPointLayouts } from '../../../src/http/map/point-layouts.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { fillProject } from '../../support/full-project.js';
import { emptyProgram } from '../../support/pages-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { movableClock } from '../../support/test-graph.js';
import { testProgram } from '../../support/test-program.js';

describe('the layouts of maps', () => {
  it('are kept in a file for the owner only and used after the next start', async () => {
    const folder = path.join(scratchFolder('cache'), 'witan');
    const first = await mapIn(folder).of('test', source(10));
    expect(first).toMatchObject({ computing: false });
    expect(first.positions.size).toBe(10);
    const [file = ''] = readdirSync(folder);
    expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
    const later = mapIn(folder);
    expect((await later.of('test', source(10))).positions.get('p3')).toEqual(first.positions.get('p3'));
    expect(later.calls).toEqual([]);
  });

  it('are computed again if the file is damaged', async () => {
    const folder = path.join(scratchFolder('cache'), 'witan');
    await mapIn(folder).of('test', source(3));
    for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), '{"version":1,"positions":[[1]]}');
    expect((await mapIn(folder).of('test', source(3))).positions.size).toBe(3);
  });

  it('get single points added, and are renewed when a fifth more were, or when the model changed', async () => {
    const map = mapIn(path.join(scratchFolder('cache'), 'witan'));
    for (const count of [10, 11, 12, 13, 14]) await map.of('test', source(count));
    await map.of('test', source(15, 'another'));
    expect(map.calls.map(({ renew }) => renew)).toEqual([true, false, false, true, false, true]);
    expect(map.calls[1]?.known).toBe(10);
  });

  it('leave out points without a vector, and look for them again after a while', async () => {
    const clock = movableClock();
    const map = mapIn(path.join(scratchFolder('cache'), 'witan'), clock);
    const partly = { ...source(3), ids: ['p0', 'p1', 'p2', 'without'] };
    expect((await map.of('test', partly)).positions.has('without')).toBe(false);
    await map.of('test', partly);
    expect(map.calls).toHaveLength(1);
    clock.advance(60_000);
    await map.of('test', partly);
    expect(map.calls).toHaveLength(2);
  });

  it('say why they fail, and try again when they are asked again', async () => {
    const map = mapIn(path.join(scratchFolder('cache'), 'witan'));
    const failing = { ...source(3), vectors: async () => Promise.reject(new Error('no vectors today')) };
    await expect(map.of('test', failing)).rejects.toThrow('no vectors today');
    expect((await map.of('test', source(3))).positions.size).toBe(3);
  });

  it('are computed by the threads of the program', async () => {
    const folder = scratchFolder('map');
    await fillProject(folder, { decisions: 30, experiences: 0 });
    const program = await testProgram({}, { projectFolder: folder, environment: process.env });
    const layouts = createPointLayouts({
      ...{ folder: scratchFolder('cache'), projectFolder: folder, clock: systemClock, layOut: program.layOut },
      report(error) {
        throw error;
      },
    });
    const pages = emptyProgram({ ...program, layouts });
    let map = await ROUTES.decision_map.handle({ archived: 'without' }, pages);
    while (map.computing) map = await ROUTES.decision_map.handle({ archived: 'without' }, pages);
    expect(map.total).toBeGreaterThanOrEqual(30);
    expect(map.points).toHaveLength(map.total);
    expect(map.points.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
  });
});

/** Layouts without a worker: what was asked for is noted. */
function mapIn(folder: string, clock = systemClock) {
  const calls: { readonly renew: boolean; readonly known: number }[] = [];
  const layouts = createPointLayouts({
    folder,
    projectFolder: '/project',
    clock,
    layOut: async ({ data }, { known, renew }) => {
      calls.push({ renew, known: known.filter((value) => !Number.isNaN(value)).length / 2 });
      return Float32Array.from({ length: data.length * 2 }, (_, at) => at / (data.length * 2));
    },
    report(error) {
      throw error;
    },
  });
  return { ...layouts, calls };
}

function source(count: number, backend = 'model') {
  const ids = Array.from({ length: count }, (_, at) => `p${at}`);
  return { ids, vectors: async () => ({ ids, data: new Float32Array(count), dimensions: 1, backend }) };
}
