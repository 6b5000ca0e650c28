import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { quoteText } from '../../kernel/quote.js';
import { CoachError } from '../coach-error.js';
import type { SessionRow } from '../database/tables.js';
import type { SessionStatus } from '../vocabulary.js';
import { expectRow, type StoreContext } from './store-context.js';

export interface Session {
  readonly id: string;
  readonly projectDir: string;
  /** Null for a goal of the person's own. */
  readonly issueNumber: number | null;
  /** The title of the issue, or the goal. */
  readonly issueTitle: string;
  readonly status: SessionStatus;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

type NewSession = Pick<Session, 'projectDir' | 'issueNumber' | 'issueTitle'>;

interface SessionFilter {
  readonly projectDir?: string;
  readonly status?: SessionStatus;
  readonly limit?: number;
}

export interface Sessions {
  /** One at a time per project: throws CONFLICT while another one is not ended. */
  create(session: NewSession): Promise<Session>;
  get(id: string): Promise<Session | undefined>;
  /** The newest first. */
  list(filter?: SessionFilter): Promise<Session[]>;
  /** A session that has ended stays as it ended. */
  end(id: string, status: Exclude<SessionStatus, 'active'>): Promise<Session>;
  /** With its plans, gaps and actions. Says whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function createSessions({ database, clock }: StoreContext): Sessions {
  const { queries } = database;
  const all = queries.selectFrom('sessions').selectAll();

  return {
    create({ projectDir, issueNumber, issueTitle }) {
      const row: SessionRow = {
        id: randomUUID(),
        project_dir: projectDir,
        issue_number: issueNumber,
        issue_title: issueTitle,
        status: 'active',
        started_at: clock.now().toISOString(),
        ended_at: null,
      };
      return database.write((connection) => {
        const [other] = connection.execute(all.where('project_dir', '=', projectDir).where('status', '=', 'active'));
        if (other !== undefined) throw alreadyActive(other);
        connection.execute(queries.insertInto('sessions').values(row));
        return toSession(row);
      });
    },

    async get(id) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      return row && toSession(row);
    },

    async list({ projectDir, status, limit } = {}) {
      let query = all.orderBy('started_at', 'desc').orderBy(sql`rowid`, 'desc');
      if (projectDir !== undefined) query = query.where('project_dir', '=', projectDir);
      if (status !== undefined) query = query.where('status', '=', status);
      if (limit !== undefined) query = query.limit(limit);
      return (await query.execute()).map(toSession);
    },

    end(id, status) {
      const change = queries
        .updateTable('sessions')
        .set({ status, ended_at: clock.now().toISOString() })
        .where('id', '=', id)
        .where('status', '=', 'active');
      return database.write((connection) => {
        connection.execute(change);
        return toSession(expectRow(connection.execute(all.where('id', '=', id))[0], 'sessions', id));
      });
    },

    async remove(id) {
      const { numDeletedRows } = await queries.deleteFrom('sessions').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

function alreadyActive({ id, issue_title }: SessionRow): CoachError {
  return new CoachError(
    'CONFLICT',
    `a session is open for this project: ${quoteText(issue_title, 200)}; resume it or end it first`,
    { sessionId: id },
  );
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    projectDir: row.project_dir,
    issueNumber: row.issue_number,
    issueTitle: row.issue_title,
    status: row.status,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
