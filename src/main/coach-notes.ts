import type { OpenProgram } from '../cli/program-port.js';
import { renderItem } from '../guidance/index.js';

/** What the project has learned that matters for files: its strongest values, and critical guidance that matches one of them. */
export function projectNotes({ knowledge, learning }: Pick<OpenProgram, 'knowledge' | 'learning'>) {
  return async (paths: readonly string[]): Promise<readonly string[]> => {
    const [items, learned] = await Promise.all([knowledge(), learning()]);
    const values = (await learned?.strongestValues(MAX_VALUES)) ?? [];
    const matched = items.tryCalls(paths.map((target) => ({ tool: 'Edit', target }))).flatMap((trial) => trial.items);
    // Of an item that the user has not trusted, hooks show the title only.
    const critical = matched.filter(
      ({ item, outcome }) => item.priority === 'CRITICAL' && (outcome === 'pauses' || outcome === 'shown'),
    );
    const unique = new Map(critical.map(({ item }) => [item.id, item]));
    return [
      ...values.map(({ text }) => `Value: ${text}`),
      ...[...unique.values()].slice(0, MAX_ITEMS).map((item) => `Rule: ${renderItem(item)}`),
    ];
  };
}

const MAX_VALUES = 5;
const MAX_ITEMS = 10;
