import { failure, type Result, success } from '../../../src/kernel/result.js';
import type { ModelAnswer, ModelFailure, ModelRequest, Usage } from '../../../src/models/index.js';
import type { ChildFailure, ChildOutput } from '../../../src/processes/index.js';
import { classifyError } from './classify-error.js';
import type { CliTool, Reading } from './cli-tool.js';
import { toDetail } from './error-detail.js';
import type { Redact } from './redact-secrets.js';

export interface AnswerContext {
  readonly tool: CliTool;
  readonly request: ModelRequest;
  /** For the whole call, including its preparation. */
  readonly timeoutMs: number;
  /** Applied before a message is shortened, because half a secret could not be recognized. */
  readonly redact: Redact;
}

/** The answer in a program's output, or the typed failure that its exit means. */
export function toAnswer(outcome: Result<ChildOutput, ChildFailure>, context: AnswerContext): ModelAnswer {
  if (!outcome.ok) return fromChildFailure(outcome.error, context);
  return fromReading(context.tool.read(outcome.value, context.request), outcome.value, context);
}

export function failed(cause: ModelFailure, usage: Usage = {}): ModelAnswer {
  return failure({ failure: cause, usage });
}

export function notInstalled(tool: CliTool, command: string): ModelFailure {
  return { kind: 'not_installed', command, remedy: tool.installHint };
}

export function notStarted(detail: string): ModelFailure {
  return { kind: 'exited', code: null, detail: `not started: ${toDetail(detail)}` };
}

function fromReading(reading: Reading, output: ChildOutput, { tool, request, redact }: AnswerContext): ModelAnswer {
  switch (reading.kind) {
    case 'answer': {
      const { kind: _, ...reply } = reading;
      const text = reply.text.replaceAll('\0', '').trim();
      if (text !== '') return success({ ...reply, text });
      const detail = toDetail(redact(output.stderr)) || `${tool.name} succeeded but wrote nothing`;
      return failed({ kind: 'empty_answer', detail }, reading.usage);
    }
    case 'error': {
      const error = { ...reading, detail: redact(reading.detail) };
      return failed(classifyError(error, { tool, request }, { kind: 'exited', code: 0 }), reading.usage);
    }
    case 'unreadable':
      return failed({ kind: 'unreadable_answer', detail: toDetail(redact(reading.detail)) });
  }
}

function fromChildFailure(error: ChildFailure, { tool, request, timeoutMs, redact }: AnswerContext): ModelAnswer {
  switch (error.kind) {
    case 'cancelled':
      return failed({ kind: 'cancelled' });
    case 'timeout':
      return failed(timeoutCause(timeoutMs, error.output, tool));
    case 'not_found':
      return failed(notInstalled(tool, error.command));
    case 'arguments_too_long':
      return failed({ kind: 'prompt_too_long', length: request.prompt.length, limit: 131_072 });
    case 'output_too_large':
      return failed({ kind: 'unreadable_answer', detail: `it wrote more than ${error.limitBytes} bytes` });
    case 'not_executable':
    case 'not_started':
      return failed(notStarted(redact(error.detail)));
    case 'stopped':
    case 'exited': {
      const { code = null, signal, output } = error.kind === 'exited' ? error : { output: error.output };
      const reading = toErrorReading(tool.read(output, request), output);
      const redacted = { ...reading, detail: redact(reading.detail) };
      const exit = { kind: 'exited' as const, code, ...(signal === undefined ? {} : { signal }) };
      return failed(classifyError(redacted, { tool, request }, exit), reading.usage);
    }
  }
}

function timeoutCause(afterMs: number, output: ChildOutput, tool: CliTool): ModelFailure {
  if (!tool.waitingForQuota?.test(output.stderr)) return { kind: 'timeout', afterMs };
  return { kind: 'rate_limited', detail: `${tool.name} was still retrying after ${afterMs / 1000} s` };
}

/** A tool that exits with an error has not answered, whatever it wrote. */
function toErrorReading(reading: Reading, output: ChildOutput): Reading & { kind: 'error' } {
  if (reading.kind === 'error') return reading;
  const message = [output.stderr, output.stdout].find((text) => text.trim() !== '') ?? 'no message';
  return { kind: 'error', detail: message, usage: reading.kind === 'answer' ? reading.usage : {} };
}
