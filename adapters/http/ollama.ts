import { Ollama } from 'ollama';
import { z } from 'zod';
import type { HttpAdapterSettings } from '../../src/models/index.js';
import { listOllamaModels, ollamaHost } from './apis/list-models.js';
import { answerWith, readAnswer, withoutThoughts } from './apis/read-answer.js';
import { askThrough } from './call/ask-through.js';
import { type Attempt, type FailedAttempt, finalFailure } from './call/attempt.js';
import { serverAvailability } from './call/availability.js';
import type { ModelCall } from './call/exchange.js';
import type { HttpCallOptions } from './call/http-service.js';
import { jsonHeaders } from './call/post-json.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOllamaAdapter(settings: HttpAdapterSettings, name = 'ollama', options?: HttpCallOptions) {
  const vendor = {
    name,
    unreachableHint: 'start it with `ollama serve`',
    // Its model keeps to the schema without seeing it, so the prompt must have it, too.
    supports: { system: true },
    ask: askOllama,
    availability: serverAvailability(listOllamaModels, 'get one with `ollama pull`'),
  };
  return createHttpAdapter(vendor, settings, options);
}

/** One try over Ollama's own API, through its package. */
async function askOllama(call: ModelCall): Promise<Attempt> {
  const { send, service, request } = call;
  const sent = await askThrough(send, jsonHeaders(service), (fetchThrough) =>
    new Ollama({ host: ollamaHost(service.settings.baseUrl), fetch: fetchThrough }).chat({
      model: request.model,
      messages: [
        ...(request.system === undefined ? [] : [{ role: 'system', content: request.system }]),
        { role: 'user', content: request.prompt },
      ],
      stream: false,
      ...(request.answerSchema !== undefined && { format: request.answerSchema }),
      options: {
        num_ctx: contextFor(`${request.system ?? ''}${request.prompt}`),
        ...(request.maxAnswerTokens !== undefined && { num_predict: request.maxAnswerTokens }),
      },
      ...(request.reasoningEffort !== undefined && { think: thinkLevel(request.reasoningEffort) }),
    }),
  );
  if (!sent.ok) return sent.error.failure.kind === 'unknown_model' ? notPulled(call, sent.error) : sent;
  const read = readAnswer(sent.value, CHAT, call);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  const text = withoutThoughts(answer.message.content);
  return answerWith({ text, usage }, answer.done_reason === 'length', request);
}

/** Lists the installed models, because a model that is not pulled yet is the most common mistake. */
async function notPulled({ send, service, request: { model } }: ModelCall, failed: FailedAttempt): Promise<Attempt> {
  const installed = await listOllamaModels(send, service);
  const names = installed.ok && installed.value.length > 0 ? installed.value.join(', ') : 'none';
  const detail = `get it with \`ollama pull ${model}\`; installed: ${names}`;
  return finalFailure({ kind: 'unknown_model', model, detail }, failed.usage);
}

/**
 * The context size for the prompt and an answer. Ollama's default is too small for a debate, and it silently cuts what
 * does not fit. Few sizes, because a new one makes it load the model again.
 */
function contextFor(prompt: string): number {
  const needed = Math.ceil(prompt.length / 3) + 4096;
  return [8192, 16_384, 32_768, 65_536].find((size) => size >= needed) ?? 131_072;
}

/** Ollama has three levels; other names are mapped to the nearest. */
function thinkLevel(effort: string): boolean | 'low' | 'medium' | 'high' {
  if (effort === 'none') return false;
  if (effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

const CHAT = z.object({ message: z.object({ content: z.string() }), done_reason: z.string().nullish() });
