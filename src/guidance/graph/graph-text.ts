import { elementsAt, type Member, membersAt, type Place, skipBlanks } from './json-places.js';

export type NodeFields = Readonly<Record<string, unknown>>;

/** Changes to the text of a graph file. Everything that is not changed keeps its bytes: people read the differences. */
export interface GraphText {
  readonly nodes: readonly { readonly id: string; readonly node: unknown }[];
  /** Undefined if there is no such node. A field whose value is undefined is taken out. */
  setFields(id: string, fields: NodeFields): string | undefined;
  remove(id: string): string | undefined;
  append(node: NodeFields): string;
}

/** Undefined if the text is not a JSON object with a list of nodes. */
export function openGraphText(text: string): GraphText | undefined {
  const list = nodeList(text);
  if (list === undefined) return undefined;
  const places = elementsAt(text, list.start);
  const nodes = places.map(({ start, end }) => {
    const node: unknown = JSON.parse(text.slice(start, end));
    const id = (node as { id?: unknown } | null)?.id;
    return { id: typeof id === 'string' ? id : '', node };
  });
  const find = (id: string) => {
    const index = nodes.findIndex((node) => node.id === id);
    return index === -1 ? undefined : { index, place: places[index] as Place };
  };
  return {
    nodes,
    setFields(id, fields) {
      const found = find(id);
      if (found === undefined) return undefined;
      const { start, end } = found.place;
      return text.slice(0, start) + withFields(text.slice(start, end), fields, indentAt(text, start)) + text.slice(end);
    },
    remove(id) {
      const found = find(id);
      return found === undefined ? undefined : withoutElement(text, places, found.index);
    },
    append: (node) => withElement(text, list, places, node),
  };
}

export const EMPTY_GRAPH = '{\n  "nodes": [],\n  "edges": []\n}\n';

function nodeList(text: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  } catch {
    return undefined;
  }
  // The last one counts, as for JSON.parse.
  const member = membersAt(text, skipBlanks(text, 0)).findLast(({ key }) => key === 'nodes');
  return member !== undefined && text[member.value.start] === '[' ? member.value : undefined;
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

function withElement(text: string, list: Place, places: readonly Place[], node: NodeFields): string {
  const last = places.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, list.start);
    return replaceAt(text, list, `[\n${outer}${STEP}${render(node, outer + STEP)}\n${outer}]`);
  }
  const indent = indentAt(text, last.start);
  return `${text.slice(0, last.end)},\n${indent}${render(node, indent)}${text.slice(last.end)}`;
}

function withoutElement(text: string, places: readonly Place[], index: number): string {
  const place = places[index] as Place;
  const next = places[index + 1];
  const before = places[index - 1];
  if (next !== undefined) return text.slice(0, place.start) + text.slice(next.start);
  if (before !== undefined) return text.slice(0, before.end) + text.slice(place.end);
  return text.slice(0, place.start) + text.slice(place.end);
}

function replaceAt(text: string, { start, end }: Place, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function render(value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, STEP).replaceAll('\n', `\n${indent}`);
}

/** The blanks at the beginning of the line in which a place lies. */
function indentAt(text: string, place: number): string {
  const line = text.lastIndexOf('\n', place - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, place))?.[0] ?? '';
}
