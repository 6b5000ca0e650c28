import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { UserError } from '../../kernel/user-error.js';
import { readClientFile } from '../init/read-client-file.js';

export interface CoachEnvironment {
  readonly projectFolder: string;
  readonly port: number;
  readonly dataFolder: string;
  /** With WITAN_COACH_OPEN=1, programs need no key where the system does not tell whose they are. */
  readonly access: 'key for strangers' | 'key for browsers';
  /** For calls to models and the store of memories. */
  readonly variables: { readonly ANTHROPIC_API_KEY: string; readonly CHROMADB_URL: string };
}

interface EnvironmentSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly homeFolder: string;
}

/**
 * The settings of `witan coach --from-env`. A `.env` file of the current folder can choose the port and nothing else: it may
 * come with a clone, and the other settings decide who gets the person's memories. Rejects with a `UserError` for exit code 1.
 */
export async function readCoachEnvironment(source: EnvironmentSource): Promise<CoachEnvironment> {
  const { environment, currentFolder, homeFolder } = source;
  const missing = REQUIRED.filter((name) => (environment[name] ?? '').trim() === '');
  if (missing.length > 0) {
    const [verb, object] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
    throw failure(
      `${missing.join(' and ')} ${verb} missing; set ${object} in the environment (.env can set PORT only)`,
    );
  }
  const absolute = (path: string) => resolve(currentFolder, path.replace(/^~(?=\/|$)/, homeFolder));
  const projectFolder = absolute(environment.PROJECT_DIR ?? '');
  if (statSync(projectFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw failure(`PROJECT_DIR: ${projectFolder} does not exist or is not a folder; give the path of the project`);
  }
  // An empty value of an optional variable is none.
  return {
    projectFolder,
    port: readPort(environment.PORT || (await readPortOfFile(join(currentFolder, '.env'))) || '3000'),
    access: environment.WITAN_COACH_OPEN === '1' ? 'key for browsers' : 'key for strangers',
    dataFolder: absolute(environment.DATA_DIR || '~/.paige/'),
    variables: {
      ANTHROPIC_API_KEY: environment.ANTHROPIC_API_KEY ?? '',
      CHROMADB_URL: environment.CHROMADB_URL || 'http://localhost:8000',
    },
  };
}

const REQUIRED = ['PROJECT_DIR', 'ANTHROPIC_API_KEY'] as const;

/** No file, a link, a pipe, or one that cannot be read sets nothing. */
async function readPortOfFile(file: string): Promise<string | undefined> {
  const found = await readClientFile({ file, shown: '.env' }).catch(() => undefined);
  return parseEnv(found?.text ?? '').PORT;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw failure(`PORT: "${text}" is not a port; use a number from 1 to 65535`);
}

function failure(line: string): UserError {
  return new UserError('insufficient_data', line);
}
