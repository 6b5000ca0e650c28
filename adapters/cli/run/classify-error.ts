import { stripVTControlCharacters } from 'node:util';
import { cutText } from '../../../src/kernel/cut-text.js';
import type { ModelFailure, ModelRequest } from '../../../src/models/index.js';
import type { CliTool, Reading } from './cli-tool.js';

type Exit = { readonly kind: 'exited'; readonly code: number | null; readonly signal?: string };

/**
 * Classifies the error message of a tool. A reported HTTP status is used first; the tools share no other codes, so
 * the rest depends on the wording.
 */
export function classifyError(
  error: Reading & { kind: 'error' },
  { tool, request }: { readonly tool: CliTool; readonly request: ModelRequest },
  exit: Exit,
): ModelFailure {
  const text = error.detail.slice(-4000);
  const detail = toDetail(text);
  const status = error.status ?? statusIn(text);
  if (status === 401 || matches(text, LOGIN)) return { kind: 'not_logged_in', remedy: tool.loginHint };
  if (status === 429 || matches(text, RATE_LIMIT)) return { kind: 'rate_limited', detail, ...retryAfter(text) };
  if (status === 404 || matches(text, UNKNOWN_MODEL)) return { kind: 'unknown_model', model: request.model, detail };
  if (matches(text, REFUSAL)) return { kind: 'refused', detail };
  if (request.answerSchema !== undefined && matches(text, TRUNCATION)) return { kind: 'truncated', detail };
  if (status !== undefined && status >= 500) return { kind: 'server_error', status, detail };
  if (matches(text, NETWORK)) {
    return { kind: 'unreachable', address: `the service behind ${tool.name}`, detail, remedy: 'check the network' };
  }
  if (status !== undefined && status >= 400) return { kind: 'rejected', status, detail };
  return { ...exit, detail };
}

/** Checks whether a message means that a person has to log in first. */
export function isLoginError(text: string): boolean {
  return statusIn(text) === 401 || matches(text, LOGIN);
}

const LOGIN = [
  /not logged in|log in again|please (?:run )?\/?log ?in|login required/i,
  /failed to authenticate|authentication (?:failed|required|error)|not authenticated|unauthori[sz]ed/i,
  /(?:invalid|incorrect|missing|no) (?:x-)?api[ -]?key|api[ -]?key (?:is )?(?:not valid|invalid|missing|required)/i,
  /set an auth method|oauth token (?:has )?expired|refresh token|factory_api_key/i,
];
const RATE_LIMIT = [
  /rate[ _-]?limit|too many requests|usage limit|quota|resource_exhausted|high demand|overloaded/i,
  /status(?: code)?:? 429/i,
];
const UNKNOWN_MODEL = [
  /model_not_(?:found|supported)|unknown model|invalid model|unsupported model|issue with the selected model/i,
  /\bmodel\b.{0,80}(?:not found|not exist|not supported|not available|is unknown|is invalid)/i,
];
const REFUSAL = [/content[ _](?:policy|filter)|usage policy|prohibited_content|flagged as/i];
const TRUNCATION = [/output[ _-]tokens?[ _-](?:maximum|limit)|max_(?:output_)?tokens|context[ _]window/i];
const NETWORK = [
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|connection refused|network is unreachable/,
  /failed to lookup address|could not resolve|stream disconnected|waiting for network|fetch failed/i,
];

function matches(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

function statusIn(text: string): number | undefined {
  const [, status] = /\b(?:status|HTTP|API Error)(?: code)?[:\s"]{1,3}([45]\d\d)\b/i.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}

function retryAfter(text: string): { retryAfterMs?: number } {
  const [, seconds] = /(?:retry|try again)(?: after| in) (\d{1,5}(?:\.\d+)?) ?s/i.exec(text) ?? [];
  return seconds === undefined ? {} : { retryAfterMs: Math.round(Number(seconds) * 1000) };
}

const MAX_LENGTH = 300;

/** A tool's message as one short line for a transcript: no colors, no stack, no control characters. */
export function toDetail(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '' && !/^at /.test(line));
  // Tools print the error after their warnings.
  const line =
    lines.findLast((candidate) => /error|fail|denied|invalid|unable|cannot/i.test(candidate)) ?? lines.at(-1);
  if (line === undefined) return '';
  return cutText(line, MAX_LENGTH);
}
