import type { Program } from '../../program/program.js';
import { toCliError } from '../cli-error.js';
import { AUDIENCES } from '../init/claude-code-edits.js';
import { claudeCodeFiles } from '../init/claude-code-files.js';
import { type FoundRegistration, findRegistrations } from '../init/find-registrations.js';
import { filesOfEntry, groupOf, isMachineEntry } from '../init/hook-entries.js';
import { readRules } from '../init/read-rules.js';
import type { Shell } from '../shell.js';
import { isThere, sharedPath } from './check-registration.js';
import type { Finding } from './finding.js';

type HookFigures = Awaited<ReturnType<Program['hookFigures']>>[number];

export const HOOKS = 'hooks';
const FIX = '`witan doctor --fix` corrects it';
/** A slower 95th percentile is noticeable. */
const SLOW_MS = 200;

type Needs = Pick<Shell, 'currentFolder' | 'homeFolder' | 'environment' | 'hookRegistrations'>;

/** Whether the hooks are registered for this project, when each last ran, and how long it took. */
export async function checkHooks(shell: Needs, figures: readonly HookFigures[]): Promise<Finding[]> {
  try {
    const found = await findRegistrations(await claudeCodeFiles(shell.currentFolder, shell));
    const registered = found.filter(({ hooks }) => hooks.size > 0);
    const findings = await Promise.all(registered.map((registration) => checkRegistered(registration, shell)));
    return [...(findings.length > 0 ? findings : [notRegistered(figures.length > 0)]), ...figures.map(describeFigures)];
  } catch (error) {
    return [{ subject: HOOKS, state: 'broken', text: toCliError(error).line }];
  }
}

function notRegistered(haveFired: boolean): Finding {
  const text = haveFired
    ? 'not registered here; they fired before, by the plugin or an earlier init'
    : 'not registered here';
  return { subject: HOOKS, state: 'missing', text, remedy: '`witan init` registers them' };
}

async function checkRegistered(registration: FoundRegistration, shell: Needs): Promise<Finding> {
  const { scope, hooks, matchers, hooksFile } = registration;
  const { shown } = hooksFile;
  for (const file of new Set([...hooks.values()].flatMap(filesOfEntry))) {
    if (await isThere(file)) continue;
    return { subject: HOOKS, state: 'broken', text: `${shown} names ${file}, which does not exist`, remedy: FIX };
  }
  if (scope === 'team' && [...hooks.values()].some(isMachineEntry)) return { subject: HOOKS, ...sharedPath(shown) };
  const wanted = await shell.hookRegistrations(shell.currentFolder, scope);
  const absent = wanted.filter(({ event }) => !hooks.has(event)).map(({ event }) => event);
  if (absent.length > 0) {
    return { subject: HOOKS, state: 'note', text: `not registered in ${shown}: ${absent.join(', ')}`, remedy: FIX };
  }
  const narrow = wanted.filter(({ event, matcher }) => matchers.get(event) !== matcher).map(({ event }) => event);
  if (narrow.length > 0) {
    const text = `${shown} asks about other tools than this version (${narrow.join(', ')}): a coaching session is not protected`;
    return { subject: HOOKS, state: 'note', text, remedy: FIX };
  }
  if (!readRules(scope, shell).every((rule) => registration.deniedRules.includes(rule))) {
    const text = `${shown} has no rules that keep Read, Grep and Glob from the coach's key`;
    return { subject: HOOKS, state: 'note', text, remedy: FIX };
  }
  const isCurrent = wanted.every(
    (hook) => JSON.stringify(groupOf(hook).hooks[0]) === JSON.stringify(hooks.get(hook.event)),
  );
  if (!isCurrent) {
    const text = `${shown} runs them as another version or another folder needs it`;
    return { subject: HOOKS, state: 'note', text, remedy: FIX };
  }
  return { subject: HOOKS, state: 'ok', text: `${hooks.size} registered ${AUDIENCES[scope]} (${shown})` };
}

function describeFigures({ hook, count, lastAt, p95Ms }: HookFigures): Finding {
  const when = `${lastAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = `last fired ${when}; p95 ${Math.round(p95Ms)} ms of ${count}`;
  const subject = `hook ${hook}`;
  if (p95Ms <= SLOW_MS) return { subject, state: 'ok', text };
  const fix = 'is the machine busy, or the data folder on a slow disk?';
  return { subject, state: 'note', text: `${text}, which is slow`, remedy: fix };
}
