import { z } from 'zod';
import type { ChangeOptions, Knowledge, KnowledgeItem, StoredNode } from '../../guidance/index.js';
import { FAILURE_TYPES, PRIORITIES, PROCESS_TYPES, STATUSES, VERDICTS } from '../../guidance/vocabulary.js';
import { defined } from '../../kernel/defined.js';
import { expectValue } from '../../kernel/user-error.js';
import { action, query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';

const ID = z.string().min(1).max(300);
const HASH = z.string().regex(/^[0-9a-f]{64}$/);

const FILTER = z.strictObject({
  /** Drafts if there are any and nothing else is asked for. */
  status: z.enum([...STATUSES, 'all']).optional(),
  priority: z.enum(PRIORITIES).optional(),
  type: z.enum(PROCESS_TYPES).optional(),
  search: z.string().max(500).default(''),
  page: z.number().int().min(0).max(10_000).default(0),
});

/** The items that fit a filter, without their texts. */
export const knowledge = query(FILTER, async ({ search, page, ...filter }, program) => {
  const opened = await program.knowledge();
  const drafts = opened.list({ status: 'draft' }).items.length;
  const { status = drafts > 0 ? 'draft' : 'all', priority, type } = filter;
  const { items, faults } = opened.list(defined({ status: status === 'all' ? undefined : status, priority, type }));
  const ids = new Set(items.map(({ item }) => item.id));
  const found = search.trim() === '' ? items : opened.search(search, MAX_FOUND).filter(({ item }) => ids.has(item.id));
  const proposals = await opened.proposals();
  const rows = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map(({ item, ...reviewed }) => ({
    ...reviewed,
    ...toRow(item),
    correctedTimes: proposals.get(item.id)?.times,
  }));
  const { holdout, ...effect } = opened.effect();
  return {
    status,
    rows,
    drafts,
    total: found.length,
    hasMore: found.length > (page + 1) * PAGE_SIZE,
    faults: faults.slice(0, MAX_FAULTS),
    effect: holdout > 0 ? { holdout, ...effect, byItem: effect.byItem.slice(0, MAX_COMPARED) } : null,
  };
});

const PAGE_SIZE = 50;
const MAX_FOUND = 1_000;
const MAX_COMPARED = 100;
const MAX_FAULTS = 20;

function toRow({ id, label, priority, status, content }: KnowledgeItem) {
  return { id, label, priority, status, type: content.type };
}

/** One item in full, as it is edited (`raw`) and as it is shown, and what the agent would read of it. */
export const knowledge_item = query(z.strictObject({ id: ID }), async ({ id }, program) => {
  const opened = await program.knowledge();
  // First, so that a change in between makes the hash an old one: nothing is approved that was not shown.
  const { hash } = expectValue(opened.node(id), FAILURE_TYPES);
  const { lines, preview } = expectValue(opened.why(id), FAILURE_TYPES);
  const reviewed = expectValue(opened.show(id), FAILURE_TYPES);
  const proposal = (await opened.proposals()).get(reviewed.item.id);
  return { id, ...reviewed, raw: reviewed.item, hash, lines, preview, proposal };
});

/** The files of the project that the patterns of an item match now. */
export const matching_files = query(z.strictObject({ id: ID }), async ({ id }, program) => {
  const opened = await program.knowledge();
  return { id, files: opened.matchingFiles(expectValue(opened.show(id), FAILURE_TYPES).item) ?? null };
});

/** What the hook would do at a call. */
export const try_call = query(
  z.strictObject({ tool: z.string().max(100), target: z.string().max(4_000) }),
  async (call, program) => {
    const { text, items } = (await program.knowledge()).tryCall(call);
    return { text, items: items.map(({ item, ...tried }) => ({ ...toRow(item), ...tried })) };
  },
);

const SEEN = { id: ID, expected: HASH };

export const promote_item = action(z.strictObject(SEEN), ({ id, expected }, program) =>
  change(program, (opened, options) => opened.promote(id, { ...options, expected })),
);

export const archive_item = action(z.strictObject(SEEN), ({ id, expected }, program) =>
  change(program, (opened, options) => opened.archive(id, { ...options, expected })),
);

export const delete_item = action(z.strictObject(SEEN), ({ id, expected }, program) =>
  change(program, (opened, options) => opened.delete(id, { ...options, expected })),
);

export const rate_item = action(
  z.strictObject({ ...SEEN, verdict: z.enum(VERDICTS) }),
  ({ id, verdict, ...seen }, program) =>
    change(program, (opened, options) => opened.feedback(id, verdict, { ...options, ...seen })),
);

/** As much as is read of a text. */
const TEXT = z.string().max(1_000);
const LIST = z.array(TEXT).max(50);
const CONTENT = z.record(z.string().max(50), z.union([TEXT, z.array(TEXT).max(50)])).exactOptional();

/** In the words of the graph files; what is left out stays. The domain checks how they fit together. */
const FIELDS = z.strictObject({
  label: z.string().max(200).exactOptional(),
  description: TEXT.exactOptional(),
  evidence: TEXT.exactOptional(),
  priority: z.enum(PRIORITIES).exactOptional(),
  process_type: z.enum(PROCESS_TYPES).exactOptional(),
  trigger_conditions: z
    .strictObject({
      tool_names: LIST.exactOptional(),
      file_patterns: LIST.exactOptional(),
      action_keywords: LIST.exactOptional(),
      context_keywords: LIST.exactOptional(),
    })
    .exactOptional(),
  checklist: CONTENT,
  pattern: CONTENT,
  warning: CONTENT,
  requirement: CONTENT,
});

export const edit_item = action(z.strictObject({ ...SEEN, fields: FIELDS }), ({ id, fields, expected }, program) =>
  change(program, (opened, options) => opened.edit(id, fields, { ...options, expected })),
);

/** Undoes a change: the node gets the text that it had before. */
export const restore_item = action(
  z.strictObject({
    ...SEEN,
    graph: z.string().max(200),
    text: z.string().max(500_000),
    isForeign: z.boolean().exactOptional(),
  }),
  ({ expected, ...earlier }, program) =>
    change(program, (opened, options) => opened.restore(earlier, { ...options, expected })),
);

/** Makes a change and says how to undo it. */
async function change(
  program: PageProgram,
  make: (opened: Knowledge, options: ChangeOptions) => ReturnType<Knowledge['edit']>,
) {
  const opened = await program.knowledge();
  const changes: { readonly before: StoredNode; readonly after: StoredNode }[] = [];
  const item = expectValue(await make(opened, { onChanged: (made) => changes.push(made) }), FAILURE_TYPES);
  const undo = changes.map(({ before: { hash: _hash, ...earlier }, after }) => ({ ...earlier, expected: after.hash }));
  return { item: toRow(item), undo };
}
