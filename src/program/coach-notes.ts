import type { OpenProgram } from '../cli/program-port.js';
import { renderItem } from '../guidance/index.js';
import { cutText } from '../kernel/cut-text.js';
import { plainField } from '../kernel/quote.js';

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
      ...values.map(({ text }) => `Value: ${cutText(plainField(text), MAX_VALUE_LENGTH)}`),
      ...[...unique.values()].slice(0, MAX_ITEMS).map((item) => `Rule: ${cutText(renderItem(item), MAX_ITEM_LENGTH)}`),
    ];
  };
}

const MAX_VALUES = 5;
const MAX_VALUE_LENGTH = 300;
const MAX_ITEMS = 10;
const MAX_ITEM_LENGTH = 2_000;
