import { oncePerKey } from '../../kernel/once-per-key.js';
import { plainLine } from '../../kernel/plain-text.js';
import { CoachError } from '../coach-error.js';
import type { WorkspaceReader } from '../workspace/workspace.js';
import type { ModelsView } from './models-view.js';

export interface FileCheckDependencies {
  readonly view: Pick<ModelsView, 'expectShown'>;
  readonly workspace: Pick<WorkspaceReader, 'readFile' | 'getBuffer'>;
}

/** Names of files that a model wrote. */
export interface FileCheck {
  /** Undefined for a path that is not of the project, or that no model may see. */
  readonly locate: (path: string) => Promise<string | undefined>;
  readonly lineCount: (path: string) => Promise<number | 'missing' | 'unreadable'>;
}

/** Looks at each file once. */
export function createFileCheck({ view, workspace }: FileCheckDependencies): FileCheck {
  return {
    locate: oncePerKey(async (written) => {
      const path = written.trim();
      const isName = path.length <= MAX_PATH_LENGTH && plainLine(path) === path && /[^./\\]/.test(path);
      return isName ? view.expectShown(path).catch(() => undefined) : undefined;
    }),
    lineCount: oncePerKey(async (path) => {
      const typed = workspace.getBuffer(path)?.content;
      if (typed !== undefined) return typed.split('\n').length;
      return workspace.readFile(path).then(
        (file) => Math.max(1, file.lineCount),
        (error: unknown) => (error instanceof CoachError && error.code === 'NOT_FOUND' ? 'missing' : 'unreadable'),
      );
    }),
  };
}

const MAX_PATH_LENGTH = 500;
