import { z } from 'zod';
import { cutText } from '../kernel/cut-text.js';
import { isRecord } from '../kernel/is-record.js';
import { parseJson } from '../kernel/parse-json.js';
import { quoteLines } from '../kernel/quote.js';
import { failure, type Result, success } from '../kernel/result.js';
import type {
  AnswerSchema,
  FailedCall,
  ModelAdapter,
  ModelReply,
  ModelRequest,
  NativeSupport,
  WebSource,
} from './model-adapter.js';
import { sumUsage, type Usage } from './usage.js';

/** A question whose answer is JSON of a schema. */
export interface StructuredQuestion<Value>
  extends Pick<
    ModelRequest,
    'model' | 'prompt' | 'reasoningEffort' | 'maxAnswerTokens' | 'webSearch' | 'workingDirectory' | 'signal'
  > {
  readonly system: string;
  readonly schema: z.ZodType<Value>;
}

export interface StructuredReply<Value> {
  readonly value: Value;
  /** The sum of all tries. */
  readonly usage: Usage;
  /** The model that answered. */
  readonly model: string;
  /** The results of the web search; other addresses may be invented. */
  readonly sources: readonly WebSource[];
}

export type { WebSource };
export type StructuredAnswer<Value> = Result<StructuredReply<Value>, FailedCall>;

/**
 * Asks for an answer of a schema. What the adapter does not support natively is put into the prompt; an adapter that
 * cannot search answers from memory, without sources. An answer that is not of the schema is asked for once more, with
 * the problem named. Each try has the adapter's deadline, and the signal ends both.
 */
export async function askStructured<Value>(
  adapter: Pick<ModelAdapter, 'ask' | 'supports'>,
  question: StructuredQuestion<Value>,
): Promise<StructuredAnswer<Value>> {
  const schema = toAnswerSchema(question.schema);
  const replies: ModelReply[] = [];
  const usageWith = (last?: Usage) => sumUsage([...replies.map(({ usage }) => usage), ...(last ? [last] : [])]);
  let rejected: RejectedAnswer | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await adapter.ask(toRequest(question, adapter.supports, { schema, rejected }));
    if (!answer.ok) return failure({ failure: answer.error.failure, usage: usageWith(answer.error.usage) });
    replies.push(answer.value);
    const { text, model = question.model } = answer.value;
    const read = readAnswer(text, question.schema);
    if (read.ok) {
      const found = replies.flatMap(({ sources = [] }) => sources.map((source) => [source.url, source] as const));
      return success({ value: read.value, usage: usageWith(), model, sources: [...new Map(found).values()] });
    }
    rejected = { text, problem: read.error };
  }
  return failure({ failure: { kind: 'invalid_answer', detail: rejected?.problem ?? '' }, usage: usageWith() });
}

const MAX_TRIES = 2;

interface RejectedAnswer {
  readonly text: string;
  readonly problem: string;
}

function toRequest<Value>(
  { schema: _schema, system, webSearch, reasoningEffort, ...question }: StructuredQuestion<Value>,
  supports: NativeSupport = {},
  { schema, rejected }: { readonly schema: AnswerSchema; readonly rejected: RejectedAnswer | undefined },
): ModelRequest {
  const prompt = [
    ...(supports.system || system === '' ? [] : [system]),
    question.prompt,
    // Some servers accept a schema and ignore it, so the second try has it in any case.
    ...(supports.answerSchema && rejected === undefined ? [] : [describeForm(schema)]),
    ...(rejected === undefined ? [] : [describeProblem(rejected)]),
  ];
  return {
    ...question,
    prompt: prompt.join('\n\n'),
    answerSchema: schema,
    ...(reasoningEffort !== undefined && supports.effort?.(question.model) && { reasoningEffort }),
    ...(supports.system && system !== '' ? { system } : {}),
    // The results are in the first answer, and a second search would be billed again.
    ...(supports.webSearch && webSearch !== undefined && rejected === undefined ? { webSearch } : {}),
  };
}

function describeForm(schema: AnswerSchema): string {
  return `Answer with one JSON value of this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
}

function describeProblem({ text, problem }: RejectedAnswer): string {
  const answer = quoteLines(cutText(text, MAX_QUOTED_LENGTH).split('\n'));
  return `This answer was not accepted (${problem}):\n${answer}\nGive the whole answer again without this problem.`;
}

const MAX_QUOTED_LENGTH = 20_000;

/** The value, or what is wrong with the answer. */
function readAnswer<Value>(text: string, schema: z.ZodType<Value>): Result<Value, string> {
  const json = findJson(text);
  if (json === undefined) return failure('it is not JSON');
  const parsed = schema.safeParse(json);
  if (parsed.success) return success(parsed.data);
  const problems = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.length === 0 ? 'the answer' : path.join('.')}: ${message}`);
  return failure(cutText(problems.join('; '), MAX_PROBLEM_LENGTH));
}

const MAX_PROBLEMS = 5;
const MAX_PROBLEM_LENGTH = 500;

/** Models without constrained decoding add a code fence or a sentence. */
function findJson(text: string): unknown {
  const fenced = text.slice(text.indexOf('```')).replace(/^```\w*\n/, '');
  const candidates = [
    text,
    fenced.slice(0, Math.max(0, fenced.lastIndexOf('```'))),
    text.slice(Math.max(0, text.search(/[{[]/)), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1),
  ];
  for (const candidate of candidates) {
    const value = parseJson(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * The JSON schema for answers of a zod schema. Back ends reject most constraints, so limits, patterns and formats become
 * part of the description, and objects have exactly the properties that are listed.
 */
export function toAnswerSchema(schema: z.ZodType): AnswerSchema {
  const { $schema: _, ...root } = z.toJSONSchema(schema, { io: 'input' });
  return simplify(root);
}

function simplify(schema: AnswerSchema): AnswerSchema {
  const kept: Record<string, unknown> = {};
  const limits: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'oneOf' || keyword === 'anyOf') kept.anyOf = list(value).map(simplify);
    else if (keyword === 'items' && isRecord(value)) kept.items = simplify(value);
    else if ((keyword === 'properties' || keyword === '$defs') && isRecord(value)) kept[keyword] = simplifyAll(value);
    else if (KEPT.has(keyword)) kept[keyword] = value;
    else if (isTelling(keyword, value)) limits.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  // A record of any keys has a schema here, and would be empty without it.
  if (kept.type === 'object' && !isRecord(kept.additionalProperties)) kept.additionalProperties = false;
  if (limits.length > 0) kept.description = [kept.description, `(${limits.join(', ')})`].filter(Boolean).join(' ');
  return kept;
}

const KEPT = new Set(['type', 'required', 'enum', 'const', '$ref', 'title', 'description', 'additionalProperties']);

/** Integers have the limits of safe numbers, and known formats have a long pattern besides their name. */
function isTelling(keyword: string, value: unknown): boolean {
  if (Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return false;
  return keyword !== 'pattern' || String(value).length <= MAX_PATTERN_LENGTH;
}

const MAX_PATTERN_LENGTH = 80;

function simplifyAll(schemas: Readonly<Record<string, unknown>>): AnswerSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isRecord(schema) ? simplify(schema) : schema]),
  );
}

function list(value: unknown): AnswerSchema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
