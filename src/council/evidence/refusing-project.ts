import { failure } from '../../kernel/result.js';
import type { Entry, Project } from './confinement/project.js';

/** A folder that could be looked at when the deliberation began and cannot any more: every look says why. */
export function refusingProject(root: string, reason: string): Project {
  return {
    root,
    openFile: async () => failure(reason),
    listFolder: async () => failure(reason),
    locateFolder: async () => failure(reason),
    walk: nothing,
    refusal: () => reason,
  };
}

async function* nothing(): AsyncGenerator<Entry> {
  // There is nothing below a folder that cannot be looked at.
}
