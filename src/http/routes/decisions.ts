import { basename } from 'node:path';
import { z } from 'zod';
import type { Decisions } from '../../decisions/index.js';
import { cutText } from '../../kernel/cut-text.js';
import { UserError } from '../../kernel/user-error.js';
import { action, query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';

const ID = z.string().min(1).max(200);
const ARCHIVED = z.enum(['without', 'with', 'only']).default('without');

/** A page of past decisions, latest first. */
export const decisions = query(
  z.strictObject({
    /** The last id of the page before. */
    before: ID.optional(),
    archived: ARCHIVED,
    outcome: z.enum(['any', 'none', 'right', 'wrong', 'mixed', 'superseded']).optional(),
  }),
  async ({ before, archived, outcome }, program) => {
    const opened = await program.existingDecisions();
    if (opened === undefined) return { total: 0, matching: 0, rows: [], hasMore: false };
    const filter = { archived, ...(outcome !== undefined && { outcome }) };
    const page = { ...filter, limit: PAGE_SIZE + 1, ...(before !== undefined && { before }) };
    const { results } = await opened.timeline(page);
    return {
      total: await opened.graph.count(),
      matching: await opened.graph.count(filter),
      rows: results.slice(0, PAGE_SIZE).map(toRow),
      hasMore: results.length > PAGE_SIZE,
    };
  },
);

const PAGE_SIZE = 100;
const MAX_LENGTH = 300;

type Listed = Awaited<ReturnType<Decisions['timeline']>>['results'][number];

function toRow({ id, question, winning_option, decided_at, outcome, archived_at, participants }: Listed) {
  return {
    id,
    question: cutText(question, MAX_LENGTH),
    winning_option: winning_option === null ? null : cutText(winning_option, MAX_LENGTH),
    decided_at,
    outcome: outcome?.outcome ?? null,
    isArchived: archived_at !== null,
    participants: participants.length,
  };
}

/** Decisions on similar questions: the same search as `query_decisions`. */
export const search_decisions = query(
  z.strictObject({ text: z.string().min(1).max(2_000), archived: z.boolean().default(false) }),
  async ({ text, archived }, program) => {
    const opened = await program.existingDecisions();
    if (opened === undefined) return { answer: null };
    const answer = await opened.query({ query_text: text, limit: MAX_FOUND, include_archived: archived });
    return { answer: answer.type === 'similar_decisions' ? answer : null };
  },
);

const MAX_FOUND = 20;

/** One decision, with everything that is stored of it. */
export const decision = query(z.strictObject({ id: ID }), async ({ id }, program) => {
  const found = await (await openDecisions(program)).show(id);
  const runs = await program.pageRuns();
  // A decision that was imported, or whose record was deleted, has no deliberation to look at.
  const recorded = await runs?.find(found.id).catch(() => undefined);
  const transcript = found.transcript_path === null ? null : basename(found.transcript_path);
  return { decision: found, transcript, isRecorded: recorded !== undefined };
});

export const decision_relatives = query(z.strictObject({ id: ID }), async ({ id }, program) =>
  (await openDecisions(program)).relatives(id),
);

/** Similar questions that were decided differently. */
export const contradictions = query(
  z.strictObject({ archived: z.boolean().default(false) }),
  async (input, program) => {
    const opened = await program.existingDecisions();
    if (opened === undefined) return { answer: null };
    const asked = { find_contradictions: true, limit: MAX_FOUND, include_archived: input.archived };
    const answer = await opened.query(asked);
    return { answer: answer.type === 'contradictions' ? answer : null };
  },
);

/** Compares how often models were right with what they said. */
export const reliability = query(z.strictObject({}), async (_input, program) => {
  const opened = await program.existingDecisions();
  return opened === undefined ? { outcomes: 0, models: [] } : opened.reliability();
});

/** All decisions as points; near ones are on similar questions. */
export const decision_map = query(z.strictObject({ archived: ARCHIVED }), async ({ archived }, program) => {
  const opened = await program.existingDecisions();
  if (opened === undefined) return { points: [], topics: [], total: 0, computing: false };
  const { positions, computing } = await program.layouts.of('decisions', {
    ids: (await opened.graph.titles({ archived })).map(({ id }) => id),
    async vectors() {
      // Topics are the colors of the map; without them it is only gray.
      await opened.renewTopics();
      return opened.graph.vectors({ archived: 'with' });
    },
  });
  // Read now, because topics may have been found in between.
  const titles = await opened.graph.titles({ archived });
  const topics = [...new Set(titles.flatMap(({ topic }) => topic ?? []))];
  const points = titles.flatMap(({ id, question, topic }) => {
    const [x, y] = positions.get(id) ?? [];
    return x === undefined || y === undefined
      ? []
      : { id, title: question, x, y, group: topic === null ? -1 : topics.indexOf(topic) };
  });
  return { points, topics, total: titles.length, computing };
});

/** Takes a decision out of recall, or back into it. */
export const archive_decision = action(
  z.strictObject({ id: ID, archived: z.boolean() }),
  async ({ id, archived }, program) => {
    const { graph } = await openDecisions(program);
    const ids = [(await graph.resolve(id)).id];
    return { changed: archived ? await graph.archive({ ids }) : await graph.restore(ids) };
  },
);

async function openDecisions(program: Pick<PageProgram, 'existingDecisions'>): Promise<Decisions> {
  const opened = await program.existingDecisions();
  if (opened !== undefined) return opened;
  throw new UserError('not_found', 'nothing was decided here yet; `witan deliberate` makes the first decision');
}
