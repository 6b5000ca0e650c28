import { type ChildProcess, fork } from 'node:child_process';
import { builtProgram } from '../../built-program.js';
import { EmbeddingError } from '../embedding-error.js';
import type { EmbedMessage, LoadSettings, WorkerAnswer } from './messages.js';

export interface TransformersProcess {
  readonly dimensions: number;
  /** True if it has ended or is ending. */
  readonly isEnded: boolean;
  /** The vectors of the texts, one after the other. A process that does not answer in time is ended. */
  embed(texts: readonly string[], limitMs: number): Promise<Float32Array>;
  /** Rejects waiting calls with the reason. */
  end(reason: unknown): Promise<void>;
}

export interface StartOptions {
  /** The time that loading may take, fetching the model included. */
  readonly loadMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly workerFile?: string | undefined;
}

/**
 * Starts a process and resolves when its model is loaded. Not a thread, because a crash in the package's native code
 * would end all threads.
 */
export async function startProcess(settings: LoadSettings, options: StartOptions): Promise<TransformersProcess> {
  const { loadMs, signal, workerFile = builtProgram('transformers-worker.js') } = options;
  signal?.throwIfAborted();
  const child = fork(workerFile, [JSON.stringify(settings)], {
    // For typed arrays.
    serialization: 'advanced',
    // The package's output must not reach our standard output, which may be a protocol.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: ownEnvironment(process.env),
    execArgv: [],
  });
  const end = getEnd(child);
  const calls = watchAnswers(child);
  const stop = () => calls.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const { dimensions } = await calls.within(loadMs, { id: LOADING, action: 'load the model', kind: 'ready' });
    return {
      dimensions,
      get isEnded() {
        return hasEnded(child) || child.killed || !child.connected;
      },
      embed: async (texts, limitMs) => {
        const id = calls.nextId();
        const answered = calls.within(limitMs, { id, action: 'embed', kind: 'embedded' });
        const message: EmbedMessage = { id, texts };
        child.send(message, (error) => error && calls.fail(crashed(child)));
        return (await answered).data;
      },
      end: (reason) => {
        calls.fail(reason);
        return end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The id of the first answer, which no message requests. */
const LOADING = 0;

interface Waiting {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Settles the call of each answer; remaining calls are rejected when the process ends. */
function watchAnswers(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  let lastId = LOADING;
  const fail = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
  };
  child.on('message', (answer: WorkerAnswer) => {
    const call = waiting.get('id' in answer ? (answer.id ?? LOADING) : LOADING);
    if (answer.kind === 'failed') call?.reject(new EmbeddingError('transformers', answer.failure, answer.message));
    else call?.resolve(answer);
  });
  child.once('error', () => fail(crashed(child)));
  child.once('exit', () => fail(crashed(child)));
  return {
    nextId: () => ++lastId,
    fail,
    async within<Kind extends WorkerAnswer['kind']>(
      limitMs: number,
      { id, action, kind }: { readonly id: number; readonly action: string; readonly kind: Kind },
    ) {
      const timer = setTimeout(() => {
        const message = `@huggingface/transformers does not ${action} within ${limitMs} ms`;
        waiting.get(id)?.reject(new EmbeddingError('transformers', 'timeout', message));
        // It may be stuck forever; the next call starts a new one.
        child.kill('SIGKILL');
      }, limitMs);
      holdProcess(child, true);
      try {
        const answer = await new Promise<WorkerAnswer>((resolve, reject) => waiting.set(id, { resolve, reject }));
        if (answer.kind !== kind) throw new Error(`the transformers process answers ${answer.kind} instead of ${kind}`);
        return answer as Extract<WorkerAnswer, { kind: Kind }>;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
        holdProcess(child, waiting.size > 0);
      }
    },
  };
}

/** Our process may end while the child is idle, but not while a call waits for its answer. */
function holdProcess(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function getEnd(child: ChildProcess): () => Promise<void> {
  // Also "error": a process that could not be started never exits.
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  return () => {
    if (hasEnded(child)) return Promise.resolve();
    child.ref();
    child.kill('SIGKILL');
    return ended;
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function crashed({ exitCode, signalCode }: ChildProcess): EmbeddingError {
  const how = signalCode ?? (exitCode === null ? 'no exit code' : `exit code ${exitCode}`);
  const message = `the process that runs @huggingface/transformers has ended (${how}); choose another embedding if it happens again`;
  return new EmbeddingError('transformers', 'crashed', message);
}

/** Only what is needed to find, download and run a model, without the keys of other services. */
function ownEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => NEEDED.test(name)));
}

const NEEDED =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SYSTEMROOT|(LD|DYLD)_LIBRARY_PATH|XDG_CACHE_HOME|NODE_EXTRA_CA_CERTS|HF_\w+|(HTTPS?|NO|ALL)_PROXY)$/i;
