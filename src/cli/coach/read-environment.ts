import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { UserError } from '../../kernel/user-error.js';

export interface CoachEnvironment {
  readonly projectFolder: string;
  readonly port: number;
  readonly dataFolder: string;
  /** For calls to models and the store of memories. */
  readonly variables: { readonly ANTHROPIC_API_KEY: string; readonly CHROMADB_URL: string };
}

interface EnvironmentSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentFolder: string;
  readonly homeFolder: string;
}

/**
 * The settings of `witan coach --from-env`. A `.env` file in the current folder adds to the environment, and only these
 * names. Throws a `UserError` for exit code 1.
 */
export function readCoachEnvironment(source: EnvironmentSource): CoachEnvironment {
  const { currentFolder, homeFolder } = source;
  const values = { ...DEFAULTS, ...readVariables(source) };
  const missing = REQUIRED.filter((name) => (values[name] ?? '').trim() === '');
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    throw failure(
      `${missing.join(' and ')} ${verb} missing; set ${missing.length === 1 ? 'it' : 'them'} in the environment or in .env`,
    );
  }
  const absolute = (path: string) => resolve(currentFolder, path.replace(/^~(?=\/|$)/, homeFolder));
  const projectFolder = absolute(values.PROJECT_DIR ?? '');
  if (statSync(projectFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw failure(`PROJECT_DIR: ${projectFolder} does not exist or is not a folder; give the path of the project`);
  }
  return {
    projectFolder,
    port: readPort(values.PORT),
    dataFolder: absolute(values.DATA_DIR),
    variables: { ANTHROPIC_API_KEY: values.ANTHROPIC_API_KEY ?? '', CHROMADB_URL: values.CHROMADB_URL },
  };
}

const DEFAULTS = { PORT: '3000', CHROMADB_URL: 'http://localhost:8000', DATA_DIR: '~/.paige/' };
const REQUIRED = ['PROJECT_DIR', 'ANTHROPIC_API_KEY'] as const;
const NAMES = [...REQUIRED, 'PORT', 'CHROMADB_URL', 'DATA_DIR'] as const;

type Variables = Partial<Record<(typeof NAMES)[number], string>>;

/** The environment wins over the file, and an empty value of an optional variable is none. */
function readVariables({ environment, currentFolder }: EnvironmentSource): Variables {
  const file = readEnvFile(join(currentFolder, '.env'));
  const given = NAMES.map((name) => [name, environment[name] ?? file[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
}

/** No file, or one that cannot be read, sets nothing. */
function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    const { size } = statSync(file);
    return size > MAX_FILE_BYTES ? {} : parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

const MAX_FILE_BYTES = 65_536;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw failure(`PORT: "${text}" is not a port; use a number from 1 to 65535`);
}

function failure(line: string): UserError {
  return new UserError('insufficient_data', line);
}
