import { resolve } from 'node:path';
import { z } from 'zod';
import { AUTONOMY_LEVELS, type CliAdapterSettings } from '../../models/adapter-settings.js';
import type { AdapterContext, KeyPath, NormalizeContext } from './normalize-context.js';
import { adapterTimeout, adapterType, choice, enabled, flag, setting } from './setting.js';
import { substituteEnvironment } from './substitute-environment.js';

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const cliAdapterSchema = z.strictObject({
  type: adapterType('cli'),
  enabled: enabled(),
  command: setting(z.string().min(1).optional(), { expects: 'the name or path of a program', project: 'trusted' }),
  args: setting(z.array(z.string()).default([]), {
    expects: 'a list of arguments',
    project: 'trusted',
    // People put API keys into arguments.
    secret: true,
  }),
  timeout: adapterTimeout(),
  output: choice(['text', 'json'], 'text', 'trusted'),
  answer: setting(z.string().regex(/^\//).optional(), {
    expects: 'a JSON pointer such as /result/text',
    project: 'trusted',
  }),
  argv_prompt: flag(false, 'trusted'),
  pass_env: setting(z.array(z.string().regex(VARIABLE_NAME)).default([]), {
    expects: 'a list of names of environment variables',
    project: 'trusted',
  }),
  model_paths: setting(z.array(z.string()).default([]), { expects: 'a list of folders', project: 'trusted' }),
  autonomy: setting(z.enum(AUTONOMY_LEVELS).optional(), {
    expects: `one of ${AUTONOMY_LEVELS.join(', ')}`,
    project: 'never',
  }),
});

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

function refuseKeysWithoutEffect(name: string, entry: CliEntry, context: AdapterContext): void {
  const key = ['adapters', name];
  if (context.isBuiltIn) {
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
  context: AdapterContext,
): void {
  const path = ['adapters', name, 'args', index];
  if (context.isBuiltIn && /\{(model|prompt)\}/.test(argument)) {
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
