import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { toCliError } from '../cli-error.js';
import { AUDIENCES } from '../init/claude-code-edits.js';
import { claudeCodeFiles } from '../init/claude-code-files.js';
import { CLIENTS, findClientRegistrations, type OtherClient } from '../init/clients/other-client-steps.js';
import { findRegistrations } from '../init/find-registrations.js';
import { filesOfCommand, isMachineCommand } from '../init/registration.js';
import type { ServerCommand, Shell } from '../shell.js';
import type { Finding } from './finding.js';

export const CLAUDE_CODE = 'Claude Code';
type Needs = Pick<Shell, 'currentFolder' | 'homeFolder' | 'environment'>;

/** Whether Claude Code in this project would find the server and could start it. */
export function checkRegistration(shell: Needs): Promise<Finding[]> {
  return orBroken(CLAUDE_CODE, async () => {
    const found = await findRegistrations(await claudeCodeFiles(shell.currentFolder, shell));
    const findings = await Promise.all(
      found.map(async ({ scope, server, serverFile: { shown }, foreignKeys }): Promise<Finding | undefined> => {
        if (server === undefined) return undefined;
        const problem = await problemOf({ shown, server, isShared: scope === 'team' }, shell);
        if (problem !== undefined) return { subject: CLAUDE_CODE, ...problem };
        if (foreignKeys.length > 0) {
          const text = `registered in ${shown} with more than witan writes: ${foreignKeys.join(', ')}`;
          const fix = 'keep it if it is yours; `witan init --team --with-server` drops it';
          return { subject: CLAUDE_CODE, state: 'note', text, remedy: fix };
        }
        return { subject: CLAUDE_CODE, state: 'ok', text: `registered ${AUDIENCES[scope]} (${shown})` };
      }),
    );
    const registered = findings.filter((finding) => finding !== undefined);
    if (registered.length > 0) return registered;
    return [
      { subject: CLAUDE_CODE, state: 'missing', text: 'not registered here', remedy: '`witan init` registers it' },
    ];
  });
}

/** The same for other clients, only where the server is registered. */
export async function checkOtherClients(shell: Needs): Promise<Finding[]> {
  const findings = CLIENTS.map((client) =>
    orBroken(NAMES[client], async () => {
      const found = await findClientRegistrations(client, shell.currentFolder, shell);
      return Promise.all(
        found.map(async (registration): Promise<Finding> => {
          const audience = AUDIENCES[registration.isShared ? 'team' : 'user'];
          const ok = { state: 'ok', text: `registered ${audience} (${registration.shown})` } as const;
          const problem = await problemOf(registration, shell);
          return { subject: NAMES[client], ...(problem ?? ok) };
        }),
      );
    }),
  );
  return (await Promise.all(findings)).flat();
}

const NAMES: Readonly<Record<OtherClient, string>> = { codex: 'Codex CLI', gemini: 'Gemini CLI', cursor: 'Cursor' };

interface RegisteredServer {
  readonly shown: string;
  readonly server: ServerCommand;
  readonly isShared: boolean;
}

/** Why the server could not be started, here or by a colleague. */
async function problemOf(
  { shown, server, isShared }: RegisteredServer,
  { environment }: Needs,
): Promise<Omit<Finding, 'subject'> | undefined> {
  for (const file of filesOfCommand(server)) {
    if (await isThere(file)) continue;
    return {
      state: 'broken',
      text: `${shown} names ${file}, which does not exist`,
      remedy: '`witan doctor --fix` corrects it',
    };
  }
  if (server.command === 'witan' && !(await isOnPath('witan', environment.PATH))) {
    const text = `${shown} starts \`witan\`, which is not on the PATH`;
    return { state: 'note', text, remedy: 'install the package with `npm install -g`' };
  }
  if (isShared && isMachineCommand(server)) return sharedPath(shown);
  return undefined;
}

/** A path of this machine in a file that the team shares. */
export function sharedPath(shown: string): Omit<Finding, 'subject'> {
  const text = `${shown} has paths of this machine, which break for colleagues`;
  return { state: 'note', text, remedy: '`witan doctor --fix` takes them out' };
}

async function orBroken(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [{ subject, state: 'broken', text: toCliError(error).line }];
  }
}

export async function isOnPath(program: string, path = ''): Promise<boolean> {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program];
  const found = folders.flatMap((folder) => names.map((name) => isThere(join(folder, name))));
  return (await Promise.all(found)).includes(true);
}

export function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
