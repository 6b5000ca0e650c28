import { plainLine } from '../../kernel/plain-text.js';
import type { ScoredItem } from '../injection/injection.js';
import type { KnowledgeItem } from '../item/item.js';
import { MOST_CHARACTERS } from './most-characters.js';
import { renderItem } from './render-item.js';
import { renderList } from './render-session-start.js';

/** By these words our own texts are known again: nothing is learned from them. */
export const OWN_MARK = 'Witan guidance';

const OPENINGS = {
  context: `${OWN_MARK}: what this project has recorded about changes like this one.`,
  pause: `${OWN_MARK}: this call was held back once, so that the following could be read before it. Nothing was changed. The same call passes when it is made again; each entry holds back one call per session.`,
} as const;

/**
 * The text for the model: facts, not orders, and short enough to arrive whole. Empty if there is nothing to say. Of more
 * than `most` items the others are named only.
 */
export function renderInjection(
  items: readonly (ScoredItem | KnowledgeItem)[],
  kind: 'context' | 'pause' | 'session-start',
  most = items.length,
): string {
  const plain = items.map((entry) => ('item' in entry ? entry.item : entry));
  if (plain.length === 0) return '';
  if (kind === 'session-start') return renderList(plain, 0);
  const opening = OPENINGS[kind];
  const texts = plain.slice(0, most).map(renderItem);
  const room = MOST_CHARACTERS - opening.length - 2;
  if (plain.length <= most) return `${opening}\n\n${fitInto(texts, room)}`;
  const left = room - texts.reduce((sum, text) => sum + text.length + 2, 0);
  const names = renderNames(plain.slice(most), Math.max(LEAST_FOR_NAMES, left));
  return `${opening}\n\n${fitInto(texts, room - names.length)}${names}`;
}

/** What is told whole comes first, but whoever reads it must know that there is more. */
const LEAST_FOR_NAMES = 400;

function renderNames(items: readonly KnowledgeItem[], room: number): string {
  const head = '\n\nHeld back for these, too (in full: witan knowledge show <id>):';
  const lines: string[] = [];
  let length = head.length + AND_MORE.length;
  for (const { label, id } of items) {
    const line = `- ${plainLine(label).slice(0, 60)} (${plainLine(id)})`;
    length += line.length + 1;
    if (length > room) break;
    lines.push(line);
  }
  const more = items.length - lines.length;
  return [head, ...lines, ...(more > 0 ? [AND_MORE.replace('N', String(more))] : [])].join('\n');
}

const AND_MORE = 'and N more: witan knowledge list --priority CRITICAL';

/** Short texts leave their room to the long ones; what is still too long loses its end, by whole lines. */
function fitInto(texts: readonly string[], room: number): string {
  const fitted = new Map<number, string>();
  let left = room;
  for (const [place, text] of [...texts.entries()].sort(([, a], [, b]) => a.length - b.length)) {
    const share = Math.floor(left / (texts.length - fitted.size)) - 2;
    const kept = shorten(text, share);
    fitted.set(place, kept);
    left -= kept.length + 2;
  }
  return texts.map((_, place) => fitted.get(place) ?? '').join('\n\n');
}

const CUT = '… (more: witan knowledge show)';

function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  // The id, in the last line, is what the rest can be asked for by.
  const lines = text.split('\n');
  const id = lines.pop() ?? '';
  const budget = room - id.length - CUT.length - 2;
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= budget;
  });
  const whole = kept.length > 3 ? kept.join('\n') : text.slice(0, Math.max(0, budget));
  return `${whole}\n${CUT}\n${id}`;
}
