import { onTestFinished } from 'vitest';
import type { CallType } from '../../src/coaching/vocabulary.js';
import { isRecord } from '../../src/kernel/is-record.js';
import { type RecordedRequest, type Scripted, startLoopbackModelServer } from './loopback-model-server.js';

/** What can go wrong with a call, as Anthropic's API shows it. */
export const API_FAULTS = [
  '429 with Retry-After',
  '429',
  '529',
  '500',
  'reset',
  'hang',
  'cut body',
  'refusal',
  'max_tokens',
  'context exceeded',
  'not JSON',
  'wrong schema',
  'no text',
  '404 model',
] as const;
export type ApiFault = (typeof API_FAULTS)[number];

/** A call as the server knows it. */
interface ServedCall {
  readonly callType: CallType;
  readonly model: string;
  readonly system: string;
  readonly userMessage: string;
  readonly maxTokens: number;
  readonly effort: string | undefined;
  readonly fault: ApiFault | undefined;
  /** The tokens of the bill, as far as the caller could read them; null if they were not sent completely. */
  readonly reported: { readonly input: number; readonly output: number } | null;
  /** The whole answer is on its way. */
  readonly wasAnswered: () => boolean;
}

export interface AnthropicServer {
  readonly url: string;
  /** Everything that was asked, the oldest first. */
  readonly calls: readonly ServedCall[];
  /** Also of one call type. */
  callsOf(callType: CallType): readonly ServedCall[];
  /** From now on. */
  answer(callType: CallType, value: unknown): void;
  /** The next `times` calls of the type; forever unless given. */
  fail(callType: CallType, fault: ApiFault, times?: number): void;
  /** What a web search returns. */
  sources: readonly { readonly url: string; readonly title: string }[];
  /** Ids of models that do not exist. */
  readonly unknownModels: Set<string>;
  /** How long every answer takes. */
  delayMs: number;
  /** Called with every call before it is answered. */
  onCall: (call: ServedCall) => void;
  close(): Promise<void>;
}

/** Anthropic's API on this machine, with scripted answers per call type and a ledger of what it billed. */
async function startAnthropicServer(): Promise<AnthropicServer> {
  const loopback = await startLoopbackModelServer();
  const calls: ServedCall[] = [];
  const answers = new Map<CallType, unknown>();
  const faults = new Map<CallType, { readonly fault: ApiFault; times: number }>();

  function takeFault(callType: CallType): ApiFault | undefined {
    const planned = faults.get(callType);
    if (planned === undefined || planned.times === 0) return undefined;
    planned.times -= 1;
    return planned.fault;
  }

  const server: AnthropicServer = {
    url: loopback.url,
    calls,
    callsOf: (callType) => calls.filter((call) => call.callType === callType),
    answer: (callType, value) => void answers.set(callType, value),
    fail: (callType, fault, times = Number.POSITIVE_INFINITY) => void faults.set(callType, { fault, times }),
    sources: [],
    unknownModels: new Set(),
    delayMs: 0,
    onCall: () => undefined,
    close: () => loopback.close(),
  };
  loopback.respond((request) => {
    const callType = callTypeOf(request);
    const model = String(request.body.model);
    const fault = server.unknownModels.has(model) ? '404 model' : takeFault(callType);
    const usage = { input: 100 + calls.length, output: 10 + calls.length };
    const call: ServedCall = {
      callType,
      model,
      system: typeof request.body.system === 'string' ? request.body.system : '',
      userMessage: userMessageOf(request),
      maxTokens: Number(request.body.max_tokens),
      effort: (request.body.output_config as { effort?: string } | undefined)?.effort,
      fault,
      reported: fault === undefined || BILLED.has(fault) ? usage : null,
      wasAnswered: () => request.wasAnswered,
    };
    calls.push(call);
    server.onCall(call);
    const found = request.body.tools === undefined ? [] : [searchResult(server.sources)];
    const answer = fault === undefined ? message(answers.get(callType), usage, { found }) : FAULTS[fault](usage);
    const body = isRecord(answer.body) && 'model' in answer.body ? { ...answer.body, model: idOf(model) } : answer.body;
    return { ...answer, body, delayMs: server.delayMs };
  });
  return server;
}

/** The same, closed when the test is done. */
export async function anthropicServer(): Promise<AnthropicServer> {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  return server;
}

type Tokens = NonNullable<ServedCall['reported']>;

/** These answers arrive whole, with figures. */
const BILLED: ReadonlySet<ApiFault> = new Set([
  'refusal',
  'max_tokens',
  'context exceeded',
  'not JSON',
  'wrong schema',
  'no text',
]);

const FAULTS: Readonly<Record<ApiFault, (usage: Tokens) => Scripted>> = {
  '429 with Retry-After': () => ({ ...error(429, 'rate_limit_error'), headers: { 'retry-after': '0' } }),
  '429': () => error(429, 'rate_limit_error'),
  '529': () => error(529, 'overloaded_error'),
  '500': () => error(500, 'api_error'),
  reset: () => ({ cut: 'at once' }),
  hang: () => ({ hold: true }),
  'cut body': (usage) => ({ ...message({}, usage), cut: 'in the body' }),
  refusal: (usage) => message('I would rather not.', usage, { stopReason: 'refusal' }),
  max_tokens: (usage) => message('{"phases": [{"numb', usage, { stopReason: 'max_tokens' }),
  'context exceeded': (usage) => message('{"phases": [{"numb', usage, { stopReason: 'model_context_window_exceeded' }),
  'not JSON': (usage) => message('Here is my answer: it depends.', usage),
  'wrong schema': (usage) => message({ surprise: true }, usage),
  'no text': (usage) => ({ ...message('', usage), body: envelope([], usage, 'end_turn') }),
  '404 model': () => error(404, 'not_found_error'),
};

/** An alias is answered with the full id. */
function idOf(model: string): string {
  return model.replace(/-latest$/, '-20261101');
}

function message(
  value: unknown,
  usage: Tokens,
  { stopReason = 'end_turn', found = [] }: { readonly stopReason?: string; readonly found?: readonly object[] } = {},
): Scripted {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return { body: envelope([...found, { type: 'text', text }], usage, stopReason) };
}

function searchResult(sources: AnthropicServer['sources']) {
  const content = sources.map(({ url, title }) => ({ type: 'web_search_result', url, title }));
  return { type: 'web_search_tool_result', tool_use_id: 'search-1', content };
}

function envelope(content: readonly object[], { input, output }: Tokens, stopReason: string) {
  return {
    id: 'msg_loopback',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}

function error(status: number, type: string): Scripted {
  return { status, body: { type: 'error', error: { type, message: `the server says ${type}` } } };
}

/** A field that only the answer of this call has. */
const TELLING_FIELDS: readonly (readonly [field: string, CallType])[] = [
  ['relevant_memories', 'memory_retrieval_filter'],
  ['estimated_difficulty', 'coach_agent'],
  ['knowledge_gaps', 'knowledge_gap_extraction'],
  ['assessments', 'dreyfus_assessment'],
  ['memories', 'memory_summarisation'],
  ['should_nudge', 'observer_triage'],
  ['key_concepts', 'explain_this'],
  ['issues', 'issue_assessment'],
  ['recommendations', 'learning_materials'],
  ['dreyfus_signal', 'practice_review'],
  ['remarks', 'phase_review'],
];

/** By the schema of the answer: the request does not name its purpose. */
export function callTypeOf({ body }: Pick<RecordedRequest, 'body'>): CallType {
  const config = body.output_config as { format?: { schema?: { properties?: Record<string, unknown> } } } | undefined;
  const properties = config?.format?.schema?.properties ?? {};
  const found = TELLING_FIELDS.find(([field]) => field in properties);
  if (found === undefined) throw new Error(`no call has the fields ${Object.keys(properties).join(', ')}`);
  return found[1];
}

function userMessageOf({ body }: RecordedRequest): string {
  const [first] = body.messages as readonly { readonly content: unknown }[];
  return typeof first?.content === 'string' ? first.content : JSON.stringify(first?.content);
}
