import { basename } from 'node:path';
import { z } from 'zod';
import { isUserError } from '../../kernel/user-error.js';
import { query } from '../define-route.js';
import type { PageProgram } from '../page-program.js';

/** Does anything need the person? A part that cannot be read is a problem of its own and hides no other. */
export const home = query(z.strictObject({}), async (_input, program) => {
  const failed: Problem[] = [];
  const read = async <Value>(subject: string, part: Promise<Value>, empty: Value): Promise<Value> => {
    try {
      return await part;
    } catch (error) {
      if (!isUserError(error)) throw error;
      failed.push({ subject, text: error.message });
      return empty;
    }
  };
  const [deliberations, drafts, unjudged, journal, findings] = await Promise.all([
    read('Deliberations', readDeliberations(program), NO_DELIBERATIONS),
    read('Knowledge', countDrafts(program), 0),
    read('Decisions', countUnjudged(program), 0),
    read('Journal', program.entries.status(), undefined),
    program.doctorReport(),
  ]);
  return {
    project: basename(program.projectFolder),
    ...deliberations,
    drafts,
    unjudged,
    orphans: journal?.orphans.slice(0, MAX_LISTED).map(({ id, goal }) => ({ id, goal: goal.slice(0, 200) })) ?? [],
    driftingValues: journal?.learned?.driftingValues ?? 0,
    problems: [...failed, ...(findings?.findings.filter(({ state }) => state === 'broken') ?? [])],
  };
});

interface Problem {
  readonly subject: string;
  readonly text: string;
}

const NO_DELIBERATIONS: Awaited<ReturnType<typeof readDeliberations>> = { running: [], interrupted: [], monthly: null };

async function readDeliberations({ pageRuns, clock }: PageProgram) {
  const recorded = await pageRuns();
  if (recorded === undefined) return { running: [], interrupted: [], monthly: null };
  const now = clock.now();
  const [running, interrupted, spending] = await Promise.all([
    recorded.list({ status: 'running', limit: MAX_LISTED }),
    recorded.list({ status: 'interrupted', limit: MAX_LISTED }),
    recorded.spending(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))),
  ]);
  const shown = ({ entries }: typeof running) =>
    entries.map(({ id, question, startedAt }) => ({ id, question, startedAt }));
  return { running: shown(running), interrupted: shown(interrupted), monthly: spending.total };
}

const MAX_LISTED = 20;

async function countUnjudged({ existingDecisions, clock }: PageProgram): Promise<number> {
  return (await (await existingDecisions())?.awaitingOutcome(clock.now()))?.count ?? 0;
}

async function countDrafts({ knowledge }: PageProgram): Promise<number> {
  const { items } = (await knowledge()).list({ status: 'draft' });
  return items.filter(({ inactive }) => inactive === undefined).length;
}
