import type { CoachState, FileHint, HintLevel } from '../model/coach-state.js';
import { getFolders } from '../model/project-tree.js';

type Style = FileHint['style'];

/** How the tree shows each path; undefined for one that the coach does not point at. */
export type FindTreeHint = (path: string) => TreeHintState | undefined;

export interface TreeHintState {
  readonly style: Style;
  /** A folder with a file that the coach points at. */
  readonly isInside: boolean;
}

/**
 * Folders on the way to a file that the coach points at are marked, too: they may be closed. At the level `file`, the tree
 * also shows where lines are marked, which the editor then does not.
 */
export function findTreeHints(
  { fileHints, highlights }: Pick<CoachState, 'fileHints' | 'highlights'>,
  level: HintLevel,
): FindTreeHint {
  const marked = highlights.map(({ path }) => ({ path, style: 'suggested' as const }));
  const hints: readonly FileHint[] = level === 'file' ? [...fileHints, ...marked] : fileHints;
  const found = new Map<string, TreeHintState>();
  const add = (path: string, state: TreeHintState) => {
    const before = found.get(path);
    const isStronger = before === undefined || STYLES.indexOf(state.style) > STYLES.indexOf(before.style);
    if (isStronger || (before.isInside && !state.isInside)) found.set(path, state);
  };
  if (level !== 'none') {
    for (const { path, style, directories } of hints) {
      add(path, { style, isInside: false });
      for (const folder of directories ?? getFolders(path)) add(folder, { style, isInside: true });
    }
  }
  return (path) => found.get(path);
}

/** Weakest first. */
const STYLES: readonly Style[] = ['suggested', 'important', 'critical'];
