import { z } from 'zod';
import type { ActiveEntry } from '../../journal/index.js';
import { DOMAINS, OUTCOME_STATUSES } from '../../journal/vocabulary.js';
import { cutText } from '../../kernel/cut-text.js';
import { UserError } from '../../kernel/user-error.js';
import { action, query } from '../define-route.js';

const ID = z.string().min(1).max(100);

/** What is open, what earlier sessions left open, and a page of what was resolved. */
export const journal = query(
  z.strictObject({
    domain: z.enum(DOMAINS).optional(),
    outcome: z.enum(OUTCOME_STATUSES).optional(),
    search: z.string().max(500).default(''),
    page: z.number().int().min(0).max(10_000).default(0),
  }),
  async ({ page, ...filter }, { journal: files, entries }) => {
    const [found, active, orphans] = await Promise.all([
      entries.list({ ...filter, onlyResolved: true, skip: page * PAGE_SIZE, limit: PAGE_SIZE + 1 }),
      files.getActiveEntries(),
      files.getOrphans(),
    ]);
    return {
      domains: DOMAINS,
      open: active.map(toSummary),
      orphans: orphans.map(({ entry }) => toSummary(entry)),
      entries: found.slice(0, PAGE_SIZE).map((entry) => ({ ...entry, goal: cutText(entry.goal, MAX_TEXT_LENGTH) })),
      hasMore: found.length > PAGE_SIZE,
    };
  },
);

const PAGE_SIZE = 50;
const MAX_TEXT_LENGTH = 240;

function toSummary({ id, domain, goal, hypothesis, created_at: createdAt }: ActiveEntry) {
  return {
    id,
    domain,
    goal: cutText(goal, MAX_TEXT_LENGTH),
    hypothesis: cutText(hypothesis, MAX_TEXT_LENGTH),
    createdAt,
  };
}

/** One entry in full, with the sessions that could continue it. */
export const journal_entry = query(z.strictObject({ id: ID }), async ({ id }, { journal: files, entries }) => {
  const [entry, sessions] = await Promise.all([entries.find(id), files.getLivingSessions()]);
  if (entry === undefined) throw new UserError('not_found', `there is no entry ${id}; it may have been deleted`);
  return { entry, sessions };
});

/** Without a session, into the only one that is alive. */
export const adopt_entry = action(
  z.strictObject({ id: ID, session: ID.optional() }),
  async ({ id, session }, { entries }) => ({ adopted: (await entries.adopt(id, session)).id }),
);

export const abandon_entry = action(
  z.strictObject({ id: ID, reason: z.string().trim().min(1).max(2_000).optional() }),
  async ({ id, reason }, { entries }) => ({ abandoned: (await entries.abandon(id, reason)).id }),
);

export const delete_entry = action(z.strictObject({ id: ID }), async ({ id }, { entries }) => entries.delete(id));
