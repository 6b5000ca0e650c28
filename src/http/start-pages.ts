import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../kernel/installation.js';
import { randomSecret } from '../kernel/key-proof.js';
import { cacheFolder, stateFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';
import type { Program } from '../program/program.js';
import { withFileLock } from '../storage/own-files/file-lock.js';
import { removeOwnFile } from '../storage/own-files/own-folder.js';
import { writeOwnFile } from '../storage/own-files/write-own-file.js';
import { askForCode } from './ask-server.js';
import { readAssets } from './assets.js';
import { type CoachEndpoints, type CoachOptions, openCoachEndpoints } from './coach-endpoints.js';
import { createApp } from './create-app.js';
import { createKeys } from './guard/keys.js';
import { createIdleTimer, type IdleTimer } from './idle-timer.js';
import { keepState, lockOf } from './keep-state.js';
import { createPointLayouts } from './map/point-layouts.js';
import { type PageProgram, reportError } from './page-program.js';
import {
  type ActiveSession,
  makeStateFolder,
  readState,
  recordedServer,
  type ServerKind,
  stateFile,
} from './server-state.js';
import { startServer } from './start-server.js';

export interface PagesOptions {
  readonly program: Omit<PageProgram, 'layouts'> & Pick<Program, 'layOut'>;
  /** Default: the user's. */
  readonly stateFolder?: string;
  /** The built pages. Default: those of this package. */
  readonly assetsFolder?: string;
  readonly port?: number | undefined;
  /** With the coach, the server has its own key and state, and the routes of the coach in addition. */
  readonly coach?: CoachOptions | undefined;
}

export interface Pages {
  readonly url: string;
  /** To be opened within a minute; works once. `path` begins with a slash. */
  readonly address: (path: string) => string;
  /** Writes a private file that leads a browser to an address, and returns its path. */
  readonly writeOpener: (address: string) => Promise<string>;
  /** Undefined if another process serves them. */
  readonly own: OwnPages | undefined;
}

interface OwnPages {
  /** Resolves after two hours without an open page or a session. */
  readonly idle: Promise<void>;
  /** Sends a message to all pages of the coach. */
  readonly broadcast: CoachEndpoints['broadcast'];
  /** Whether a page of the coach is connected. */
  readonly hasPages: () => boolean;
  /** Tells hooks which coaching session is active. */
  noteSession(session: ActiveSession | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Serves the pages of a project, or finds the server that does. */
export async function startPages(options: PagesOptions): Promise<Pages> {
  const kind = options.coach === undefined ? 'view' : 'coach';
  const states = options.stateFolder ?? stateFolder(homedir(), process.env);
  const file = stateFile(states, kind, options.program.projectFolder);
  makeStateFolder(states);
  // Two commands at the same time must not start two servers.
  const attempt = await withFileLock(lockOf(file), START_MS, async () => {
    const state = readState(file);
    const server = recordedServer(state);
    const code = server && state && (await askForCode({ url: server.url, key: state.key }));
    return server && code ? reusePages({ url: server.url, code, kind }, options.port) : startOwn(options, file);
  });
  if ('value' in attempt) return { ...attempt.value, writeOpener: (address) => writeOpener(file, address) };
  throw new UserError('conflict', `another \`witan ${kind}\` is starting for this project; try again in a moment`);
}

const START_MS = 10_000;

type ServedPages = Omit<Pages, 'writeOpener'>;

interface FoundServer {
  readonly url: string;
  readonly code: string;
  readonly kind: ServerKind;
}

function reusePages({ url, code, kind }: FoundServer, port: number | undefined): ServedPages {
  if (port !== undefined && !url.endsWith(`:${port}`)) {
    throw new UserError(
      'conflict',
      `the pages of this project are served at ${url}; end that \`witan ${kind}\` first, or leave out --port`,
    );
  }
  return { url, address: (path) => `${url}${path}#k=${code}`, own: undefined };
}

async function startOwn(options: PagesOptions, file: string): Promise<ServedPages> {
  const { assetsFolder = join(packageFolder() ?? '.', 'dist', 'web'), port } = options;
  const program = withLayouts(options.program);
  const key = randomSecret();
  const keys = createKeys(key, { clock: program.clock, codeUsed: () => removeOpener(file) });
  const idle = createIdleTimer(IDLE_MS);
  const coach = options.coach && openCoachEndpoints(options.coach, idle.begin);
  const app = createApp({
    program,
    keys,
    assets: readAssets(assetsFolder),
    command: coach === undefined ? 'witan view' : 'witan coach',
    pageOpened: idle.begin,
    coach,
  });
  const server = await startServer({
    projectFolder: program.projectFolder,
    port,
    portSetting: options.coach?.portSetting,
    accepts: keys.isKey,
    coach,
    fetch(request) {
      idle.touch();
      return app.fetch(request);
    },
  });
  const note = keepState({ program, file, key, url: server.url, restored: coach?.stateRestored });
  await note.begin().catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  coach?.watch();
  if (options.coach !== undefined) reportAccess(options.coach, server.isUserKnown);
  return {
    url: server.url,
    address: (path) => `${server.url}${path}#k=${keys.newCode()}`,
    own: {
      idle: idle.ended,
      broadcast: (...message) => coach?.broadcast(...message),
      hasPages: () => coach?.hasPages() ?? false,
      noteSession: keepOpenDuring(idle, async (session) => {
        await note.session(session);
        coach?.sendStatus();
      }),
      async close() {
        idle.stop();
        await coach?.close();
        await server.close();
        removeOpener(file);
        await note.end();
      },
    },
  };
}

function withLayouts(program: PagesOptions['program']): PageProgram {
  const layouts = createPointLayouts({
    folder: cacheFolder(homedir(), process.env),
    projectFolder: program.projectFolder,
    clock: program.clock,
    layOut: program.layOut,
    report: (error) => reportError(program, error),
  });
  return { ...program, layouts };
}

const IDLE_MS = 2 * 60 * 60 * 1000;

/** Programs of the same user need no key with these settings; without the system, no one can tell whose they are. */
function reportAccess({ access, log }: Pick<CoachOptions, 'access' | 'log'>, isUserKnown: boolean): void {
  if (access === 'key for all' || isUserKnown) return;
  log('this system does not tell which user connects:');
  if (access === 'key for strangers') {
    log('  programs need the key for /ws and /mcp; WITAN_COACH_OPEN=1 lets every user of this machine in without it');
  } else {
    log('  with WITAN_COACH_OPEN=1 every user of this machine can read and change the project, and spend on models');
  }
}

/** The person may think for hours: during a session the server waits, also without a page. */
function keepOpenDuring(idle: Pick<IdleTimer, 'begin'>, note: (session: ActiveSession | undefined) => Promise<void>) {
  let end: (() => void) | undefined;
  return (session: ActiveSession | undefined): Promise<void> => {
    if (session !== undefined) end ??= idle.begin();
    else {
      end?.();
      end = undefined;
    }
    return note(session);
  };
}

/**
 * A private page that leads to an address with a code. A browser is started with its path, because every user of this machine
 * can read the arguments of a program.
 */
async function writeOpener(stateFile: string, address: string): Promise<string> {
  const file = toOpener(stateFile);
  const lines = [
    '<!doctype html><meta charset="utf-8"><title>Witan</title>',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<p><a href="${address}">Open the pages of Witan</a>`,
  ];
  await writeOwnFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** A code that is left in it after all is too old in a minute. */
function removeOpener(stateFile: string): void {
  try {
    removeOwnFile(toOpener(stateFile));
  } catch {
    // The folder is gone or is not ours any more: so is the file.
  }
}

function toOpener(stateFile: string): string {
  return stateFile.replace(/([^/\\]+)\.json$/, 'open-$1.html');
}
