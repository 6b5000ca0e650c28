import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { toCliError } from '../cli-error.js';
import { programOf } from '../init/hook-entries.js';
import { registeredHooks, SETTINGS_FILE } from '../init/hook-registration.js';
import { readRegistrationFile } from '../init/registration-step.js';
import type { CommandLinePorts, HookFigures } from '../ports.js';
import type { Finding } from './finding.js';

const SUBJECT = 'hooks';
const REGISTER = '`witan init` registers them';
/** A slower 95th percentile is noticeable. */
const SLOW_MS = 200;

type Ports = Pick<CommandLinePorts, 'currentFolder' | 'hookRegistrations'>;

/** Whether the hooks are registered in this project, when each last ran, and how long it took. */
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
    return { subject: SUBJECT, state: 'missing', text: how, remedy: REGISTER };
  }
  for (const program of new Set([...registered.values()].map(programOf))) {
    const exists = program === undefined || (await isThere(program));
    if (!exists) {
      const problem = `${SETTINGS_FILE} names ${program}, which does not exist`;
      return { subject: SUBJECT, state: 'broken', text: problem, remedy: '`witan init` fixes it' };
    }
  }
  const wanted = await ports.hookRegistrations(ports.currentFolder);
  const absent = wanted.filter(({ event }) => !registered.has(event)).map(({ event }) => event);
  if (absent.length > 0) {
    return { subject: SUBJECT, state: 'note', text: `not registered: ${absent.join(', ')}`, remedy: REGISTER };
  }
  return { subject: SUBJECT, state: 'ok', text: `${registered.size} registered in ${SETTINGS_FILE}` };
}

function describeFigures({ hook, count, lastAt, p95Ms }: HookFigures): Finding {
  const when = `${lastAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = `last fired ${when}; p95 ${Math.round(p95Ms)} ms of ${count}`;
  const subject = `hook ${hook}`;
  if (p95Ms <= SLOW_MS) return { subject, state: 'ok', text };
  const fix = 'is the machine busy, or the data folder on a slow disk?';
  return { subject, state: 'note', text: `${text}, which is slow`, remedy: fix };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
