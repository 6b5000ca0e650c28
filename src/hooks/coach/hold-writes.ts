import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ActiveCoach, askCoach, findHeldCall, type HeldCall } from '../../coaching/hook.js';
import { cutText } from '../../kernel/cut-text.js';
import { isRecord } from '../../kernel/is-record.js';
import { plainField, quotePath, quoteText } from '../../kernel/quote.js';
import { personFolder } from '../../kernel/state-folder.js';
import type { HookContext } from '../protocol/handler.js';
import type { HookAnswer } from '../protocol/protocol.js';
import { coachAt } from './tell-coach.js';

/**
 * During a coaching session the person writes the code: a call that may change the project is refused, every time. The
 * coach learns that this hook ran, so that its page can say that writes are held. Undefined for a call that may run.
 */
export async function holdWrites(
  { event, environment, isForAllTools }: HookContext,
  { coaches, stateFolder }: { readonly coaches: readonly ActiveCoach[]; readonly stateFolder: string },
): Promise<HookAnswer | undefined> {
  const homeFolder = homedir();
  const dataFolder = join(personFolder(homeFolder, environment), 'coach');
  const { tool_input: input } = event.raw;
  const use = { toolName: event.toolName, toolInput: isRecord(input) ? input : {}, cwd: event.cwd };
  const held = findHeldCall(use, coaches, { homeFolder, stateFolder, dataFolder, environment });
  const coach = held?.coach ?? coachAt(event.cwd, coaches);
  if (coach !== undefined) {
    const tool = { name: event.toolName, isHeld: held !== undefined };
    await askCoach(coach, { hook: 'pre-tool-use', agentSession: event.sessionId, isForAllTools, tool });
  }
  return held && { kind: 'refusal', reason: reasonOf(held) };
}

function reasonOf({ coach, part }: HeldCall): string {
  const { projectFolder } = coach;
  const { phase: title } = coach.session;
  const phase = title === null ? 'no phase is active' : `phase: ${quoteText(title, MAX_LENGTH)}`;
  const [pause, end] = ['pause', 'end'].map((action) => wayOut(action, projectFolder));
  return [
    `Witan coach: this call did not run. A coaching session is active in ${quotePath(projectFolder)} (${phase}), and during a session the person writes the code.`,
    `Held: ${cutText(plainField(part), MAX_LENGTH)} (not known to only read, test or build).`,
    'Reading, tests and builds run as usual; the paige_ tools point at lines, give hints and send messages to the person.',
    `Trying again does not help. The person can let writes through: on the page of the coach, or with ${pause} or ${end} in a terminal.`,
    'If the person asks you to end the session, paige_end_session does that; never call it on your own to be able to write.',
  ].join('\n');
}

const MAX_LENGTH = 300;

/** A name that cannot be written down as it is would lead to another folder. */
function wayOut(action: string, projectFolder: string): string {
  if (plainField(projectFolder) !== projectFolder || projectFolder.length > MAX_LENGTH) {
    return `\`witan coach ${action}\` (in the folder of the project)`;
  }
  return `\`witan coach ${action} ${shellWord(projectFolder)}\``;
}

function shellWord(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
