import { onTestFinished } from 'vitest';
import type { CallType } from '../../src/coaching/vocabulary.js';
import { callTypeOf } from './anthropic-server.js';
import { type RecordedRequest, type Scripted, startLoopbackModelServer } from './loopback-model-server.js';

/** What the API has billed, in millionths of a dollar. */
interface Books {
  microDollars: number;
  requests: number;
  /** Turned away or of the wrong form. */
  faults: number;
  readonly byCallType: Map<CallType, number>;
}

/**
 * Anthropic's API on this machine: its models think by effort, it reads parts of prompts from a cache, rejects an effort
 * that a model does not take, and sometimes fails or answers nonsense. It keeps its own books by the published prices.
 */
export async function startPricedApi(answers: Partial<Record<CallType, unknown>>) {
  const loopback = await startLoopbackModelServer();
  onTestFinished(() => loopback.close());
  const books: Books = { microDollars: 0, requests: 0, faults: 0, byCallType: new Map() };
  loopback.respond((request): Scripted => {
    books.requests += 1;
    const callType = callTypeOf(request);
    const isOverloaded = books.requests % 97 === 0;
    const isNonsense = !isOverloaded && books.requests % 61 === 0;
    if (isOverloaded || isNonsense) books.faults += 1;
    if (isOverloaded) return { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: '' } } };
    const text = isNonsense ? 'It depends.' : JSON.stringify(answers[callType]);
    const usage = measure(request, text, books.requests);
    const billed = bill(String(request.body.model), usage);
    books.microDollars += billed;
    books.byCallType.set(callType, (books.byCallType.get(callType) ?? 0) + billed);
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      ...(usage.isCut ? [] : [{ type: 'text', text }]),
    ];
    const { isCut, ...figures } = usage;
    const stopReason = isCut ? 'max_tokens' : 'end_turn';
    return { body: { type: 'message', role: 'assistant', content, stop_reason: stopReason, usage: figures } };
  });
  return { url: loopback.url, books };
}

/** By effort; the models think more than these questions need. */
const THINKING: Readonly<Record<string, number>> = { low: 500, medium: 3_000, high: 17_000 };

function measure({ body }: RecordedRequest, text: string, request: number) {
  const effort = (body.output_config as { readonly effort?: string }).effort ?? 'high';
  const prompt = Math.ceil(JSON.stringify([body.system, body.messages, body.output_config]).length / 3.5);
  const cached = request % 3 === 0 ? Math.floor(prompt / 2) : 0;
  const written = request % 5 === 0 ? Math.floor(prompt / 4) : 0;
  const output = (THINKING[effort] ?? 0) + Math.ceil(text.length / 3.5);
  const limit = Number(body.max_tokens);
  return {
    input_tokens: prompt - cached - written,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
    output_tokens: Math.min(output, limit),
    isCut: output > limit,
  };
}

/** Dollars per million tokens: input, output, cache read, cache write. */
const PRICES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'claude-sonnet-5-5': [2, 10, 0.1, 2.5],
  'claude-haiku-5-5': [0.1, 0.5, 0.01, 0.125],
  'claude-haiku-5-5, long': [0.5, 2.5, 0.05, 0.625],
};

function bill(model: string, usage: ReturnType<typeof measure>): number {
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  const isLong = model === 'claude-haiku-5-5' && input + read + written > 100_000;
  const prices = PRICES[isLong ? `${model}, long` : model];
  if (prices === undefined) throw new Error(`${model} is not on the price list`);
  return input * prices[0] + usage.output_tokens * prices[1] + read * prices[2] + written * prices[3];
}
