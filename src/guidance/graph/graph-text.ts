import { appendAt, findNode, type JsonStyle, readStyle, removeAt, setInPart } from '../../kernel/json-text.js';
import { fieldOf } from '../item/fields.js';

export type NodeFields = Readonly<Record<string, unknown>>;

export interface GraphChanges {
  /** New values of fields, by the id of their node. */
  readonly set: ReadonlyMap<string, NodeFields>;
  readonly append: readonly NodeFields[];
}

/** Changes to the text of a graph file. Everything that is not changed keeps its bytes: people read the differences. */
export interface GraphText {
  readonly nodes: readonly { readonly id: string; readonly node: unknown }[];
  /** Undefined if there is no such node. A field whose value is undefined is taken out. */
  setFields(id: string, fields: NodeFields): string | undefined;
  remove(id: string): string | undefined;
  append(node: NodeFields): string;
  /** Several changes in one go: to look through a large text for each of them would take too long. */
  change(changes: GraphChanges): string;
}

/** Undefined if the text is not a JSON object with a list of nodes. */
export function openGraphText(text: string): GraphText | undefined {
  const parsed = parseNodes(text);
  if (parsed === undefined) return undefined;
  const nodes = parsed.map((node) => {
    const id = (node as { id?: unknown } | null)?.id;
    return { id: typeof id === 'string' ? id : '', node };
  });
  const indexOf = (id: string) => nodes.findIndex((node) => node.id === id);
  const change = ({ set, append }: GraphChanges) => {
    const changed = [...set]
      .map(([id, fields]) => ({ index: indexOf(id), fields }))
      .filter(({ index }) => index !== -1);
    return withChanges(text, { changed, append });
  };
  return {
    nodes,
    change,
    setFields: (id, fields) => (indexOf(id) === -1 ? undefined : change({ set: new Map([[id, fields]]), append: [] })),
    remove: (id) => (indexOf(id) === -1 ? undefined : removeAt(text, ['nodes', indexOf(id)])),
    append: (node) => change({ set: new Map(), append: [node] }),
  };
}

export const EMPTY_GRAPH = '{\n  "nodes": [],\n  "edges": []\n}\n';

function parseNodes(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const nodes = fieldOf(value, 'nodes');
    return Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
}

interface ChangedNode {
  readonly index: number;
  readonly fields: NodeFields;
}

function withChanges(
  text: string,
  { changed, append }: { readonly changed: readonly ChangedNode[]; readonly append: readonly NodeFields[] },
): string {
  const elements = changed.length === 0 ? [] : (findNode(text, ['nodes'])?.children ?? []);
  // New nodes come after all others, so the positions of those stay the same.
  const extended = appendAt(text, ['nodes'], append);
  const pieces: string[] = [];
  let position = 0;
  for (const { index, fields } of changed.toSorted((one, other) => one.index - other.index)) {
    const { offset: start, length } = elements[index] ?? { offset: position, length: 0 };
    const node = extended.slice(start, start + length);
    pieces.push(extended.slice(position, start), withFields(node, fields, readStyle(text)));
    position = start + length;
  }
  return [...pieces, extended.slice(position)].join('');
}

function withFields(node: string, fields: NodeFields, style: JsonStyle): string {
  return Object.entries(fields).reduce(
    (text, [key, value]) => (value === undefined ? removeAt(text, [key]) : setInPart({ text, style }, [key], value)),
    node,
  );
}
