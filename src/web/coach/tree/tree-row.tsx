import type { TreeHintState } from '../marks/find-tree-hints.js';
import { TreeHint } from '../marks/tree-hint.js';
import { parentOf, type TreeRow } from '../model/project-tree.js';
import { NameField } from './name-field.js';
import type { TreeView } from './tree-view.js';

/** The row of a new entry has a field instead of a name. */
export type ShownRow = TreeRow | (Pick<TreeRow, 'path' | 'depth' | 'isFolder'> & { readonly kind: 'new' });

interface RowProps {
  readonly row: ShownRow;
  readonly view: TreeView;
  readonly top: number;
  readonly isOpen: boolean;
  readonly hint: TreeHintState | undefined;
  /** Takes a name that was typed. */
  readonly finish: (typed: string) => void;
}

export function Row({ row, view, top, isOpen, hint, finish }: RowProps) {
  const asked = view.naming.value;
  const isNew = 'kind' in row;
  const isNamed = isNew || (asked?.kind === 'rename' && asked.path === row.path);
  const isActive = view.active.value === row.path;
  const position = isNew ? {} : { 'aria-posinset': row.position, 'aria-setsize': row.siblings };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the tree, which has the focus.
    <div
      id={idOf(row.path)}
      class={`tree-row${isActive ? ' active' : ''}${isOpen ? ' open' : ''}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth}
      aria-selected={isActive}
      {...(row.isFolder && !isNew && { 'aria-expanded': row.isExpanded })}
      {...position}
      style={{ top: `${top}px`, paddingLeft: `${(row.depth - 1) * INDENT + 8}px` }}
      onClick={() => !isNamed && !isNew && view.activate(row)}
      title={isNew ? undefined : row.path}
    >
      <span class="tree-mark" aria-hidden="true">
        {row.isFolder ? (!isNew && row.isExpanded ? '⌄' : '›') : ''}
      </span>
      {isNamed ? (
        <NameField
          finish={finish}
          name={isNew ? '' : row.name}
          label={isNew ? `Name of the new entry in ${parentOf(row.path) || 'the project'}` : `New name of ${row.name}`}
        />
      ) : (
        <span class="tree-name">{isNew ? '' : row.name}</span>
      )}
      {hint !== undefined && <TreeHint hint={hint} />}
    </div>
  );
}

const INDENT = 14;

export function idOf(path: string): string {
  return `tree ${path}`.replaceAll(/\s/g, '_');
}
