import type { Journal } from '../../journal/index.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson } from '../text/page.js';
import { expectChange } from './expect-change.js';

export interface CloseOptions extends ProjectOptions {
  readonly reason?: string;
  readonly session?: string;
  readonly json?: boolean;
}

const BY_HAND = 'abandoned by hand';

/** Gives an entry that an earlier session left open to a running session. */
export async function adopt(id: string | undefined, options: CloseOptions, ports: CommandLinePorts): Promise<number> {
  const { journal } = await openProject(options, ports);
  const orphans = await journal.getOrphans();
  if (!orphans.some(({ entry }) => id === undefined || entry.id === id)) throw await nothingThere(journal, id);
  const entry = expectChange(await journal.adoptOrphan(id, options.session ?? (await adoptingSession(journal))));
  if (entry === null) throw await nothingThere(journal, id);
  if (options.json === true) printJson(entry, ports);
  else ports.stdout.write(`${plainLine(`Adopted ${entry.id}: ${entry.goal}`)}\n`);
  return EXIT.done;
}

/** A terminal has no session, so the only running session of an agent is used. */
async function adoptingSession(journal: Journal): Promise<string> {
  const [own, living] = await Promise.all([journal.getSessionId(), journal.getLivingSessions()]);
  if (own !== null && living.includes(own)) return own;
  const [only, ...others] = living;
  if (only === undefined) {
    throw new UserError(
      'conflict',
      'no session is alive that could continue it; start Claude Code in this project and adopt it then, or close it with `witan journal abandon`',
    );
  }
  if (others.length === 0) return only;
  throw new UserError('conflict', `several sessions are alive; name one with --session: ${living.join(', ')}`);
}

/** An open entry of this session, or one that an earlier session left. */
export async function abandon(id: string | undefined, options: CloseOptions, ports: CommandLinePorts): Promise<number> {
  const { journal } = await openProject(options, ports);
  const { reason = BY_HAND } = options;
  const { entries } = await journal.getOpen();
  const isOwn = entries.some((entry) => id === undefined || entry.id === id);
  const entry = isOwn
    ? expectChange(await journal.abandon(reason, id)).entry
    : expectChange(await journal.abandonOrphan(reason, id));
  if (entry === null) throw await nothingThere(journal, id);
  if (options.json === true) printJson(entry, ports);
  else ports.stdout.write(`${plainLine(`Abandoned ${entry.id}: ${entry.goal}`)}\n`);
  return EXIT.done;
}

/** Archives the entries of this session; those that are still open are abandoned. */
export async function end(options: CloseOptions, ports: CommandLinePorts): Promise<number> {
  const { journal } = await openProject(options, ports);
  const session = await journal.getSessionId();
  const entries = expectChange(await journal.endSession());
  if (options.json === true) printJson({ session_id: session, entries }, ports);
  else if (session === null) {
    ports.stdout.write('No session of this terminal is open; one that runs elsewhere ends with its program.\n');
  } else {
    const count = formatCount(entries.length, 'entry', 'entries');
    ports.stdout.write(`${plainLine(`Ended ${session}: ${count} archived.`)}\n`);
  }
  return EXIT.done;
}

async function nothingThere(journal: Journal, id: string | undefined): Promise<UserError> {
  const running = await journal.getActiveEntries();
  if (running.some((entry) => entry.id === id)) {
    return new UserError(
      'conflict',
      `${id} is open in a session that is running; it is closed there with resolve_ghap`,
    );
  }
  const orphans = (await journal.getOrphans()).map(({ entry }) => entry.id);
  const which = id === undefined ? 'no entry was left open' : `${id} is not an entry that was left open`;
  const fix = orphans.length === 0 ? '`witan journal status` shows what there is' : `there are ${orphans.join(', ')}`;
  return new UserError('not_found', `${which}; ${fix}`);
}
