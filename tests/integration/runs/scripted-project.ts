import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeliberationResult } from '../../../src/council/index.js';
import { memoryOf } from '../../support/project-memory.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

export const QUESTION = 'Should our job queue use PostgreSQL, SQLite or Redis?';
const PROGRAM = path.join(ROOT, 'dist', 'witan.cjs');
const VOICE = path.join(ROOT, 'tests', 'fixtures', 'runs', 'voice.mjs');
const NAMES = ['alpha', 'beta', 'gamma'];

/** A project of its own with three participants that are programs, and a log of every call to them. */
export interface ScriptedProject {
  readonly folder: string;
  readonly home: string;
  readonly configFile: string;
  readonly runsFile: string;
  readonly participants: readonly { readonly cli: string; readonly model: string }[];
  /** Lines such as `asked alpha 1 answer`. */
  log(): string[];
  /** Starts the built program; the arguments follow `--config`. */
  start(args: readonly string[]): Started;
  rows(sql: string): Record<string, unknown>[];
  /** From now on no participant answers, until `release`. */
  hold(): void;
  release(): void;
}

export interface Started {
  readonly child: ChildProcess;
  stderr(): string;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }>;
}

export function scriptedProject(maxPauseMs = 0, names: readonly string[] = NAMES): ScriptedProject {
  const folder = scratchFolder('voices');
  const home = scratchFolder('voices-home');
  const logFile = path.join(scratchFolder('voices-log'), 'calls');
  const configFile = path.join(folder, 'voices.yaml');
  writeFileSync(path.join(folder, 'README.md'), '# Jobs\n\nA queue of jobs on one machine.\n');
  const adapters = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'cli', command: process.execPath, args: [VOICE, name, logFile, String(maxPauseMs)], output: 'text' },
    ]),
  );
  const council = {
    summarizers: [],
    early_stopping: { enabled: false },
    convergence_detection: { enabled: true, consecutive_stable_rounds: 5 },
  };
  // JSON is YAML.
  writeFileSync(
    configFile,
    JSON.stringify({ version: '1.0', adapters, council, semantics: { embedding: 'none' }, defaults: { rounds: 3 } }),
  );
  const runsFile = path.join(memoryOf(folder, home), 'runs.db');
  return {
    folder,
    home,
    configFile,
    runsFile,
    participants: names.map((cli) => ({ cli, model: 'v1' })),
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n').slice(0, -1) : []),
    start: (args) => start([...args, '--config', configFile], folder, home),
    hold: () => writeFileSync(`${logFile}.hold`, ''),
    release: () => rmSync(`${logFile}.hold`, { force: true }),
    rows(sql) {
      if (!existsSync(runsFile)) return [];
      const [driver] = sqliteDrivers;
      const connection = driver?.open(runsFile, { readOnly: true });
      try {
        return connection?.prepare(sql).all([]) ?? [];
      } catch {
        // The table is not there yet.
        return [];
      } finally {
        connection?.close();
      }
    },
  };
}

function start(args: readonly string[], cwd: string, home: string): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, OLLAMA_HOST: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // Not `close`: a participant that outlives a killed program may hold its standard error open.
  const ended = new Promise<Awaited<Started['ended']>>((settle) => {
    child.once('exit', (exitCode, signal) => {
      if (signal === 'SIGKILL') settle({ exitCode, stdout, stderr });
      else child.once('close', () => settle({ exitCode, stdout, stderr }));
    });
  });
  return { child, stderr: () => stderr, ended };
}

/** What must not depend on interruptions: everything that was said, voted and concluded. */
export function essence(result: DeliberationResult): object {
  const { voting_result: voting, counterfactual, summary, status, full_debate: debate } = result;
  return {
    status,
    counterfactual,
    summary,
    rounds: result.rounds_completed,
    winner: voting?.winning_option,
    tally: voting?.final_tally,
    options: voting?.options,
    votes: voting?.votes_by_round.map(({ timestamp: _at, ...vote }) => vote),
    texts: debate.map(({ round, participant, response, draft }) => ({ round, participant, response, draft })),
    executions: result.tool_executions.records.map(({ round, tool, participant, success }) => ({
      round,
      tool,
      participant,
      success,
    })),
    citations: result.citations,
    convergence: result.convergence_info?.scores_by_round,
  };
}
