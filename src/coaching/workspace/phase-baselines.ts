import type { RetriedWrites } from '../retried-writes.js';
import type { Workbench } from './workbench.js';

/** The text that each changed file had when its phase began: what a review of the phase compares with. */
export interface PhaseBaselines {
  /** From now on, changes belong to this phase; null is no phase. */
  begin(phaseId: string | null): Promise<void>;
  /** Keeps the text from before a file's first change in the phase; later calls for the file change nothing. */
  keep(path: string, text: string | null): Promise<void>;
  list(phaseId: string): Promise<ReadonlyMap<string, string | null>>;
  /** Deletes the texts of a phase, or those of all phases of the project. */
  forget(phaseId?: string): Promise<void>;
}

interface BaselinesContext {
  readonly project: string;
  readonly workbench: Workbench;
  readonly writes: RetriedWrites;
}

export function createPhaseBaselines({ project, workbench, writes }: BaselinesContext): PhaseBaselines {
  const { queries } = workbench;
  /** What the disk has not taken yet, by the key of its write. */
  const unstored = new Map<string, { readonly phaseId: string; readonly path: string; readonly text: string | null }>();
  let current: { readonly phaseId: string; readonly settled: Set<string> } | undefined;

  const list = async (phaseId: string) => {
    const rows = await queries
      .selectFrom('phase_baselines')
      .select(['path', 'content'])
      .where('project', '=', project)
      .where('phase_id', '=', phaseId)
      .orderBy('path')
      .execute();
    const texts = new Map(rows.map(({ path, content }) => [path, content && Buffer.from(content).toString()]));
    for (const each of unstored.values()) if (each.phaseId === phaseId) texts.set(each.path, each.text);
    return texts;
  };

  return {
    list,
    async forget(phaseId) {
      for (const [key, each] of unstored) {
        if (phaseId !== undefined && phaseId !== each.phaseId) continue;
        unstored.delete(key);
        writes.drop(key);
      }
      const all = queries.deleteFrom('phase_baselines').where('project', '=', project);
      const remove = phaseId === undefined ? all : all.where('phase_id', '=', phaseId);
      await workbench.write((connection) => connection.execute(remove));
      if (phaseId === undefined || phaseId === current?.phaseId) current?.settled.clear();
    },
    async begin(phaseId) {
      if (phaseId === (current?.phaseId ?? null)) return;
      // A phase that continues after a restart keeps what it has.
      current = phaseId === null ? undefined : { phaseId, settled: new Set((await list(phaseId)).keys()) };
    },
    async keep(path, text) {
      if (current === undefined || current.settled.has(path)) return;
      const { phaseId, settled } = current;
      settled.add(path);
      const row = { project, phase_id: phaseId, path, content: text === null ? null : Buffer.from(text) };
      const insert = queries.insertInto('phase_baselines').values(row);
      const insertFirst = insert.onConflict((conflict) => conflict.doNothing());
      const key = `baseline ${phaseId} ${path}`;
      unstored.set(key, { phaseId, path, text });
      await writes.put(key, async () => {
        await workbench.write((connection) => connection.execute(insertFirst));
        unstored.delete(key);
      });
    },
  };
}
