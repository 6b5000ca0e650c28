import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '../kernel/error-code.js';
import { oneAtATime } from '../kernel/one-at-a-time.js';
import { isSameProcess, thisProcess } from '../kernel/process-identity.js';
import { withFileLock } from '../storage/own-files/file-lock.js';
import { type PageProgram, reportError } from './page-program.js';
import { type ActiveSession, makeStateFolder, readState, removeState, writeState } from './server-state.js';

interface StateContext {
  readonly program: Pick<PageProgram, 'logger' | 'projectFolder'>;
  readonly file: string;
  readonly key: string;
  readonly url: string;
  /** Called after another program removed or changed the file: it was written again, or why it could not be. */
  readonly restored?: ((problem?: string) => void) | undefined;
}

export function getLock(file: string): string {
  return `${file}.lock`;
}

/** Keeps the state file true while the server runs. */
export function keepState({ program, file, key, url, restored }: StateContext) {
  let session: ActiveSession | undefined;
  const inOrder = oneAtATime();
  const server = { process: thisProcess(), url, projectFolder: program.projectFolder };
  const write = (active: ActiveSession | undefined) => writeState(file, { key, server, session: active });

  const isTrue = () => {
    const found = readState(file);
    if (found === undefined) return false;
    // Another server that has taken over is left alone.
    return !isSameProcess(found.server.process, server.process) || isDeepStrictEqual(found.session, session);
  };
  let lastProblem: string | undefined;
  const check = async () => {
    if (isTrue()) return;
    const problem = await restore().catch(errorMessage);
    // A disk that stays full is reported once.
    if (problem === undefined || problem !== lastProblem) restored?.(problem);
    lastProblem = problem;
  };
  const restore = async (): Promise<undefined> => {
    makeStateFolder(dirname(file));
    await write(session);
  };
  const stopWatching = restored && watchFile(file, () => void inOrder(check));
  return {
    begin: (): Promise<void> => inOrder(() => write(session)),
    session: (active: ActiveSession | undefined): Promise<void> =>
      inOrder(async () => {
        await write(active);
        // Only what hooks can read counts: a failed note is not repeated behind the back of the session.
        session = active;
      }),
    async end() {
      stopWatching?.();
      await inOrder(() => withFileLock(getLock(file), END_MS, async () => removeState(file))).catch((error: unknown) =>
        reportError(program, error),
      );
    },
  };
}

const CHECK_MS = 5_000;
/** Without this note the next command finds out by itself: a person who pressed Ctrl-C does not wait for it. */
const END_MS = 500;

/** Asks for a check at every change of the file, and every few seconds where the system does not tell. */
function watchFile(file: string, check: () => void): () => void {
  let watcher: FSWatcher | undefined;
  const forget = () => {
    watcher?.close();
    watcher = undefined;
  };
  const follow = () => {
    // Again each time: the folder may be another one.
    forget();
    try {
      watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(file)) check();
      }).on('error', forget);
    } catch {
      // The timer is left.
    }
    check();
  };
  const timer = setInterval(follow, CHECK_MS).unref();
  // The file is written after this function was called.
  const first = setTimeout(follow, 0).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    forget();
  };
}
