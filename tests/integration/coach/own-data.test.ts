import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChromaServer } from '../../../adapters/memory/chroma.js';
import { openMemory, openOwnData } from '../../../src/coaching/index.js';
import { findChroma, startChroma, WHY_NO_CHROMA } from '../../support/chroma.js';
import { startCoach } from '../../support/coach-program.js';
import { useSemantics } from '../../support/learning-fixture.js';
import { embeddingOf } from '../../support/memory-fixture.js';
import { filesWith, markedData } from '../../support/own-data-fixture.js';
import { createEmptyMachine } from '../cli-program.js';

describe('witan coach stats, export and delete', () => {
  it('work on the data of a coach, and delete waits for its end', async () => {
    const machine = createEmptyMachine();
    const coach = await startCoach({ machine });
    const stats = await machine.witan(['coach', 'stats', '--json']);
    expect(JSON.parse(stats.stdout)).toMatchObject({ stats: { sessionsCompleted: 0 }, sessions: [], memories: 0 });
    const refused = await machine.witan(['coach', 'delete', '--all', '--yes']);
    expect(refused.stderr).toBe(`witan: delete: a coach runs for ${machine.project}; end it with Ctrl-C first\n`);
    expect(refused.exitCode).not.toBe(0);
    await coach.end('SIGINT');
    const exported = await machine.witan(['coach', 'export']);
    expect(JSON.parse(exported.stdout)).toMatchObject({ format: 'witan-coach', memories: [] });
    const deleted = await machine.witan(['coach', 'delete', '--all', '--yes']);
    expect(deleted).toMatchObject({ exitCode: 0, stdout: '0 sessions and 0 memories deleted.\n' });
  });

  it('delete what was planted, in a folder that the person names', async () => {
    const { folder, ids } = await markedData(['planted-one', 'planted-two']);
    const machine = createEmptyMachine();
    const args = ['coach', 'delete', '--data', folder, '--session', ids[0] ?? ''];
    const answered = await machine.witanOnTerminal(args, [['[y/N]', 'y\n']]);
    expect(answered).toMatchObject({ exitCode: 0 });
    expect(filesWith(folder, 'planted-one')).toEqual([]);
    expect(filesWith(folder, 'planted-two').sort()).toEqual(['memories.db', 'paige.db', 'workbench.db']);
  });
});

const program = findChroma();
if (program === undefined) console.log(WHY_NO_CHROMA);
const semantics = useSemantics();

describe.skipIf(program === undefined)('deleting with ChromaDB', () => {
  it('leaves no record that it returns', async () => {
    const chroma = await startChroma(program ?? '');
    onTestFinished(() => chroma.stop());
    const { folder, ids } = await markedData(['planted-one', 'planted-two']);
    const options = {
      folder: path.resolve(folder),
      embedding: embeddingOf(semantics),
      redact: async (text: string) => text,
      chroma: createChromaServer(chroma.url),
    };
    // What was stored before ChromaDB was chosen is sent there.
    const memory = await openMemory(options);
    await memory.queryMemories({ queryText: 'planted' });
    await memory.close();
    expect(await chroma.count()).toBe(2);
    const data = await openOwnData({ ...options, dailyCapUsd: 2 });
    expect(await data.delete({ sessionId: ids[0] ?? '' })).toMatchObject({ memories: 1 });
    expect(await chroma.count()).toBe(1);
    const rest = await openOwnData({ ...options, dailyCapUsd: 2 });
    await rest.delete({});
    expect(await chroma.count()).toBe(0);
  });
});
