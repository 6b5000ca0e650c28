import type { Logger } from '../kernel/logger.js';
import { failure } from '../kernel/result.js';
import { withinTime } from '../kernel/time-limit.js';
import type { Learning, NewHypothesis } from '../learning/index.js';
import type { Advice, JournalPart, Open } from './index.js';
import { type CatchUp, createCatchUp } from '../learning/catch-up.js';
import type { Program } from '../program/open-program.js';

/** The parts of a program that the tools of the journal use. */
type Parts = Pick<Program, 'journal' | 'learning' | 'knowledge' | 'redactNow'>;

export interface ServerJournal {
  readonly open: Open<JournalPart>;
  /** For a client that has just connected: begins its session and takes over what earlier ones left, in the background. */
  begin(): void;
  /** Ends the session if it was begun, unless hooks will. */
  end(): Promise<void>;
}

export function openServerJournal(openProgram: Open<Parts>, logger: Logger): ServerJournal {
  const catchUp = createCatchUp(logger);
  let seen: Promise<unknown> | undefined;
  let waiting: NodeJS.Timeout | undefined;

  /** The first sight of the session. If it cannot be recorded, the tools still work and report that themselves. */
  async function seeSession({ journal }: Parts): Promise<void> {
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
    await program.knowledge.shareSettings();
    await catchUp.begin(program);
  }

  return {
    async open() {
      const program = await openProgram();
      await seeSession(program);
      catchUp.noteCall();
      return journalPart(program, catchUp, logger);
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

function journalPart(program: Parts, catchUp: CatchUp, logger: Logger): JournalPart {
  const { journal, learning, redactNow } = program;
  const save: JournalPart['save'] = async (entry) => {
    const saved = await catchUp.save(entry, program);
    if (saved.ok) return saved;
    const cause = redactNow(withoutPaths(saved.error));
    return failure(
      `${entry.id} is resolved, but not stored for learning yet (${cause}); it is kept in the journal and stored in the background, at the latest at the next start`,
    );
  };
  return {
    journal,
    entries: learning.entries,
    save,
    saveLater(entry) {
      void save(entry);
    },
    findAdvice: async (hypothesis) =>
      (await learning.exists()) ? catchUp.whileCalled(() => findAdvice(learning.open, hypothesis, logger)) : NO_ADVICE,
  };
}

/** A message for a client: of an absolute path only the last part is left, because the rest reveals details of the machine. */
export function withoutPaths(message: string): string {
  return message.replace(/(?<![\w.:/-])(?:[A-Za-z]:)?(?:[\\/][\w.@ +-]+){2,}/g, (path) => {
    const parts = path.split(/[\\/]/);
    return `…/${parts.at(-1) ?? ''}`;
  });
}

const NO_ADVICE: Advice = {
  similar: { falsified: undefined, confirmed: undefined },
  hitRate: undefined,
  value: undefined,
};

/** An agent that begins its work neither waits long for advice nor fails without it. */
const MAX_ADVICE_MS = 4_000;

async function findAdvice(open: Open<Learning>, hypothesis: NewHypothesis, logger: Logger): Promise<Advice> {
  try {
    return await withinTime({ maxMs: MAX_ADVICE_MS }, async () => {
      const learning = await open();
      const [similar, hitRate] = await Promise.all([
        learning.findSimilarHypotheses(hypothesis),
        learning.hitRate(hypothesis),
      ]);
      const value = await learning.findNearestValue({
        text: `${hypothesis.goal}. ${hypothesis.hypothesis}`,
        similar: [similar.falsified, similar.confirmed].flatMap((found) => (found ? [found.experience.id] : [])),
      });
      return { similar, hitRate, value };
    });
  } catch (error) {
    logger.log('warn', 'no_advice', { message: String(error) });
    return NO_ADVICE;
  }
}
