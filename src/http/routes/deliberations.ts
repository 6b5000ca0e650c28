import { z } from 'zod';
import type { Runs } from '../../council/index.js';
import { UserError } from '../../kernel/user-error.js';
import { action, query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';

/** Running, interrupted and finished deliberations, a page of them. */
export const deliberations = query(
  z.strictObject({
    status: z.enum(['running', 'interrupted', 'finished', 'failed']).optional(),
    search: z.string().max(500).default(''),
    page: z.number().int().min(0).max(10_000).default(0),
  }),
  async ({ status, search, page }, program) => {
    const runs = await program.pageRuns();
    const options = { search, skip: page * PAGE_SIZE, limit: PAGE_SIZE + 1, ...(status && { status }) };
    const { entries, elsewhere } = (await runs?.list(options)) ?? { entries: [], elsewhere: new Map<string, number>() };
    return {
      entries: entries.slice(0, PAGE_SIZE),
      hasMore: entries.length > PAGE_SIZE,
      isFirstUse: runs === undefined,
      elsewhere: [...elsewhere].map(([folder, count]) => ({ folder, count })),
    };
  },
);

const PAGE_SIZE = 50;

export const delete_deliberation = action(
  z.strictObject({ id: z.string().min(1).max(100) }),
  async ({ id }, program) => ({
    deleted: await (await openRuns(program)).delete(id),
  }),
);

export const prune_deliberations = action(z.strictObject({ before: z.iso.date() }), async ({ before }, program) => ({
  deleted: await (await openRuns(program)).prune(new Date(`${before}T00:00:00.000Z`)),
}));

export async function openRuns(program: Pick<PageProgram, 'pageRuns'>): Promise<Runs> {
  const recorded = await program.pageRuns();
  if (recorded !== undefined) return recorded;
  throw new UserError('not_found', 'no deliberation is recorded here yet; `witan deliberate` begins one');
}
