import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { toCliError } from '../cli-error.js';
import { programOf } from '../init/hook-entries.js';
import { registeredHooks, SETTINGS_FILE } from '../init/hook-registration.js';
import { readRegistrationFile } from '../init/registration-step.js';
import type { CommandLinePorts, HookFigures } from '../ports.js';
import type { Finding } from './finding.js';

const SUBJECT = 'hooks';
const REMEDY = '`witan init` registers them';
/** What a hook may take at the 95th percentile before a person feels it. */
const SLOW_MS = 200;

type Ports = Pick<CommandLinePorts, 'currentFolder' | 'hookRegistrations'>;

/** Whether Claude Code, started in this project, would run the hooks; when each last did, and how long it took. */
export async function checkHooks(ports: Ports, figures: readonly HookFigures[]): Promise<Finding[]> {
  try {
    return [await checkRegistered(ports, figures.length > 0), ...figures.map(describeFigures)];
  } catch (error) {
    return [{ subject: SUBJECT, state: 'broken', text: toCliError(error).line }];
  }
}

async function checkRegistered(ports: Ports, haveFired: boolean): Promise<Finding> {
  const text = await readRegistrationFile(join(ports.currentFolder, SETTINGS_FILE), SETTINGS_FILE);
  const registered = registeredHooks(text ?? '');
  if (registered.size === 0) {
    const how = haveFired
      ? 'not registered here; they fired before, by the plugin or an earlier init'
      : 'not registered here';
    return { subject: SUBJECT, state: 'missing', text: how, remedy: REMEDY };
  }
  for (const program of new Set([...registered.values()].map(programOf))) {
    const exists = program === undefined || (await isThere(program));
    if (!exists) {
      const fault = `${SETTINGS_FILE} names ${program}, which does not exist`;
      return { subject: SUBJECT, state: 'broken', text: fault, remedy: '`witan init` mends it' };
    }
  }
  const wanted = await ports.hookRegistrations(ports.currentFolder);
  const absent = wanted.filter(({ event }) => !registered.has(event)).map(({ event }) => event);
  if (absent.length > 0) {
    return { subject: SUBJECT, state: 'note', text: `not registered: ${absent.join(', ')}`, remedy: REMEDY };
  }
  return { subject: SUBJECT, state: 'ok', text: `${registered.size} registered in ${SETTINGS_FILE}` };
}

function describeFigures({ hook, count, lastAt, p95Ms }: HookFigures): Finding {
  const when = `${lastAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = `last fired ${when}; p95 ${Math.round(p95Ms)} ms of ${count}`;
  const subject = `hook ${hook}`;
  if (p95Ms <= SLOW_MS) return { subject, state: 'ok', text };
  const remedy = 'is the machine busy, or the data folder on a slow disk?';
  return { subject, state: 'note', text: `${text}, which is slow`, remedy };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
