import type { Session } from '../store/sessions.js';
import type { HintLevel } from '../vocabulary.js';
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

function toDetails(session: DetailedSession, row: WorkbenchSchema['session_details'] | undefined): Details {
  if (row === undefined) {
    const { issueNumber: number, issueTitle: title } = session;
    const issueContext = { number, title, summary: '', labels: [], url: null };
    return { hintLevel: DEFAULT_HINT_LEVEL, issueContext, messages: [], summary: null };
  }
  return {
    hintLevel: row.hint_level,
    issueContext: JSON.parse(row.issue_context) as IssueContext,
    messages: JSON.parse(row.messages) as CoachMessage[],
    summary: row.summary === null ? null : (JSON.parse(row.summary) as SessionSummary),
  };
}
