import { plainField } from '../../kernel/quote.js';
import type { KnowledgeItem } from '../item/item.js';
import type { ScoredItem } from '../relevance/match-item.js';
import { MAX_CHARACTERS, OWN_MARK } from './own-text.js';
import { renderItem } from './render-item.js';
import { renderList } from './render-session-start.js';

const QUOTED = 'Lines with > quote records of this project.';

const OPENINGS = {
  context: `${OWN_MARK}: what this project has recorded about changes like this one. ${QUOTED}`,
  pause: `${OWN_MARK}: this call was held before it ran, so that the following could be read first. Nothing was changed. The same call passes when it is made again; within two seconds of the first one it is held at most twice. Each entry holds calls once per session. ${QUOTED}`,
} as const;

/**
 * The text for the model: facts, not orders, and short enough to arrive whole. Empty if there is nothing to say. Of more
 * than `max` items the others are only named.
 */
export function renderInjection(
  items: readonly (ScoredItem | KnowledgeItem)[],
  kind: 'context' | 'pause' | 'session-start',
  max = items.length,
): string {
  const plain = items.map((entry) => ('item' in entry ? entry.item : entry));
  if (plain.length === 0) return '';
  if (kind === 'session-start') return renderList(plain, 0);
  const opening = OPENINGS[kind];
  const texts = plain.slice(0, max).map(renderItem);
  const space = MAX_CHARACTERS - opening.length - 2;
  if (plain.length <= max) return `${opening}\n\n${fitInto(texts, space)}`;
  const left = space - texts.reduce((sum, text) => sum + text.length + 2, 0);
  const names = renderNames(plain.slice(max), Math.max(MIN_SPACE_FOR_NAMES, left));
  return `${opening}\n\n${fitInto(texts, space - names.length)}${names}`;
}

/** Items in full come first, but the reader must know that there are more. */
const MIN_SPACE_FOR_NAMES = 400;

function renderNames(items: readonly KnowledgeItem[], space: number): string {
  const head = '\n\nHeld for these, too (in full: witan knowledge show <id>):';
  const lines: string[] = [];
  let length = head.length + AND_MORE.length;
  for (const { label, id } of items) {
    const line = `> ${plainField(label).slice(0, 60)} (${plainField(id)})`;
    length += line.length + 1;
    if (length > space) break;
    lines.push(line);
  }
  const more = items.length - lines.length;
  return [head, ...lines, ...(more > 0 ? [AND_MORE.replace('N', String(more))] : [])].join('\n');
}

const AND_MORE = 'and N more: witan knowledge list --priority CRITICAL';

/** Short texts leave their space to the long ones; a text that is still too long loses its end, by whole lines. */
function fitInto(texts: readonly string[], space: number): string {
  const fitted = new Map<number, string>();
  let left = space;
  for (const [index, text] of [...texts.entries()].sort(([, a], [, b]) => a.length - b.length)) {
    const share = Math.floor(left / (texts.length - fitted.size)) - 2;
    const kept = shorten(text, share);
    fitted.set(index, kept);
    left -= kept.length + 2;
  }
  return texts.map((_, index) => fitted.get(index) ?? '').join('\n\n');
}

const CUT = '… (more: witan knowledge show)';

function shorten(text: string, space: number): string {
  if (text.length <= space) return text;
  // The id, in the last line, is needed to ask for the rest.
  const lines = text.split('\n');
  const id = lines.pop() ?? '';
  const budget = space - id.length - CUT.length - 2;
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= budget;
  });
  const whole = kept.length > 3 ? kept.join('\n') : text.slice(0, Math.max(0, budget));
  return `${whole}\n${CUT}\n${id}`;
}
