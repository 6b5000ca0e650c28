import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Output } from '../cli-command.js';
import { isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export interface CloseOptions extends ProjectOptions {
  readonly reason?: string;
  readonly session?: string;
}

/** Gives an entry that an earlier session left open to a running session. */
export async function adopt(id: string | undefined, options: CloseOptions, shell: Shell): Promise<Output> {
  const { entries } = await openProject(options, shell);
  const entry = await entries.adopt(id, options.session);
  return { json: entry, render: (page) => page.line(plainLine(`Adopted ${entry.id}: ${entry.goal}`)) };
}

/** An open entry of this session, or one that an earlier session left. */
export async function abandon(id: string | undefined, options: CloseOptions, shell: Shell): Promise<Output> {
  const { entries } = await openProject(options, shell);
  const entry = await entries.abandon(id, options.reason);
  return { json: entry, render: (page) => page.line(plainLine(`Abandoned ${entry.id}: ${entry.goal}`)) };
}

/** Archives the entries of this session; those that are still open are abandoned. */
export async function end(options: ProjectOptions, shell: Shell): Promise<Output> {
  const project = await openProject(options, shell);
  const { sessionId, entries } = await project.entries.endSession();
  const text =
    sessionId === null
      ? 'No session of this terminal is open; one that runs elsewhere ends with its program.'
      : `Ended ${sessionId}: ${formatCount(entries.length, 'entry', 'entries')} archived.`;
  return { json: { session_id: sessionId, entries }, render: (page) => page.line(text) };
}

export interface DeleteOptions extends ProjectOptions {
  readonly yes?: boolean;
}

/** Deletes an entry from the journal, its archive, the experiences and their clusters. */
export async function deleteEntry(id: string, options: DeleteOptions, shell: Shell): Promise<Output> {
  const { entries } = await openProject(options, shell);
  if (!(await isDeletionConfirmed(`Delete ${id} permanently?`, options, shell))) return NOTHING_DELETED;
  const { journal, experiences } = await entries.delete(id);
  const sources = [...(journal ? ['the journal'] : []), ...(experiences ? ['the experiences'] : [])];
  return {
    json: { deleted: id, journal, experiences },
    render: (page) => page.line(`Deleted ${id} from ${sources.join(' and ')}.`),
  };
}
