import { contentOf, type Item, isName } from './canonical-option.js';
import { isNominal, relateAlike } from './links.js';
import { contentItems, mannerIn, relatesByOrder, segmentsOf } from './rewording.js';
import { meaningOf } from './synonym.js';
import { wordSet } from './word-lists.js';

/**
 * Within one phrase only a verb that became a noun explains the change: "migrate data to S3", "data migration to S3",
 * "rotate keys monthly", "monthly key rotation". What follows alike on both sides stays out of it.
 */
export function isRecastHead(left: readonly Item[], right: readonly Item[]): boolean {
  const end = sharedEnd(left, right);
  // A preposition stays with its word.
  const shared = [left, right].some((items) => items.at(-1 - end)?.kind === 'preposition') ? end - 1 : end;
  const [verbFirst, nounPhrase] = [left.slice(0, left.length - shared), right.slice(0, right.length - shared)];
  if (verbFirst.some((item) => item.kind === 'content' && relatesByOrder(item))) return false;
  const [[verb = '', ...object] = [], ...rest] = segmentsOf(verbFirst);
  const expected = contentOf(nounPhrase).join(' ');
  const turned = [[...object, verb]];
  const isManner = mannerIn(left, right);
  const manner = object.filter((word) => isManner(word));
  if (manner.length === 1) turned.push([...manner, ...object.filter((word) => !isManner(word)), verb]);
  return (
    turned.some((words) => [...words, ...rest.flat()].join(' ') === expected) &&
    relateAlike(afterHead(verbFirst), afterHead(nounPhrase)) &&
    isRecast(verbFirst, nounPhrase, verb)
  );
}

/** "upgrade to React 19" is "React 19 upgrade". */
export function isMoveTo([verb, to, ...target]: readonly Item[], named: readonly Item[]): boolean {
  return (
    /^(?:move|migrat|switch|transition|upgrade)/.test(verb?.surface ?? '') &&
    to?.surface === 'to' &&
    [...target, ...named].every((item) => item.kind === 'content') &&
    target.some((item) => isName(item.text)) &&
    [...contentOf(target), verb?.text].join(' ') === contentOf(named).join(' ')
  );
}

/** From the first preposition on: what is done stands before it on both sides. */
function afterHead(items: readonly Item[]): readonly Item[] {
  const link = items.findIndex((item) => item.kind === 'preposition');
  return link < 0 ? [] : items.slice(link);
}

/** "validate webhooks with HMAC" is "HMAC validation for webhooks". */
export function isNamedByMeans(left: readonly Item[], right: readonly Item[]): boolean {
  const [by, ...moreLinks] = left.filter((item) => item.kind === 'preposition');
  const [of, ...moreRight] = right.filter((item) => item.kind === 'preposition');
  if (by === undefined || of === undefined || moreLinks.length + moreRight.length > 0) return false;
  if (!/^(?:with|by|via|through|in|at|on)$/.test(by.surface) || !/^(?:of|for)$/.test(of.surface)) return false;
  const [[verb = '', ...object] = [], means = []] = segmentsOf(left);
  const [named = [], objectNamed = []] = segmentsOf(right);
  return (
    object.length > 0 &&
    object.join(' ') === objectNamed.join(' ') &&
    [...means, verb].join(' ') === named.join(' ') &&
    (of.surface === 'of' || surfaceOf(left, verb) !== surfaceOf(right, verb))
  );
}

/** "two people review every change" is "every change is reviewed by two people". */
export function isPassiveOf(active: readonly Item[], passive: readonly Item[]): boolean {
  const by = passive.findIndex(
    (item, index) => item.surface === 'by' && /(?:ed|en|built|run)$/.test(passive[index - 1]?.surface ?? ''),
  );
  if (by < 2 || active.some((item) => item.kind !== 'content')) return false;
  const [done, deed, doer] = [passive.slice(0, by - 1), passive.slice(by - 1, by), passive.slice(by + 1)];
  if ([...done, ...doer].some((item) => item.kind !== 'content')) return false;
  return contentOf([...doer, ...deed, ...done]).join(' ') === contentOf(active).join(' ');
}

/** How many words and prepositions both end with. */
function sharedEnd(left: readonly Item[], right: readonly Item[]): number {
  let shared = 0;
  const at = (items: readonly Item[]) => items.at(-1 - shared);
  while (at(left) !== undefined && at(left)?.text === at(right)?.text && at(left)?.kind === at(right)?.kind) shared++;
  return shared;
}

/** Verbs whose noun looks the same. */
const VERB_NOUNS = new Set(
  [
    ...wordSet(`
      update interview survey audit finetune upgrade scan freeze restart patch backup index cache log query release
      review test expire search rename backfill refresh reload sync rewrite import export limit reuse redesign
      warmup cleanup teardown checkout signoff failover rollback cutover handover lockdown rollout
    `),
  ].map(meaningOf),
);

const DONE_TO_PRODUCTS = new Set(
  [...wordSet('move upgrade remove replace install rewrite retire deprecate support adopt downgrade')].map(meaningOf),
);

/** Named before a deed, these do it: "client retries" are made by the client. */
const DOERS = new Set(
  [
    ...wordSet(`
      client user customer developer engineer team worker browser gateway admin administrator manager vendor consumer
      producer person maintainer reviewer server agent
    `),
  ].map(meaningOf),
);

function isRecast(left: readonly Item[], right: readonly Item[], verb: string): boolean {
  const rightWords = contentItems(right);
  const nounPhrase = rightWords.slice(1, 1 + rightWords.findIndex((item) => item.text === verb));
  // The noun follows its object at once: "database caching", not "a database for caching".
  if (
    right
      .slice(
        0,
        right.findIndex((item) => item.text === verb),
      )
      .some((item) => item.kind !== 'content')
  )
    return false;
  // An article inside what should be a noun makes its first word a verb: "cache the query", "query the cache".
  if (nounPhrase.some((item) => item.determined)) return false;
  const object = contentItems(left).slice(1);
  const isManner = mannerIn(left, right);
  // The verb alone becomes a noun: "test loading" does not become "load testing".
  if (object.some((item) => !isManner(item.text) && surfaceOf(left, item.text) !== surfaceOf(right, item.text)))
    return false;
  // Named before a deed, a product is mostly its means: "Prometheus monitoring" does not monitor Prometheus.
  if (object.some((item) => isName(item.text)) && !DONE_TO_PRODUCTS.has(verb)) return false;
  const [only, ...more] = object;
  const isAmbiguous = only !== undefined && more.length === 0 && VERB_NOUNS.has(only.text);
  // "warm the cache" is "cache warming", while "audit logs" need not be "log auditing".
  const isDone = only?.determined === true && /ing$/.test(surfaceOf(right, verb) ?? '');
  if (surfaceOf(left, verb) !== surfaceOf(right, verb))
    return !isAmbiguous || isDone || isNominal(surfaceOf(right, verb) ?? '');
  if (object.some((item) => DOERS.has(item.text) || isName(item.text))) return false;
  // Where verb and noun look alike, the article before the object tells the verb: "freeze the code", "code freeze".
  return (
    (object[0]?.determined === true && !isAmbiguous) ||
    (VERB_NOUNS.has(verb) && !object.some((item) => VERB_NOUNS.has(item.text)))
  );
}

function surfaceOf(items: readonly Item[], word: string): string | undefined {
  return items.find((item) => item.text === word)?.surface.replace(/e$/, '');
}
