import type { Knowledge } from '../../guidance/index.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export async function openKnowledge(project: ProjectOptions, shell: Shell): Promise<Knowledge> {
  return (await openProject(project, shell)).knowledge();
}
