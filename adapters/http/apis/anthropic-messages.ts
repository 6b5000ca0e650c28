import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { quoteLines } from '../../../src/kernel/quote.js';
import { success } from '../../../src/kernel/result.js';
import type { ModelRequest, Usage } from '../../../src/models/index.js';
import { askThrough } from '../call/ask-through.js';
import { type Attempt, finalFailure, withEarlier } from '../call/attempt.js';
import type { ModelCall } from '../call/exchange.js';
import type { HttpService } from '../call/http-service.js';
import { jsonHeaders } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { takesEffort } from './effort.js';
import { answerWith, readAnswer } from './read-answer.js';

/** One try over Anthropic's Messages API, through its SDK. */
export async function askMessages(call: ModelCall, server: MessagesServer = {}): Promise<Attempt> {
  const { prompt, answerSchema, webSearch } = call.request;
  const question = { prompt, ...(webSearch && { webSearch }), ...(answerSchema && { answerSchema }) };
  const attempt = await converse(call, server, question);
  const isRejected = !attempt.ok && attempt.error.failure.kind === 'rejected' && attempt.error.failure.status === 400;
  if (!isRejected || webSearch === undefined || answerSchema === undefined) return attempt;
  // The API may not combine the two: citations do not fit into JSON.
  const found = await converse(call, server, { prompt, webSearch });
  if (!found.ok) return withEarlier(found, [attempt.error.usage]);
  const { text, usage, sources = [] } = found.value;
  const listed = sources.map(({ url, title }) => `- ${url} (${title})`).join('\n');
  const notes = `${prompt}\n\nThis was found in the web:\n${quoteLines(`${text}\n\n${listed}`.split('\n'))}`;
  const written = await converse(call, server, { prompt: notes, answerSchema });
  const whole = withEarlier(written, [attempt.error.usage, usage]);
  return whole.ok ? success({ ...whole.value, sources }) : whole;
}

export interface MessagesServer {
  readonly headers?: Readonly<Record<string, string>>;
  /** Its version of the API has no schemas for answers. */
  readonly hasNoSchemas?: boolean;
}

type Question = Pick<ModelRequest, 'prompt' | 'answerSchema' | 'webSearch'>;

/** Asks, and continues a turn that the API pauses during a long search. */
async function converse(call: ModelCall, server: MessagesServer, question: Question): Promise<Attempt> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question.prompt }];
  const blocks: Block[] = [];
  const earlier: Usage[] = [];
  for (;;) {
    const sent = await sendMessages(call, server, { ...question, messages });
    if (!sent.ok) return withEarlier(sent, earlier);
    const read = readAnswer(sent.value, MESSAGE, call);
    if (!read.ok) return withEarlier(read, earlier);
    const { answer, usage } = read.value;
    blocks.push(...answer.content);
    const isPaused = answer.stop_reason === 'pause_turn';
    if (!isPaused || earlier.length === MAX_PAUSES) {
      return withEarlier(toAttempt({ ...answer, content: blocks }, usage, question), earlier);
    }
    earlier.push(usage);
    // The API continues after exactly the blocks that it sent.
    messages.push({ role: 'assistant', content: answer.content as unknown as Anthropic.ContentBlockParam[] });
  }
}

const MAX_PAUSES = 10;

function sendMessages(
  { send, service, request }: ModelCall,
  { headers = {}, hasNoSchemas = false }: MessagesServer,
  { messages, answerSchema, webSearch }: Question & { readonly messages: Anthropic.MessageParam[] },
) {
  const allHeaders = { ...jsonHeaders(service), 'anthropic-version': API_VERSION, ...headers };
  const format = !hasNoSchemas && answerSchema && { type: 'json_schema' as const, schema: answerSchema };
  const effort = getEffort(request);
  return askThrough(send, allHeaders, (fetchThrough) =>
    createClient(service, fetchThrough).messages.create({
      model: request.model,
      max_tokens: Math.min(request.maxAnswerTokens ?? MAX_ANSWER_TOKENS, MAX_ANSWER_TOKENS),
      messages,
      ...(request.system !== undefined && { system: request.system }),
      ...((effort || format) && { output_config: { ...(effort && { effort }), ...(format && { format }) } }),
      ...(webSearch && { tools: [{ type: WEB_SEARCH, name: 'web_search', max_uses: webSearch.maxUses }] }),
    }),
  );
}

/** Later versions may run the search inside of code, which not every model can do and which hides the results. */
const WEB_SEARCH = 'web_search_20250305';

function toAttempt(answer: z.infer<typeof MESSAGE>, usage: Usage, question: Question): Attempt {
  const { stop_reason: stopReason, stop_details: details, model, content } = answer;
  if (stopReason === 'refusal') {
    return finalFailure({ kind: 'refused', detail: shorten(details?.explanation ?? 'the model declined') }, usage);
  }
  const texts = content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : []));
  const text = question.answerSchema === undefined ? texts.join('') : (texts.at(-1) ?? '');
  const sources = content.flatMap((block) =>
    block.type === 'web_search_tool_result' ? RESULTS.parse(block.content) : [],
  );
  const reply = { text: text.trim(), usage, ...(model && { model }), ...(sources.length > 0 && { sources }) };
  const attempt = answerWith(reply, CUT.has(stopReason ?? ''), question);
  // Less thinking only helps against the limit of the answer.
  return attempt.ok || stopReason === 'max_tokens' ? attempt : finalFailure(attempt.error.failure, usage);
}

const CUT = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn']);

function createClient(service: HttpService, fetch: typeof globalThis.fetch): Anthropic {
  return new Anthropic({
    baseURL: service.settings.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    // The real key is in our own headers. Without a key the SDK would look for the user's credentials.
    apiKey: 'none',
    authToken: null,
    fetch,
    // `callHttp` retries and enforces the deadline.
    maxRetries: 0,
    timeout: service.settings.timeoutMs,
    // Its logger writes to standard output, which belongs to the MCP protocol.
    logger: SILENT,
    logLevel: 'off',
    openTelemetry: false,
  });
}

const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore };

function ignore(): void {}

function getEffort({ model, reasoningEffort }: ModelRequest): Effort | undefined {
  if (!takesEffort('anthropic', model)) return undefined;
  const effort = reasoningEffort === 'minimal' ? 'low' : reasoningEffort;
  return EFFORTS.find((known) => known === effort);
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
type Effort = (typeof EFFORTS)[number];

const Block = z.looseObject({ type: z.string(), text: z.string().optional() });
type Block = z.infer<typeof Block>;

/** A search may also end with an error. */
const RESULTS = z.array(z.object({ url: z.string(), title: z.string() })).catch([]);

const MESSAGE = z.object({
  model: z.string().optional(),
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  stop_details: z.object({ explanation: z.string().nullish() }).nullish(),
});

/** The API version of the SDK's requests; a test compares the two. */
export const API_VERSION = '2026-10-21';

/** Enough for a long argument with the thinking before it. */
const MAX_ANSWER_TOKENS = 16_000;
