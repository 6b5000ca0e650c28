import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './source-files.js';

export interface TerminalTask {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A part of the question, and what is typed when it appears. */
  readonly answers: readonly (readonly [question: string, typed: string])[];
}

export interface TerminalOutcome {
  readonly exitCode: number;
  /** Everything that the terminal showed, with the typed answers in it. */
  readonly screen: string;
}

/** Runs a program on a real pseudo terminal: Node has none of its own, Python has. */
export async function runOnTerminal(task: TerminalTask): Promise<TerminalOutcome> {
  const child = spawn('python3', [path.join(ROOT, 'tests/fixtures/terminal/run-on-terminal.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(task));
  const [printed, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (faults !== '') throw new Error(`the terminal failed: ${faults}`);
  const { exit_code: exitCode, screen } = JSON.parse(printed) as { exit_code: number; screen: string };
  return { exitCode, screen: screen.replace(/\r+\n/g, '\n').replace(CURSOR_OF_A_QUESTION, '') };
}

/** How Node's readline moves the cursor. */
const CURSOR_OF_A_QUESTION = /\u001b\[(?:1G\u001b\[0J|\d+G)/g;
