import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../kernel/error-code.js';
import {
  isProcessIdentity,
  isSameProcess,
  type ProcessIdentity,
  processState,
  thisProcess,
} from '../kernel/process-identity.js';
import { UserError } from '../kernel/user-error.js';
import { makeOwnFolder, removeOwnFile } from '../storage/own-files/own-folder.js';
import { readOwnText } from '../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../storage/own-files/write-own-file.js';
import { projectFile } from './project-file.js';

/**
 * The file by which programs of the same user find the server of a project. It is outside the project, so that a cloned
 * one cannot bring it, and only its owner can read it: it has the key.
 */
export interface ServerState {
  /** A new one at every start: one that another user got hold of is worth nothing by then. */
  readonly key: string;
  readonly server: {
    readonly process: ProcessIdentity;
    readonly url: string;
    readonly projectFolder?: string | undefined;
  };
  /** The coaching session that is active; hooks read it to know whether an agent may write. */
  readonly session?: ActiveSession | undefined;
}

export interface ActiveSession {
  readonly id: string;
  /** While it is paused, an agent may write. */
  readonly isPaused: boolean;
  /** The title of the active phase. */
  readonly phase: string | null;
}

export type ServerKind = 'view' | 'coach';

export function stateFile(stateFolder: string, kind: ServerKind, projectFolder: string): string {
  return projectFile(stateFolder, kind, projectFolder);
}

/** Covers all projects of the user. */
export function listStateFiles(stateFolder: string, kind: ServerKind): string[] {
  const names = existsSync(stateFolder) ? readdirSync(stateFolder) : [];
  return names
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'))
    .map((name) => join(stateFolder, name));
}

/** Throws a `UserError` if the folder cannot be written. */
export function makeStateFolder(folder: string): void {
  try {
    makeOwnFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const fix = 'set XDG_STATE_HOME to a folder that you can write';
    throw new UserError('internal_error', `${folder} cannot be used (${errorMessage(error)}); ${fix}`);
  }
}

/** Undefined without a file, or for one that is not ours to use. */
export function readState(file: string): ServerState | undefined {
  try {
    const parsed = STATE.safeParse(JSON.parse(readOwnText(file, MAX_BYTES) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects if it would be too large to be read again: hooks must not miss a session. */
export async function writeState(file: string, state: ServerState): Promise<void> {
  const text = `${JSON.stringify(state)}\n`;
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new UserError('internal_error', 'the state of the server is too large');
  await writeOwnFile(file, text);
}

/** The server that may run for the project now; whether it does, it must prove. */
export function recordedServer(state: ServerState | undefined): ServerState['server'] | undefined {
  const server = state?.server;
  return server !== undefined && processState(server.process) !== 'gone' ? server : undefined;
}

/** Forgets this server, unless another one has begun to serve. A hook looks closer at every call as long as there is a file. */
export function removeState(file: string): void {
  const current = readState(file)?.server;
  if (current !== undefined && isSameProcess(current.process, thisProcess())) removeOwnFile(file);
}

const MAX_BYTES = 10_000;

const STATE = z.object({
  key: z.string().regex(/^[\w-]{43}$/),
  server: z.object({
    process: z.custom<ProcessIdentity>(isProcessIdentity),
    url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
    projectFolder: z.string().optional(),
  }),
  session: z.object({ id: z.string(), isPaused: z.boolean(), phase: z.string().nullable() }).optional(),
});
