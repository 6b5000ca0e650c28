import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPersonFiles, type PersonFiles } from '../../src/project/person/person-files.js';
import { scratchFolder } from './scratch-folder.js';

export interface PersonProject {
  readonly root: string;
  readonly outside: string;
  readonly files: PersonFiles;
  readonly at: (name: string) => string;
}

/** A project on the disk as its person sees it, next to a folder that is none of it. `.witan` belongs to Witan. */
export async function personProject(contents: Readonly<Record<string, string | Uint8Array>>): Promise<PersonProject> {
  const root = scratchFolder('project');
  const outside = scratchFolder('outside');
  writeFileSync(path.join(outside, 'secret.txt'), OUTSIDE);
  const at = (name: string) => path.join(root, name);
  for (const [name, content] of Object.entries({ '.witan/data.txt': OUTSIDE, '.git/config': OUTSIDE, ...contents })) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  }
  const opened = await openPersonFiles(root, { ownFolders: [at('.witan')], homeFolder: '' });
  if (!opened.ok) throw new Error(opened.error);
  return { root, outside, files: opened.value, at };
}

/** What no reader may see and no writer may change. */
export const OUTSIDE = 'kept away from the project';
