import type { Logger } from '../kernel/logger.js';
import type { Program } from '../program/program.js';
import type { Open } from './define-tool.js';

/** What a session of the journal needs. */
export type SessionProgram = Pick<Program, 'journal' | 'entries' | 'catchUp' | 'shareSettings' | 'redactor'>;

/** The client's session in the journal. */
export interface ClientSession<Opened> {
  /** The program, after the session has begun. */
  readonly open: Open<Opened>;
  /** For a client that has just connected: begins its session and takes over what earlier ones left, in the background. */
  begin(): void;
  /** Ends the session if it was begun, unless hooks will. */
  end(): Promise<void>;
}

export function createClientSession<Opened extends SessionProgram>(
  openProgram: Open<Opened>,
  logger: Logger,
): ClientSession<Opened> {
  let seen: Promise<unknown> | undefined;
  let waiting: NodeJS.Timeout | undefined;

  /** The first sight of the session. If it cannot be recorded, the tools still work and report that themselves. */
  async function seeSession({ journal }: Pick<Program, 'journal'>): Promise<void> {
    seen ??= journal.ensureSession().then((session) => {
      if (session.ok) return;
      seen = undefined;
      logger.log('warn', 'session_not_begun', { reason: session.error.message });
    });
    await seen;
  }

  async function beginSession(): Promise<void> {
    const program = await openProgram();
    await seeSession(program);
    // Hooks cannot read the configuration: the server of their session hands it on.
    await program.shareSettings();
    await program.catchUp.begin();
  }

  return {
    async open() {
      const program = await openProgram();
      await seeSession(program);
      program.catchUp.noteCall();
      return program;
    },
    begin() {
      waiting = setTimeout(() => {
        beginSession().catch((error: unknown) => logger.log('warn', 'session_not_begun', { error }));
      }, AFTER_CONNECTING_MS);
    },
    async end() {
      clearTimeout(waiting);
      if (seen === undefined) return;
      await seen;
      const ended = await (await openProgram()).journal.leaveSession();
      if (!ended.ok) logger.log('warn', 'session_not_ended', { reason: ended.error.message });
    },
  };
}

/** A client asks for the list of tools right after it has connected: that comes first. */
const AFTER_CONNECTING_MS = 300;
