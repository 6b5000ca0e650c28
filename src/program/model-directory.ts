import { createAdapter } from '../../adapters/registry.js';
import { errorMessage } from '../kernel/error-code.js';
import { failure } from '../kernel/result.js';
import type { AdapterSettings, ModelAdapter, ModelDirectory, RegisteredModel } from '../models/index.js';
import type { ModelAnswer } from '../models/model-adapter.js';

export interface ModelDirectoryOptions {
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
  readonly modelRegistry: Readonly<Record<string, readonly RegisteredModel[]>>;
  /** Adapters that the caller made; they come before configured ones of the same name. */
  readonly provided?: Readonly<Record<string, ModelAdapter>>;
  readonly create?: typeof createAdapter;
}

export function createModelDirectory(options: ModelDirectoryOptions): ModelDirectory {
  const { adapters, modelRegistry, provided = {}, create = createAdapter } = options;
  const made = new Map<string, Promise<ModelAdapter>>();
  return {
    names: () => [...new Set([...Object.keys(provided), ...Object.keys(adapters)])],
    async adapter(name) {
      const own = Object.hasOwn(provided, name) ? provided[name] : undefined;
      if (own !== undefined) return withLimit(own);
      const settings = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
      if (settings === undefined) return undefined;
      const adapter = made.get(name) ?? create(name, settings).then(withLimit);
      made.set(name, adapter);
      try {
        return await adapter;
      } catch (error) {
        // What stood in the way may be gone at the next question.
        made.delete(name);
        return brokenAdapter(name, settings, error);
      }
    },
    models(name) {
      // The registry speaks of the configured adapter, not of another one under its name.
      if (Object.hasOwn(provided, name) || !Object.hasOwn(modelRegistry, name)) return [];
      return modelRegistry[name] ?? [];
    },
  };
}

/** The same for every adapter, also for one that a user of the library wrote. */
function withLimit(adapter: ModelAdapter): ModelAdapter {
  return {
    name: adapter.name,
    kind: adapter.kind,
    ...(adapter.isLocal === undefined ? {} : { isLocal: adapter.isLocal }),
    ...(adapter.supports === undefined ? {} : { supports: adapter.supports }),
    ask: async (request) => limitAnswer(await adapter.ask(request)),
    availability: (signal) => adapter.availability(signal),
    ...(adapter.login === undefined ? {} : { login: adapter.login.bind(adapter) }),
  };
}

/** One adapter that cannot be made must not take the others with it: it is there, and says why it cannot be used. */
function brokenAdapter(name: string, settings: AdapterSettings, error: unknown): ModelAdapter {
  const words = errorMessage(error);
  const detail = words.replace(/\s+/g, ' ').trim().slice(0, 300);
  const fix = `check the adapter ${name} in the configuration`;
  return {
    name,
    kind: settings.type,
    ask: async () => failure({ failure: { kind: 'unreachable', address: name, detail, remedy: fix }, usage: {} }),
    availability: async () => ({ available: false, reason: `it could not be set up (${detail})`, remedy: fix }),
  };
}

/** Longer answers would fill the prompts, transcripts and databases of all later rounds. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** An answer that is too long is a failure, because half of it could lack the vote or contradict the rest. */
function limitAnswer(answer: ModelAnswer): ModelAnswer {
  if (!answer.ok) return answer;
  const { text, usage } = answer.value;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_ANSWER_BYTES) return answer;
  const detail = `it has ${(bytes / MAX_ANSWER_BYTES).toFixed(1)} MB, and at most 1 MB is accepted; ask for a shorter one`;
  return failure({ failure: { kind: 'unreadable_answer', detail }, usage });
}
