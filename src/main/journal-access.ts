import type { Logger } from '../kernel/logger.js';
import { failure } from '../kernel/result.js';
import { withinTime } from '../kernel/time-limit.js';
import type { Learning, NewHypothesis } from '../learning/index.js';
import type { Advice, JournalAccess, OpenJournal } from '../mcp/index.js';
import { type CatchUp, createCatchUp } from './catch-up.js';
import type { Program } from './compose.js';
import type { ProgramSource } from './program-source.js';
import { withoutPaths } from './without-paths.js';

export interface ServerJournal extends JournalAccess {
  /** For a client that has just connected: begins its session and takes over what earlier ones left, in the background. */
  begin(): void;
  /** Ends the session if it was begun, unless hooks will. */
  end(): Promise<void>;
}

export function createJournalAccess(source: ProgramSource, logger: Logger): ServerJournal {
  const catchUp = createCatchUp(logger);
  let seen: Promise<unknown> | undefined;
  let waiting: NodeJS.Timeout | undefined;

  /** The first sight of the session; one that cannot be noted does not keep the tools from saying so themselves. */
  async function seeSession({ journal }: Program): Promise<void> {
    seen ??= journal.ensureSession().then((session) => {
      if (session.ok) return;
      seen = undefined;
      logger.log('warn', 'session_not_begun', { reason: session.error.message });
    });
    await seen;
  }

  return {
    async open() {
      const program = await source.open();
      await seeSession(program);
      catchUp.noteCall();
      return openJournalOf(program, catchUp, logger);
    },
    begin() {
      waiting = setTimeout(() => {
        const begun = source.open().then(async (program) => {
          await seeSession(program);
          // Hooks cannot read the configuration: the server of their session hands it on.
          await program.knowledge.tellHooks();
          await catchUp.begin(program);
        });
        begun.catch((error: unknown) => logger.log('warn', 'session_not_begun', { error }));
      }, AFTER_CONNECTING_MS);
    },
    async end() {
      clearTimeout(waiting);
      if (seen === undefined) return;
      await seen;
      const ended = await (await source.open()).journal.leaveSession();
      if (!ended.ok) logger.log('warn', 'session_not_ended', { reason: ended.error.message });
    },
  };
}

/** A client asks for the list of tools right after it has connected: that comes first. */
const AFTER_CONNECTING_MS = 300;

function openJournalOf(program: Program, catchUp: CatchUp, logger: Logger): OpenJournal {
  const { journal, learning, redactNow } = program;
  const save: OpenJournal['save'] = async (entry) => {
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
      learning.exists() ? catchUp.whileCalled(() => findAdvice(learning.open, hypothesis, logger)) : NO_ADVICE,
  };
}

const NO_ADVICE: Advice = {
  similar: { falsified: undefined, confirmed: undefined },
  hitRate: undefined,
  value: undefined,
};

/** An agent that begins its work neither waits long for advice nor fails without it. */
const MAX_ADVICE_MS = 4_000;

async function findAdvice(open: () => Promise<Learning>, hypothesis: NewHypothesis, logger: Logger): Promise<Advice> {
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
