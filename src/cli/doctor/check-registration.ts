import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { toCliError } from '../cli-error.js';
import { AUDIENCES } from '../init/claude-code-edits.js';
import { claudeCodeFiles } from '../init/claude-code-files.js';
import { type FoundRegistration, findRegistrations } from '../init/find-registrations.js';
import { filesOfCommand, isMachineCommand } from '../init/registration.js';
import type { CommandLinePorts } from '../ports.js';
import type { Finding } from './finding.js';

const SUBJECT = 'Claude Code';
type Ports = Pick<CommandLinePorts, 'currentFolder' | 'homeFolder' | 'environment'>;

/** Whether Claude Code in this project would find the server and could start it. */
export async function checkRegistration(ports: Ports): Promise<Finding[]> {
  try {
    const found = await findRegistrations(await claudeCodeFiles(ports.currentFolder, ports));
    const findings = await Promise.all(found.map((registration) => checkServer(registration, ports)));
    const registered = findings.filter((finding) => finding !== undefined);
    if (registered.length > 0) return registered;
    return [{ subject: SUBJECT, state: 'missing', text: 'not registered here', remedy: '`witan init` registers it' }];
  } catch (error) {
    return [{ subject: SUBJECT, state: 'broken', text: toCliError(error).line }];
  }
}

async function checkServer(found: FoundRegistration, ports: Ports): Promise<Finding | undefined> {
  const { scope, server, serverFile } = found;
  if (server === undefined) return undefined;
  for (const file of filesOfCommand(server)) {
    if (await isThere(file)) continue;
    const text = `${serverFile.shown} names ${file}, which does not exist`;
    return { subject: SUBJECT, state: 'broken', text, remedy: '`witan doctor --fix` corrects it' };
  }
  if (server.command === 'witan' && !(await isOnPath('witan', ports.environment.PATH))) {
    const text = `${serverFile.shown} starts \`witan\`, which is not on the PATH`;
    return { subject: SUBJECT, state: 'note', text, remedy: 'install the package with `npm install -g`' };
  }
  if (scope === 'team' && isMachineCommand(server)) return sharedPath(SUBJECT, serverFile.shown);
  if (found.foreignKeys.length > 0) {
    return {
      subject: SUBJECT,
      state: 'note',
      text: `registered in ${serverFile.shown} with more than witan writes: ${found.foreignKeys.join(', ')}`,
      remedy: 'keep it if it is yours; `witan init --team --with-server` drops it',
    };
  }
  return { subject: SUBJECT, state: 'ok', text: `registered ${AUDIENCES[scope]} (${serverFile.shown})` };
}

/** A path of this machine in a file that the team shares. */
export function sharedPath(subject: string, shown: string): Finding {
  return {
    subject,
    state: 'note',
    text: `${shown} has paths of this machine, which break for colleagues`,
    remedy: '`witan doctor --fix` moves it to your own settings',
  };
}

async function isOnPath(program: string, path = ''): Promise<boolean> {
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
