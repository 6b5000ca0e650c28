import { nearestName } from '../../kernel/nearest-name.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { changeGraph } from '../changes/change-graph.js';
import { appendLines } from '../files/append-lines.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import { freeId, idOf } from '../graph/free-id.js';
import { isGraphName } from '../graph/graph-files.js';
import { trustItems } from '../graph/item-trust.js';
import { inForce, type ProjectFolders } from '../hook-index/hook-index.js';
import { readIndex } from '../hook-index/load-hook-index.js';
import { isExpiredDraft } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import { readItem } from '../item/read-item.js';
import { EXPIRY } from '../lessons/settle-lessons.js';
import {
  archiveNode,
  type FieldChange,
  type FieldsOf,
  findNode,
  isBeginningOf,
  readNode,
  removeNode,
  restoreNode,
  setFields,
} from './change-node.js';
import { measureEffect } from './effect.js';
import { feedbackFields } from './feedback.js';
import { examineHealth, lessonFaults } from './health.js';
import type { Change, Knowledge, NodeLocation } from './knowledge.js';
import { checkNode, joined, toNodeFields } from './node-fields.js';
import { findMatchingFiles } from './project-files.js';
import { type EmbedTexts, proposeCritical } from './propose-critical.js';
import { explain, FEEDBACK_LOG, inactiveReasonNow, type ReviewContext, reviewItems, searchItems } from './review.js';
import { tryCall } from './try-call.js';

export interface KnowledgeOptions {
  readonly folders: ProjectFolders;
  /** Takes secrets out of what is stored. */
  readonly redact: (text: string) => string;
  readonly now?: () => Date;
  /** Compares corrections in other words; without it nothing is proposed. */
  readonly embed?: EmbedTexts;
}

/** The knowledge of one project. Every question reads the files: they are edited by hand, too. */
export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const { folders, now = () => new Date() } = options;
  const context = (): ReviewContext => {
    const index = readIndex(folders);
    return { index: { ...index, items: index.items.map(inForce) }, dataFolder: folders.dataFolder, now: now() };
  };
  const locate = (id: string): Result<NodeLocation, KnowledgeFailure> => {
    const found = findItem(context().index.items, id);
    const node = found.ok || found.error.kind !== 'not_found' ? undefined : findNode(folders, id);
    return node === undefined ? found : success(node);
  };
  const parts = { ...options, now, context, locate };
  return {
    ...lookingUp(parts),
    ...reviewing(parts),
    ...changing(parts),
    locate(id) {
      const found = locate(id);
      return found.ok ? success({ id: found.value.id, graph: found.value.graph }) : found;
    },
  };
}

interface KnowledgeParts extends KnowledgeOptions {
  readonly now: () => Date;
  readonly context: () => ReviewContext;
  readonly locate: (id: string) => Result<NodeLocation, KnowledgeFailure>;
}

type LookingUp = 'list' | 'show' | 'node' | 'search' | 'why';

function lookingUp({ folders, context, locate }: KnowledgeParts): Pick<Knowledge, LookingUp> {
  const find = (id: string, { index }: ReviewContext): Result<KnowledgeItem, KnowledgeFailure> => {
    const found = findItem(index.items, id);
    const node = found.ok || found.error.kind !== 'not_found' ? undefined : findNode(folders, id);
    return node === undefined ? found : failure(faulty(node, index.faults));
  };
  return {
    list(filter = {}) {
      const asked = context();
      const items = asked.index.items.filter(
        (item) =>
          (filter.status === undefined || item.status === filter.status) &&
          (filter.priority === undefined || item.priority === filter.priority) &&
          (filter.type === undefined || item.content.type === filter.type) &&
          (filter.graph === undefined || item.graph === filter.graph),
      );
      return { items: reviewItems(items, asked), faults: faultsOf(asked) };
    },
    show(id) {
      const asked = context();
      const found = find(id, asked);
      if (!found.ok) return found;
      const [reviewed] = reviewItems([found.value], asked);
      return reviewed === undefined ? failure(notFound(id, [])) : success(reviewed);
    },
    node(id) {
      const found = locate(id);
      if (!found.ok) return found;
      const node = readNode(folders, found.value);
      return node === undefined ? failure(notFound(id, [])) : success(node);
    },
    search(query, limit = 10) {
      const asked = context();
      return reviewItems(searchItems(asked.index.items, query, limit), asked);
    },
    why(id) {
      const asked = context();
      const found = find(id, asked);
      return found.ok ? success(explain(found.value, asked)) : found;
    },
  };
}

type Reviewing = 'proposals' | 'matchingFiles' | 'tryCall' | 'tryCalls' | 'effect' | 'health';

function reviewing({ folders, context, embed }: KnowledgeParts): Pick<Knowledge, Reviewing> {
  const { projectFolder } = folders;
  const inForce = (asked: ReviewContext) =>
    asked.index.items.filter((item) => item.isForeign !== true && inactiveReasonNow(item, asked) === undefined);
  return {
    async proposals() {
      const items = inForce(context());
      return embed === undefined ? new Map() : proposeCritical(items, embed);
    },
    matchingFiles: ({ triggers: { files } }) =>
      files.length === 0 ? undefined : findMatchingFiles(files, projectFolder),
    tryCall: (call) => tryCall(call, context(), projectFolder),
    tryCalls(calls) {
      const asked = context();
      return calls.map((call) => tryCall(call, asked, projectFolder));
    },
    effect: () => ({ ...measureEffect(folders.dataFolder), holdout: context().index.settings.holdout }),
    health() {
      const asked = context();
      return examineHealth(inForce(asked), faultsOf(asked), projectFolder);
    },
  };
}

type Changing = 'add' | 'edit' | 'promote' | 'archive' | 'delete' | 'restore' | 'feedback' | 'cleanup';

function changing(parts: KnowledgeParts): Pick<Knowledge, Changing> {
  const { folders, redact, now, context, locate } = parts;
  return {
    add: (given, graph = 'default') => addItem(parts, given, graph),
    edit: (id, given, options) =>
      change(parts, id, { ...options, fieldsOf: (node) => success(joined(node, toNodeFields(given, redact))) }),
    promote(id, { reviewer = 'user', ...options } = {}) {
      const review = { reviewed_by: reviewer, reviewed_at: now().toISOString() };
      const fields = { status: 'active', ...review, archived_at: undefined, archived_by: undefined };
      // A team's file stays as it is when each member reviews its items.
      const fieldsOf: FieldsOf = (node) => success(readItem(node, '').item?.status === 'active' ? {} : fields);
      return change(parts, id, { ...options, fieldsOf, isReview: true });
    },
    async archive(id, options) {
      const found = locate(id);
      return found.ok ? archiveNode(folders, found.value, { ...options, by: 'user', now: now() }) : found;
    },
    async delete(id, options = {}) {
      const found = locate(id);
      return found.ok ? removeNode(folders, found.value, options) : found;
    },
    restore: ({ text, isForeign, ...location }, options) =>
      restoreNode(folders, location, { ...options, text, isForeign, redact }),
    async feedback(id, verdict, said = {}) {
      const fieldsOf: FieldsOf = (node) => {
        // A node that is not an item is refused afterwards, with its faults.
        const confidence = readItem(node, '').item?.confidence ?? 1;
        return feedbackFields(verdict, { ...said, confidence, now: now() });
      };
      const changed = await change(parts, id, { ...said, fieldsOf });
      if (changed.ok) {
        const note = said.note === undefined ? {} : { note: redact(said.note).slice(0, 500) };
        const line = { item: changed.value.id, verdict, ...note, time: now().toISOString() };
        appendLines(folders.dataFolder, FEEDBACK_LOG, [line]);
      }
      return changed;
    },
    async cleanup() {
      const { index } = context();
      const { draftDays } = index.settings;
      const expired = index.items.filter((item) => isExpiredDraft(item, { now: now(), draftDays }));
      const archived: KnowledgeItem[] = [];
      for (const item of expired) {
        const done = await archiveNode(folders, item, { by: EXPIRY, now: now() });
        if (!done.ok) return done;
        archived.push(done.value);
      }
      return success(archived);
    },
  };
}

async function addItem(
  { folders, redact, now }: KnowledgeParts,
  given: Parameters<Knowledge['add']>[0],
  graph: string,
): Change {
  if (!isGraphName(graph)) {
    const message = `graph is "${graph}"; it must be a name of letters, digits, - and _`;
    return failure({ kind: 'invalid', message });
  }
  const fields = { priority: 'MEDIUM', ...toNodeFields(given, redact) };
  const label = typeof given.label === 'string' ? given.label.trim() : '';
  if (label === '') return failure({ kind: 'invalid', message: 'label is missing; it must be a short title' });
  return changeGraph(folders, graph, (text) => {
    const moment = now();
    const node = {
      id: freeId(new Set(text.nodes.map(({ id }) => id)), idOf(label, moment)),
      type: 'Concept',
      confidence: 1,
      created_by: 'user',
      created_at: moment.toISOString(),
      status: 'active',
      ...fields,
    };
    const checked = checkNode({}, node, graph);
    if (!checked.ok) return checked;
    const isForeign = !trustItems(folders, [checked.value]);
    return success({ text: text.append(node), value: isForeign ? { ...checked.value, isForeign } : checked.value });
  });
}

async function change({ folders, locate }: KnowledgeParts, id: string, options: FieldChange): Change {
  const found = locate(id);
  return found.ok ? setFields(folders, found.value, options) : found;
}

function faultsOf(asked: ReviewContext): string[] {
  return [...asked.index.faults, ...lessonFaults(asked)];
}

function faulty({ id, graph }: NodeLocation, faults: readonly string[]): KnowledgeFailure {
  const own = faults.filter((fault) => fault.startsWith(`${graph}: ${id.slice(0, 100)}: `));
  const what = own.length > 0 ? own.join('; ') : `${graph}: ${id.slice(0, 100)} cannot be read`;
  return { kind: 'invalid', message: `${what}. It can be edited, archived or deleted by its id.` };
}

/** By its whole id, or by a beginning that only one id has; `process_` in front of it may be left out. */
function findItem(items: readonly KnowledgeItem[], id: string): Result<KnowledgeItem, KnowledgeFailure> {
  const exact = items.find((item) => item.id === id);
  if (exact !== undefined) return success(exact);
  const matches = id === '' ? [] : items.filter((item) => isBeginningOf(id, item.id));
  const [only, second] = matches;
  if (only !== undefined && second === undefined) return success(only);
  return failure(second === undefined ? notFound(id, items) : ambiguous(id, matches));
}

function ambiguous(id: string, matches: readonly KnowledgeItem[]): KnowledgeFailure {
  const shown = matches.slice(0, 5).map((item) => item.id);
  const more = matches.length > shown.length ? ` and ${matches.length - shown.length} more` : '';
  return { kind: 'invalid', message: `"${id.slice(0, 120)}" fits ${shown.join(', ')}${more}; type more of the id` };
}

function notFound(id: string, items: readonly KnowledgeItem[]): KnowledgeFailure {
  const near = nearestName(
    id,
    items.map((item) => item.id),
  );
  const hint = near === undefined ? 'witan knowledge list shows what there is' : `did you mean ${near}?`;
  return { kind: 'not_found', message: `There is no item "${id.slice(0, 120)}"; ${hint}` };
}
