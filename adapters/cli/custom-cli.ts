import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { failure, type Result, success } from '../../src/kernel/result.js';
import type { CliAdapterSettings, ModelAdapter, ModelFailure, ModelRequest } from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import type { CliTool, Environment, Invocation, Reading } from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/** A tool without its own adapter, described by its settings. */
export function createCustomCliAdapter(
  settings: CliAdapterSettings,
  name: string,
  environment: Environment = process.env,
): ModelAdapter {
  const tool: CliTool = {
    name,
    installHint: `install ${settings.command}, or correct adapters.${name}.command`,
    loginHint: `log in with ${settings.command}, or name its key in adapters.${name}.pass_env`,
    environmentNames: () => [],
    invoke: async (request) => invocation(request, settings),
    read: (output) => readAnswer(output, settings),
  };
  return createCliAdapter(tool, settings, environment);
}

/** Linux allows 131,072 bytes for one argument, with its terminator. */
const MAX_ARGUMENT_LENGTH = 131_072 - 1024;

function invocation(request: ModelRequest, settings: CliAdapterSettings): Result<Invocation, ModelFailure> {
  const args = settings.args.map((argument) =>
    fromProject(argument, request.workingDirectory).replaceAll('{model}', () => request.model),
  );
  if (!settings.argvPrompt) return success({ args, stdin: request.prompt });
  const length = Buffer.byteLength(request.prompt);
  if (length > MAX_ARGUMENT_LENGTH) return failure({ kind: 'prompt_too_long', length, limit: MAX_ARGUMENT_LENGTH });
  // A leading dash would make the prompt an option, and arguments cannot contain NUL.
  const prompt = request.prompt.replaceAll('\0', '').replace(/^-/, ' -');
  return success({ args: [...args, prompt], stdin: '' });
}

/** Resolves the path of a project script, because the tool is started in an empty folder. */
function fromProject(argument: string, workingDirectory: string): string {
  if (argument.startsWith('-') || !argument.includes('/')) return argument;
  const path = resolve(workingDirectory, argument);
  return existsSync(path) ? path : argument;
}

function readAnswer(output: ChildOutput, settings: CliAdapterSettings): Reading {
  if (settings.output.format === 'text') return { kind: 'answer', text: output.stdout, usage: {} };
  const pointer = settings.output.answer;
  try {
    const value = valueAtPointer(JSON.parse(output.stdout), pointer);
    if (typeof value === 'string') return { kind: 'answer', text: value, usage: {} };
    return { kind: 'unreadable', detail: `there is no text at ${pointer} in its JSON` };
  } catch {
    return { kind: 'unreadable', detail: 'standard output is not JSON' };
  }
}

/** The value at a JSON pointer (RFC 6901), or undefined. The leading slash may be missing. */
function valueAtPointer(document: unknown, pointer: string): unknown {
  const steps = pointer === '' ? [] : pointer.replace(/^\//, '').split('/');
  let value = document;
  for (const step of steps.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
