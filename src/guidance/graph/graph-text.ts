import {
  appendElements,
  findMember,
  type JsonArrayText,
  type JsonMember,
  type JsonSpan,
  type JsonStyle,
  readArray,
  readObject,
  removeElement,
  removeMember,
  setMember,
} from '../../kernel/json-text.js';
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
  let found: JsonArrayText | undefined;
  const list = () => {
    found ??= findNodeList(text);
    return found;
  };
  const indexOf = (id: string) => nodes.findIndex((node) => node.id === id);
  const change = ({ set, append }: GraphChanges) => {
    const changed = [...set]
      .map(([id, fields]) => ({ index: indexOf(id), fields }))
      .filter(({ index }) => index !== -1);
    return withChanges(text, list(), { changed, append });
  };
  return {
    nodes,
    change,
    setFields: (id, fields) => (indexOf(id) === -1 ? undefined : change({ set: new Map([[id, fields]]), append: [] })),
    remove: (id) => (indexOf(id) === -1 ? undefined : removeElement(text, list(), indexOf(id))),
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

function findNodeList(text: string): JsonArrayText {
  // `JSON.parse` has found it before.
  const member = findMember(readObject(text), 'nodes') as JsonMember;
  return readArray(text, member.valueStart);
}

interface ChangedNode {
  readonly index: number;
  readonly fields: NodeFields;
}

function withChanges(
  text: string,
  list: JsonArrayText,
  { changed, append }: { readonly changed: readonly ChangedNode[]; readonly append: readonly NodeFields[] },
): string {
  // New nodes come after all others, so the positions of those stay the same.
  const extended = append.length === 0 ? text : appendElements(text, list, append);
  const pieces: string[] = [];
  let position = 0;
  for (const { index, fields } of changed.toSorted((one, other) => one.index - other.index)) {
    const { start, end } = list.elements[index] as JsonSpan;
    pieces.push(extended.slice(position, start), withFields(extended.slice(start, end), fields, list.style));
    position = end;
  }
  return [...pieces, extended.slice(position)].join('');
}

function withFields(node: string, fields: NodeFields, style: JsonStyle): string {
  let text = node;
  for (const [key, value] of Object.entries(fields)) {
    const object = readObject(text, 0, style);
    text = value === undefined ? removeMember(text, object, key) : setMember(text, object, [key, value]);
  }
  return text;
}
