import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliAdapterSettings, ModelRequest } from '../../src/models/index.js';

export function fixturePath(file: string): string {
  return fileURLToPath(new URL(`../fixtures/cli/${file}`, import.meta.url));
}

export function cliSettings(command: string, changes: Partial<CliAdapterSettings> = {}): CliAdapterSettings {
  return {
    type: 'cli',
    command,
    args: [],
    timeoutMs: 15_000,
    output: { format: 'text' },
    argvPrompt: false,
    passEnvironment: ['WITAN_TEST_RECORD'],
    nativeTools: false,
    modelPaths: [],
    ...changes,
  };
}

export function modelRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'some-model',
    prompt: 'Which queue should we use? The answer matters.',
    workingDirectory: tmpdir(),
    signal: new AbortController().signal,
    ...changes,
  };
}

/** How an imitated tool was called. */
export interface RecordedCall {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly prompt: string;
  readonly cwd: string;
  readonly files: readonly string[];
}

/** A machine with a home (within the home that each test file gets), keys of several vendors, and a file where the imitated tools note how they were called. */
export function fixtureMachine(behavior = 'answer') {
  const home = mkdtempSync(join(homedir(), 'machine-'));
  const recordFile = join(home, 'calls.jsonl');
  writeFileSync(`${recordFile}.behavior`, behavior);
  const environment: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_API_KEY: 'anthropic-secret-key',
    OPENAI_API_KEY: 'openai-secret-key',
    GEMINI_API_KEY: 'gemini-secret-key',
    FACTORY_API_KEY: 'factory-secret-key',
    AWS_SECRET_ACCESS_KEY: 'cloud-secret-key',
    DATABASE_PASSWORD: 'database-secret',
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 'outer-session',
    CLAUDE_PROJECT_DIR: '/outer/project',
    WITAN_TEST_RECORD: recordFile,
  };
  const calls = (): RecordedCall[] =>
    existsSync(recordFile)
      ? readFileSync(recordFile, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as RecordedCall)
      : [];
  return { home, recordFile, environment, calls };
}
