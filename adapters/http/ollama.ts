import { Ollama } from 'ollama';
import { z } from 'zod';
import { success } from '../../src/kernel/result.js';
import type { HttpAdapterSettings, ModelAdapter, ModelRequest, Usage } from '../../src/models/index.js';
import { listOllamaModels, ollamaHost } from './apis/list-models.js';
import { withoutThoughts } from './apis/without-thoughts.js';
import { type Attempt, type FailedAttempt, finalFailure } from './call/attempt.js';
import type { Send } from './call/exchange.js';
import { fetchThrough } from './call/fetch-through.js';
import { createHttpService, type HttpCallOptions, type HttpService } from './call/http-service.js';
import { bearer, readShape } from './call/post-json.js';
import { serverAvailability } from './call/server-availability.js';
import { callHttp } from './call-http.js';

export function createOllamaAdapter(
  settings: HttpAdapterSettings,
  name = 'ollama',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    { name, settings, keyVariable: undefined, unreachableRemedy: 'start it with `ollama serve`' },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) => callHttp(service, request, (send) => askOllama(send, service, request)),
    availability: (signal) => serverAvailability(service, listOllamaModels, 'get one with `ollama pull`', signal),
  };
}

async function askOllama(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const wire = fetchThrough(send);
  const ollama = new Ollama({
    host: ollamaHost(service.settings.baseUrl),
    fetch: wire.fetch,
    headers: bearer(service),
  });
  let raw: unknown;
  try {
    raw = await ollama.chat({
      model: request.model,
      messages: [{ role: 'user', content: request.prompt }],
      stream: false,
      options: { num_ctx: contextFor(request.prompt) },
      ...(request.reasoningEffort !== undefined && { think: thinkLevel(request.reasoningEffort) }),
    });
  } catch {
    const failed = wire.failed();
    if (failed === undefined) return finalFailure({ kind: 'unreadable_answer', detail: 'not JSON' });
    return failed.failure.kind === 'unknown_model' ? notPulled(send, service, request.model, failed) : failure(failed);
  }
  const answer = readShape(raw, ChatAnswer);
  if (!answer.ok) return answer;
  const usage = usageOf(answer.value);
  const text = withoutThoughts(answer.value.message.content);
  if (text !== '') return success({ text, usage });
  const isCut = answer.value.done_reason === 'length';
  const detail = isCut ? 'the length limit was reached before any answer' : 'the model returned no text';
  return finalFailure({ kind: 'empty_answer', detail }, usage);
}

/** Says what is there instead: a model that is not pulled yet is the usual first mistake. */
async function notPulled(send: Send, service: HttpService, model: string, failed: FailedAttempt): Promise<Attempt> {
  const installed = await listOllamaModels(send, service);
  const names = installed.ok && installed.value.length > 0 ? installed.value.join(', ') : 'none';
  const detail = `get it with \`ollama pull ${model}\`; installed: ${names}`;
  return finalFailure({ kind: 'unknown_model', model, detail }, failed.usage);
}

function failure(error: FailedAttempt): Attempt {
  return { ok: false, error };
}

/**
 * Room for the prompt and an answer. Ollama's default is far below a debate, and it cuts what does not fit without a
 * word. Few sizes, because a new one makes it load the model again.
 */
function contextFor(prompt: string): number {
  const needed = Math.ceil(prompt.length / 3) + 4096;
  return [8192, 16_384, 32_768, 65_536].find((size) => size >= needed) ?? 131_072;
}

/** Ollama knows three levels; other tools' names for more or less are brought to the nearest. */
function thinkLevel(effort: string): boolean | 'low' | 'medium' | 'high' {
  if (effort === 'none') return false;
  if (effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

const ChatAnswer = z.object({
  message: z.object({ content: z.string() }),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
});

function usageOf(answer: z.infer<typeof ChatAnswer>): Usage {
  return {
    ...(typeof answer.prompt_eval_count === 'number' && { inputTokens: answer.prompt_eval_count }),
    ...(typeof answer.eval_count === 'number' && { outputTokens: answer.eval_count }),
  };
}
