import type { Item } from './canonical-option.js';

/**
 * Writes into each word the part it plays where words alone would not tell: "¬" refused, "<" passed over, "-" left
 * behind. "Kafka over RabbitMQ" and "RabbitMQ over Kafka" then hold different words, whatever their order.
 */
export function markRoles(items: readonly Item[]): Item[] {
  return markLeftBehind(markPassedOver(markRefused(supportLast(agentLast(items)))));
}

/**
 * A negation in front turns the whole option down; a later one, and what is said to be lacking, belongs to the next word.
 * Two of them cancel.
 */
function markRefused(items: readonly Item[]): Item[] {
  const marked: Item[] = [];
  let isRefused = false;
  let negation: Item | undefined;
  for (const [index, item] of items.entries()) {
    const hasContent = marked.some((earlier) => earlier.kind === 'content');
    if (item.kind === 'not' && !hasContent && item.surface !== 'lacking') isRefused = !isRefused;
    else if (item.kind === 'not' && contrasts(items[index - 1]) && hasContent) {
      // "Kafka, not RabbitMQ" passes RabbitMQ over.
      if (marked.at(-1)?.kind !== 'content') marked.pop();
      marked.push({ ...item, kind: 'over' });
    } else if (item.kind === 'not') negation = negation === undefined ? item : undefined;
    else if (item.kind === 'content' && negation !== undefined) {
      marked.push({ ...item, text: `${REFUSED}${item.text}`, lacking: /^(?:lacking|without)$/.test(negation.surface) });
      negation = undefined;
    } else marked.push(item);
  }
  const [only, ...more] = marked;
  // What lacks only something is without it: "framework-free" is "no framework".
  const isLack = only?.lacking === true && more.length === 0;
  const told = isLack ? [{ ...only, text: only.text.slice(REFUSED.length), lacking: false }] : marked;
  const refusals = Number(isRefused) + Number(isLack) + Number(negation !== undefined);
  return refusals % 2 === 1 ? [{ kind: 'content', text: REFUSED, surface: 'not' }, ...told] : told;
}

/** Stands alone in front of an option that is turned down as a whole. */
export const REFUSED = '¬';

function contrasts(previous: Item | undefined): boolean {
  return previous !== undefined && /^(?:and|comma|over|favour)$/.test(previous.kind);
}

function markPassedOver(items: readonly Item[]): Item[] {
  const over = items.findIndex((item) => item.kind === 'over');
  if (over < 0) return [...items];
  const before = items.slice(0, over);
  const after = items.slice(over + 1).filter((item) => item.kind !== 'over');
  return [...before, ...after.map((item) => marked(item, '<'))];
}

/** "replace A with B", "move from A to B" and "drop A in favour of B" all leave A behind for B. */
function markLeftBehind(items: readonly Item[]): Item[] {
  const verb = items.findIndex((item) => item.kind === 'content');
  const from = items.findIndex((item) => item.surface === 'from');
  const action = items[verb]?.text;
  if (action === 'replac') {
    const link = items.findIndex((item, index) => index > verb + 1 && /^(?:with|by|for|to)$/.test(item.surface));
    if (link < 0) return [...items];
    // "substitute B for A" names them the other way round.
    if (/^substitut/.test(items[verb]?.surface ?? '') && items[link]?.surface === 'for')
      return split(items, verb, [link + 1, items.length], verb + 1);
    return split(items, verb, [verb + 1, link], link + 1);
  }
  if (action === 'remove') {
    const link = items.findIndex((item) => item.kind === 'favour' || item.surface === 'for');
    if (link > verb + 1) return split(items, verb, [verb + 1, link], link + 1);
  }
  if (action === 'mov' && from >= 0) {
    const to = items.findIndex((item) => item.surface === 'to');
    if (to > from && from === verb + 1) return split(items, verb, [from + 1, to], to + 1);
    if (to === verb + 1 && from > to) return split(items, verb, [from + 1, items.length], to + 1);
  }
  return items.filter((item) => item.kind !== 'favour');
}

function split(items: readonly Item[], verb: number, [start, end]: [number, number], rest: number): Item[] {
  const left = items.slice(start, end).map((item) => marked(item, '-'));
  const stays = rest <= start ? items.slice(rest, start - 1) : items.slice(rest);
  const replace: Item = { kind: 'content', text: 'replac', surface: 'replace' };
  return [...items.slice(0, verb), replace, ...stays, ...left];
}

function marked(item: Item, mark: string): Item {
  return item.kind === 'content' ? { ...item, text: `${mark}${item.text}` } : item;
}

/** "two reviewers for X" is "review X by two people". */
function agentLast(items: readonly Item[]): Item[] {
  const person = items.findIndex((item) => item.text === 'person');
  const deed = items[person - 1];
  const link = items[person + 1];
  if (
    deed === undefined ||
    link === undefined ||
    !/^(?:for|on|per)$/.test(link.surface) ||
    deed.surface !== items[person]?.surface
  )
    return [...items];
  const by: Item = { kind: 'preposition', text: 'by', surface: 'by' };
  const agent = items.slice(person, person + 1).map((item) => ({ ...item, surface: item.text }));
  return [deed, ...items.slice(person + 2), by, ...items.slice(0, person - 1), ...agent];
}

/** "remove support for X" is "remove X support". */
function supportLast(items: readonly Item[]): Item[] {
  const [remove, support, ...rest] = items;
  if (remove?.text !== 'remove' || support?.text !== 'support' || rest.length === 0) return [...items];
  const what = rest[0]?.kind === 'preposition' ? rest.slice(1) : rest;
  return [remove, ...what, support];
}
