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

/** The text for the model: facts, not orders, and short enough to arrive whole. Empty if there is nothing to say. */
export function renderInjection(
  items: readonly (ScoredItem | KnowledgeItem)[],
  kind: 'context' | 'pause' | 'session-start',
): string {
  const plain = items.map((entry) => ('item' in entry ? entry.item : entry));
  if (plain.length === 0) return '';
  if (kind === 'session-start') return renderList(plain, 0);
  const opening = OPENINGS[kind];
  const texts = plain.map(renderItem);
  return `${opening}\n\n${fitInto(texts, MOST_CHARACTERS - opening.length - 2)}`;
}

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
