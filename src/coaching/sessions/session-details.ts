import { z } from 'zod';

import type { Session } from '../store/sessions.js';
import { readColumn } from '../store/store-context.js';
import { type HintLevel, MESSAGE_TYPES } from '../vocabulary.js';
import type { Workbench, WorkbenchSchema } from '../workspace/workbench.js';
import type { CoachMessage, IssueContext, SessionSummary } from './session-state.js';

/** What `paige.db` has no column for. */
interface Details {
  readonly hintLevel: HintLevel;
  readonly issueContext: IssueContext;
  /** The oldest first. */
  readonly messages: readonly CoachMessage[];
  readonly summary: SessionSummary | null;
}

export interface SessionDetails {
  get(session: DetailedSession): Promise<Details>;
  change(session: DetailedSession, changes: Partial<Omit<Details, 'messages'>>): Promise<void>;
  /** The oldest ones go when there are too many. */
  editMessages(session: DetailedSession, edit: EditMessages): Promise<void>;
}

type EditMessages = (messages: readonly CoachMessage[]) => readonly CoachMessage[];

/** A program that ended before the details were stored has left only the session: they follow from it. */
type DetailedSession = Pick<Session, 'id' | 'issueNumber' | 'issueTitle'>;

export function createSessionDetails(workbench: Workbench): SessionDetails {
  const { queries } = workbench;
  const toRow = (id: string) => queries.selectFrom('session_details').selectAll().where('session_id', '=', id);

  const update = (session: DetailedSession, changed: (before: Details) => Partial<Details>) =>
    workbench.write((connection) => {
      const before = toDetails(session, connection.execute(toRow(session.id))[0]);
      const details = { ...before, ...changed(before) };
      const columns = {
        hint_level: details.hintLevel,
        issue_context: JSON.stringify(details.issueContext),
        messages: JSON.stringify(details.messages),
        summary: details.summary && JSON.stringify(details.summary),
      };
      const insert = queries.insertInto('session_details').values({ session_id: session.id, ...columns });
      connection.execute(insert.onConflict((conflict) => conflict.column('session_id').doUpdateSet(columns)));
    });

  return {
    get: (session) => workbench.read((connection) => toDetails(session, connection.execute(toRow(session.id))[0])),
    change: (session, changes) => update(session, () => changes),
    editMessages: (session, edit) =>
      update(session, ({ messages }) => ({ messages: edit(messages).slice(-MAX_MESSAGES) })),
  };
}

const MAX_MESSAGES = 200;
/** What an agent points at is shown, until the person wants to search for it. */
const DEFAULT_HINT_LEVEL: HintLevel = 'line';

const contextSchema = z.object({
  number: z.number().nullable(),
  title: z.string(),
  summary: z.string(),
  labels: z.array(z.string()),
  url: z.string().nullable(),
});

const messagesSchema = z.array(
  z.object({
    message: z.string(),
    type: z.enum(MESSAGE_TYPES),
    anchor: z.object({ path: z.string(), startLine: z.number(), endLine: z.number().optional() }).optional(),
    sentAt: z.string(),
  }),
);

const summarySchema = z.object({
  sessionId: z.string(),
  sessionStatus: z.enum(['completed', 'abandoned']),
  durationMs: z.number(),
  phasesCompleted: z.number(),
  knowledgeGaps: z.number(),
  kataSpecs: z.number(),
  dreyfusUpdates: z.number(),
  memoriesStored: z.number(),
  details: z
    .object({
      gaps: z.array(z.object({ topic: z.string(), severity: z.string() })),
      katas: z.array(z.object({ title: z.string(), topic: z.string() })),
      skills: z.array(z.object({ skillArea: z.string(), stage: z.string(), previousStage: z.string().nullable() })),
      memories: z.array(z.string()),
      problems: z.array(z.string()),
      isDemo: z.boolean().optional(),
    })
    .optional(),
});

function toDetails(session: DetailedSession, row: WorkbenchSchema['session_details'] | undefined): Details {
  if (row === undefined) {
    const { issueNumber: number, issueTitle: title } = session;
    const issueContext = { number, title, summary: '', labels: [], url: null };
    return { hintLevel: DEFAULT_HINT_LEVEL, issueContext, messages: [], summary: null };
  }
  return {
    hintLevel: row.hint_level,
    issueContext: readColumn(contextSchema, 'session_details.issue_context', row.issue_context),
    messages: readColumn(messagesSchema, 'session_details.messages', row.messages),
    summary: row.summary === null ? null : readColumn(summarySchema, 'session_details.summary', row.summary),
  };
}
