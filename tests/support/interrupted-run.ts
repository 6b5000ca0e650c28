import type { CouncilSettings, DeliberationRequest } from '../../src/council/index.js';
import type { ModelRequest } from '../../src/models/index.js';
import type { RecordedCouncil, RecordedProject } from './recorded-council.js';
import { type Script, untilAborted, vote } from './scripted-council.js';

export const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

export const roundOf = ({ prompt }: ModelRequest) => Number(/What to do in round (\d)/.exec(prompt)?.[1]);

export const steady =
  (option: string): Script =>
  (request) =>
    vote(option, { rationale: `${option} in round ${roundOf(request)}` });

export const requestIn = (
  { folder }: RecordedProject,
  more: Partial<DeliberationRequest> = {},
): DeliberationRequest => ({
  question: QUESTION,
  participants: [{ cli: 'one' }, { cli: 'two' }],
  rounds: 2,
  working_directory: folder,
  ...more,
});

/** Cancelled while the second participant thinks about round 2. */
export async function interruptedRun(
  project: RecordedProject,
  settings: Partial<CouncilSettings> = {},
  more: Partial<DeliberationRequest> = {},
): Promise<string> {
  const controller = new AbortController();
  const opened = await project.open(
    {
      one: steady('PostgreSQL'),
      two: (request, call) => {
        if (roundOf(request) === 1) return steady('SQLite')(request, call);
        queueMicrotask(() => controller.abort());
        return untilAborted(request);
      },
    },
    settings,
  );
  const result = await opened.council.deliberate(requestIn(project, more), { signal: controller.signal });
  await opened.close();
  project.asked.length = 0;
  return result.deliberation_id;
}

export const continuing = (
  project: RecordedProject,
  settings: Partial<CouncilSettings> = {},
): Promise<RecordedCouncil> => project.open({ one: steady('PostgreSQL'), two: steady('SQLite') }, settings);
