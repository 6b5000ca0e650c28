import { resolve } from 'node:path';
import type { z } from 'zod';
import type { CliAdapterSettings } from '../../models/adapter-settings.js';
import { type cliAdapterSchema, KNOWN_ADAPTERS } from './adapters.js';
import type { AdapterContext, KeyPath, NormalizeContext } from './normalize-context.js';
import { substituteEnvironment } from './substitute-environment.js';

type CliEntry = z.output<typeof cliAdapterSchema>;

export function normalizeCliAdapter(name: string, entry: CliEntry, context: AdapterContext): CliAdapterSettings {
  const key = ['adapters', name];
  refuseKeysWithoutEffect(name, entry, context);
  return {
    type: 'cli',
    command: commandOf(name, entry, context),
    args: entry.args.map((argument, index) => {
      refusePlaceholders(name, { argument, index }, context);
      return fill(argument, [...key, 'args', index], context);
    }),
    timeoutMs: entry.timeout * 1000,
    output: outputOf(entry, key, context),
    argvPrompt: entry.argv_prompt,
    passEnvironment: entry.pass_env,
    nativeTools: context.nativeTools,
    modelPaths: entry.model_paths.map((folder, index) =>
      resolve(context.projectFolder, context.expandHome(fill(folder, [...key, 'model_paths', index], context))),
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
  // A bare name is found on the PATH. A relative path must not depend on the current folder.
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
    'is json; add the JSON pointer of the answer, as in `answer: /result/text`',
  );
}

function refuseKeysWithoutEffect(name: string, entry: CliEntry, context: NormalizeContext): void {
  const key = ['adapters', name];
  if (KNOWN_ADAPTERS.has(name)) {
    const unused = [
      entry.output !== 'text' && 'output',
      entry.answer !== undefined && 'answer',
      entry.argv_prompt && 'argv_prompt',
    ].find((item) => item !== false);
    if (unused !== undefined) {
      throw context.keyError(
        [...key, unused],
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
  { argument, index }: { readonly argument: string; readonly index: number },
  context: NormalizeContext,
): void {
  const path = ['adapters', name, 'args', index];
  if (KNOWN_ADAPTERS.has(name) && /\{(model|prompt)\}/.test(argument)) {
    throw context.keyError(
      path,
      `has a placeholder, but the built-in adapter "${name}" passes model and prompt itself; keep only extra arguments (\`witan migrate-config <file>\` does it)`,
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
