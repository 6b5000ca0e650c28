import { useRef } from 'preact/hooks';
import type { TreeHintState } from '../marks/find-tree-hints.js';
import { findParent, type TreeRow } from '../model/project-tree.js';
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
      id={getId(row.path)}
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
          label={
            isNew ? `Name of the new entry in ${findParent(row.path) || 'the project'}` : `New name of ${row.name}`
          }
        />
      ) : (
        <span class="tree-name">{isNew ? '' : row.name}</span>
      )}
      {hint !== undefined && <TreeHint hint={hint} />}
    </div>
  );
}

const INDENT = 14;

export function getId(path: string): string {
  return `tree ${path}`.replaceAll(/\s/g, '_');
}

/** Stands behind the name of a file or folder. */
function TreeHint({ hint }: { readonly hint: TreeHintState }) {
  const { symbol, name } = LOOKS[hint.style];
  const text = hint.isInside ? `contains a file: ${name}` : name;
  return (
    <span class={`tree-hint ${hint.style}${hint.isInside ? ' inside' : ''}`} title={`Coach: ${text}`}>
      <span aria-hidden="true">{hint.isInside ? '•' : symbol}</span>
      <span class="hidden">, coach: {text}</span>
    </span>
  );
}

const LOOKS: Readonly<Record<TreeHintState['style'], { readonly symbol: string; readonly name: string }>> = {
  suggested: { symbol: '?', name: 'suggested' },
  important: { symbol: '!', name: 'important' },
  critical: { symbol: '‼', name: 'critical' },
};

interface NameFieldProps {
  readonly finish: (typed: string) => void;
  readonly name: string;
  readonly label: string;
}

/** Enter takes the name; Escape leaves everything as it was. */
function NameField({ finish, name, label }: NameFieldProps) {
  const isDone = useRef(false);
  const end = (typed: string, field: HTMLElement) => {
    if (isDone.current) return;
    isDone.current = true;
    const tree = field.closest<HTMLElement>('[role=tree]');
    finish(typed);
    tree?.focus();
  };
  return (
    <input
      class="tree-field"
      aria-label={label}
      defaultValue={name}
      spellcheck={false}
      ref={selectName}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value, event.currentTarget);
        if (event.key === 'Escape') end('', event.currentTarget);
      }}
      onBlur={(event) => end(event.currentTarget.value, event.currentTarget)}
    />
  );
}

/** The ending of a file stays, unless the person selects it, too. */
function selectName(field: HTMLInputElement | null): void {
  if (field === null || document.activeElement === field) return;
  field.focus({ preventScroll: true });
  const dot = field.value.lastIndexOf('.');
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
