import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { PersonFiles } from '../../project/person/person-files.js';
import { makeOwnFolder } from '../../storage/own-files/own-folder.js';
import { CoachError } from '../coach-error.js';
import type { Workbench } from './workbench.js';
import { expectFile } from './workspace-context.js';

export interface RemovedFile {
  readonly id: string;
  readonly path: string;
  readonly removedAt: string;
}

/** Files and folders that the person removed. They are kept in the data folder until they are restored. */
export interface RemovedFiles {
  remove(path: string): Promise<RemovedFile>;
  /** The newest first. */
  list(): Promise<RemovedFile[]>;
  /** Puts it back and returns its path; CONFLICT if that is taken by now. */
  restore(id: string): Promise<string>;
}

export interface RemovedFilesContext {
  readonly files: PersonFiles;
  readonly workbench: Workbench;
  /** A real path. */
  readonly dataFolder: string;
  readonly clock: Clock;
}

export function createRemovedFiles({ files, workbench, dataFolder, clock }: RemovedFilesContext): RemovedFiles {
  const { queries } = workbench;
  const folder = join(dataFolder, 'removed');
  const forget = (id: string) =>
    workbench.write((connection) => connection.execute(queries.deleteFrom('removed_files').where('id', '=', id)));
  const list = async () => {
    const rows = await queries
      .selectFrom('removed_files')
      .selectAll()
      .where('project', '=', files.root)
      .orderBy('removed_at', 'desc')
      .orderBy('id')
      .execute();
    // A relative link leads nowhere from there, and is still to be restored.
    return rows.filter(({ id }) => lstatSync(join(folder, id), { throwIfNoEntry: false }) !== undefined);
  };

  return {
    async remove(path) {
      const row = { id: randomUUID(), project: files.root, path, removed_at: clock.now().toISOString() };
      makeOwnFolder(folder);
      // Before it is moved: no crash leaves a file there that no list names.
      await workbench.write((connection) => connection.execute(queries.insertInto('removed_files').values(row)));
      const moved = await files.moveOut(path, join(folder, row.id));
      if (!moved.ok) await forget(row.id);
      return { id: row.id, path: expectFile(moved), removedAt: row.removed_at };
    },
    list: async () => (await list()).map(({ id, path, removed_at }) => ({ id, path, removedAt: removed_at })),
    async restore(id) {
      const row = (await list()).find((removed) => removed.id === id);
      if (row === undefined) throw new CoachError('NOT_FOUND', 'This file is not among the removed ones any more.');
      const path = expectFile(await files.moveBack(join(folder, id), row.path));
      await forget(id);
      return path;
    },
  };
}
