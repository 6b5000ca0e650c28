import { resolve } from 'node:path';
import type { z } from 'zod';
import type { CliAdapterSettings } from '../../models/adapter-settings.js';
import { type cliAdapterSchema, KNOWN_ADAPTERS } from './adapters.js';
import type { KeyPath, NormalizeContext } from './normalize-context.js';
import { substituteEnvironment } from './substitute-environment.js';

type CliEntry = z.output<typeof cliAdapterSchema>;

export function normalizeCliAdapter(
  name: string,
  entry: CliEntry,
  nativeTools: boolean,
  context: NormalizeContext,
): CliAdapterSettings {
  const key = ['adapters', name];
  const known = KNOWN_ADAPTERS.has(name);
  refuseKeysWithoutEffect(name, entry, known, context);
  return {
    type: 'cli',
    command: commandOf(name, entry, context),
    args: entry.args.map((argument, position) => {
      const path = [...key, 'args', position];
      refusePlaceholders(name, known, argument, path, context);
      return fill(argument, path, context);
    }),
    timeoutMs: entry.timeout * 1000,
    output: outputOf(entry, key, context),
    argvPrompt: entry.argv_prompt,
    passEnvironment: entry.pass_env,
    nativeTools,
    modelPaths: entry.model_paths.map((folder, position) =>
      resolve(context.projectFolder, context.expandHome(fill(folder, [...key, 'model_paths', position], context))),
    ),
    ...(entry.autonomy !== undefined && { autonomy: entry.autonomy }),
  };
}

function commandOf(name: string, entry: CliEntry, context: NormalizeContext): string {
  const key = ['adapters', name, 'command'];
  if (entry.command === undefined) {
    throw context.keyError(['adapters', name], 'has no `command`; name the program to run, as in `command: my-tool`');
  }
  const command = context.expandHome(fill(entry.command, key, context));
  if (command.trim() === '' || command.includes('\0')) throw context.keyError(key, 'is empty; name the program to run');
  // A bare name is looked up on the PATH; a relative path would otherwise depend on where the program was started.
  return /[/\\]/.test(command) ? resolve(context.folderOf(key), command) : command;
}

function outputOf(entry: CliEntry, key: KeyPath, context: NormalizeContext): CliAdapterSettings['output'] {
  if (entry.output === 'text') {
    if (entry.answer === undefined) return { format: 'text' };
    throw context.keyError([...key, 'answer'], 'is set while `output` is text; set `output: json` or remove it');
  }
  if (entry.answer !== undefined) return { format: 'json', answer: entry.answer };
  throw context.keyError(
    [...key, 'output'],
    'is json; say where the answer stands in it, as in `answer: /result/text`',
  );
}

function refuseKeysWithoutEffect(name: string, entry: CliEntry, known: boolean, context: NormalizeContext): void {
  const key = ['adapters', name];
  if (known) {
    const moot = [
      entry.output !== 'text' && 'output',
      entry.answer !== undefined && 'answer',
      entry.argv_prompt && 'argv_prompt',
    ].find((item) => item !== false);
    if (moot !== undefined) {
      throw context.keyError(
        [...key, moot],
        `has no effect: the built-in adapter "${name}" reads its tool's answer itself`,
      );
    }
  }
  if (name !== 'llamacpp' && entry.model_paths.length > 0) {
    throw context.keyError([...key, 'model_paths'], 'has no effect: only the adapter "llamacpp" looks for model files');
  }
  if (name !== 'droid' && entry.autonomy !== undefined) {
    throw context.keyError([...key, 'autonomy'], 'has no effect: only the adapter "droid" has autonomy levels');
  }
}

function refusePlaceholders(
  name: string,
  known: boolean,
  argument: string,
  path: KeyPath,
  context: NormalizeContext,
): void {
  if (known && /\{(model|prompt)\}/.test(argument)) {
    throw context.keyError(
      path,
      `has a placeholder, but the built-in adapter "${name}" passes model and prompt itself; keep only extra arguments (\`npm run migrate-config -- <file>\` does it)`,
    );
  }
  if (argument.includes('{prompt}')) {
    throw context.keyError(
      path,
      'has {prompt}, but the prompt is given on standard input; remove it, or set `argv_prompt: true` for a tool that cannot read standard input',
    );
  }
}

function fill(template: string, path: KeyPath, context: NormalizeContext): string {
  const substituted = substituteEnvironment(template, context.environment);
  if ('text' in substituted) return substituted.text;
  throw context.keyError(
    path,
    `needs the environment variable ${substituted.unset}, which is not set; set it, or write \${${substituted.unset}:-a default}`,
  );
}
