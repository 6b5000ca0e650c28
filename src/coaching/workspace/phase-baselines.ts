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

export function createPhaseBaselines(project: string, workbench: Workbench): PhaseBaselines {
  const { queries } = workbench;
  let current: { readonly phaseId: string; readonly settled: Set<string> } | undefined;

  const list = async (phaseId: string) => {
    const rows = await queries
      .selectFrom('phase_baselines')
      .select(['path', 'content'])
      .where('project', '=', project)
      .where('phase_id', '=', phaseId)
      .orderBy('path')
      .execute();
    return new Map(rows.map(({ path, content }) => [path, content === null ? null : Buffer.from(content).toString()]));
  };

  return {
    list,
    async forget(phaseId) {
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
      try {
        await workbench.write((connection) =>
          connection.execute(insert.onConflict((conflict) => conflict.doNothing())),
        );
      } catch (error) {
        settled.delete(path);
        throw error;
      }
    },
  };
}
