import type { GraphText } from './graph-text.js';

/** `process_<words of the label>_<time>`. */
export function idOf(label: string, now: Date): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? ['lesson'];
  return `process_${words.slice(0, 6).join('_').slice(0, 60)}_${now.toISOString().slice(0, 19)}`;
}

/** The same with a number behind it, if the graph has it already. */
export function freeId(graph: GraphText, id: string): string {
  const taken = new Set(graph.nodes.map((node) => node.id));
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? id : `${id}_${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
