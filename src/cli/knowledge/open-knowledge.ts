import type { Knowledge } from '../../guidance/index.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';

export async function openKnowledge(project: ProjectOptions, ports: CommandLinePorts): Promise<Knowledge> {
  return (await openProject(project, ports)).knowledge();
}
