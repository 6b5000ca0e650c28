import { fieldOf } from '../item/fields.js';
import { elementsAt, type Member, membersAt, type Span, skipBlanks } from './json-spans.js';

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
  let found: NodeList | undefined;
  const list = () => {
    found ??= findNodeList(text);
    return found;
  };
  const indexOf = (id: string) => nodes.findIndex((node) => node.id === id);
  const change = ({ set, append }: GraphChanges) => {
    const changed = [...set]
      .map(([id, fields]) => ({ index: indexOf(id), fields }))
      .filter(({ index }) => index !== -1);
    return withChanges(text, list(), changed, append);
  };
  return {
    nodes,
    change,
    setFields: (id, fields) => (indexOf(id) === -1 ? undefined : change({ set: new Map([[id, fields]]), append: [] })),
    remove: (id) => (indexOf(id) === -1 ? undefined : withoutElement(text, list().spans, indexOf(id))),
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

interface NodeList {
  readonly whole: Span;
  readonly spans: readonly Span[];
}

function findNodeList(text: string): NodeList {
  // The last one counts, as for JSON.parse, which has found it before.
  const member = membersAt(text, skipBlanks(text, 0)).findLast(({ key }) => key === 'nodes') as Member;
  return { whole: member.value, spans: elementsAt(text, member.value.start) };
}

interface ChangedNode {
  readonly index: number;
  readonly fields: NodeFields;
}

function withChanges(
  text: string,
  { whole, spans }: NodeList,
  changed: readonly ChangedNode[],
  append: readonly NodeFields[],
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { index, fields } of changed.toSorted((one, other) => one.index - other.index)) {
    const { start, end } = spans[index] as Span;
    pieces.push(text.slice(at, start), withFields(text.slice(start, end), fields, indentAt(text, start)));
    at = end;
  }
  const last = spans.at(-1);
  if (append.length === 0) return [...pieces, text.slice(at)].join('');
  if (last === undefined) {
    const outer = indentAt(text, whole.start);
    const inner = append.map((node) => `\n${outer}${STEP}${render(node, outer + STEP)}`).join(',');
    return replaceAt(text, whole, `[${inner}\n${outer}]`);
  }
  const indent = indentAt(text, last.start);
  const added = append.map((node) => `,\n${indent}${render(node, indent)}`);
  return [...pieces, text.slice(at, last.end), ...added, text.slice(last.end)].join('');
}

function withFields(node: string, fields: NodeFields, indent: string): string {
  let text = node;
  for (const [key, value] of Object.entries(fields)) {
    const members = membersAt(text, 0);
    const index = members.findLastIndex((member) => member.key === key);
    if (value === undefined) text = index === -1 ? text : withoutMember(text, members, index);
    else if (index === -1) text = withMember(text, members, key, value, indent);
    else text = replaceAt(text, (members[index] as Member).value, render(value, indent + STEP));
  }
  return text;
}

const STEP = '  ';

function withMember(text: string, members: readonly Member[], key: string, value: unknown, indent: string): string {
  const last = members.at(-1);
  const isOneLine = !text.includes('\n');
  const separator = isOneLine ? ' ' : `\n${memberIndent(text, members) ?? indent + STEP}`;
  const rendered = `${JSON.stringify(key)}: ${isOneLine ? JSON.stringify(value) : render(value, indent + STEP)}`;
  if (last === undefined) return `{${separator}${rendered}${isOneLine ? ' ' : `\n${indent}`}}`;
  return `${text.slice(0, last.whole.end)},${separator}${rendered}${text.slice(last.whole.end)}`;
}

function memberIndent(text: string, members: readonly Member[]): string | undefined {
  const first = members[0];
  return first === undefined ? undefined : indentAt(text, first.whole.start);
}

function withoutMember(text: string, members: readonly Member[], index: number): string {
  const member = members[index] as Member;
  const next = members[index + 1];
  const before = members[index - 1];
  if (next !== undefined) return text.slice(0, member.whole.start) + text.slice(next.whole.start);
  if (before !== undefined) return text.slice(0, before.whole.end) + text.slice(member.whole.end);
  return text.slice(0, member.whole.start) + text.slice(member.whole.end);
}

function withoutElement(text: string, spans: readonly Span[], index: number): string {
  const span = spans[index] as Span;
  const next = spans[index + 1];
  const before = spans[index - 1];
  if (next !== undefined) return text.slice(0, span.start) + text.slice(next.start);
  if (before !== undefined) return text.slice(0, before.end) + text.slice(span.end);
  return text.slice(0, span.start) + text.slice(span.end);
}

function replaceAt(text: string, { start, end }: Span, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function render(value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, STEP).replaceAll('\n', `\n${indent}`);
}

/** The blanks at the beginning of the line in which a place lies. */
function indentAt(text: string, index: number): string {
  const line = text.lastIndexOf('\n', index - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, index))?.[0] ?? '';
}
