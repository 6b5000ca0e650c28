import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { JournalOptions, NewEntry } from '../../src/journal/index.js';
import { createJournal, type Journal } from '../../src/journal/index.js';
import type { Logger } from '../../src/kernel/logger.js';
import { identifyProcess, type ProcessIdentity, thisProcess } from '../../src/kernel/process-identity.js';
import type { Result } from '../../src/kernel/result.js';
import { scratchFolder } from './scratch-folder.js';

export const BELIEF: NewEntry = {
  domain: 'debugging',
  strategy: 'root-cause-analysis',
  goal: 'Stop the import job from hanging',
  hypothesis: 'The queue is never closed when a row is refused',
  action: 'Close the queue in a finally block',
  prediction: 'The job ends after a refused row',
};

/** A journal in a folder of its own, owned by this very process unless the options say otherwise. */
export function journalIn(options: Partial<JournalOptions> = {}): { journal: Journal; folder: string } {
  const folder = options.folder ?? `${scratchFolder('journal')}/.claude/journal`;
  return { journal: createJournal({ owner: thisProcess(), ...options, folder }), folder };
}

export function expectValue<Value>(result: Result<Value, { readonly kind: string }>): Value {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The mark of a process that has ended. */
export async function deadProcess(): Promise<ProcessIdentity> {
  const { mark, end } = livingProcess();
  await end();
  return mark;
}

/** A real process that lives until it is ended. */
export function livingProcess(): { mark: ProcessIdentity; end: () => Promise<void> } {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  if (child.pid === undefined) throw new Error('no process');
  return {
    mark: identifyProcess(child.pid),
    end: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export function recordingLogger(): Logger & { readonly events: string[] } {
  const events: string[] = [];
  return { events, log: (level, event) => events.push(`${level} ${event}`) };
}
