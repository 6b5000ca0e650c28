import { z } from 'zod';
import { AUTONOMY_LEVELS } from '../../models/adapter-settings.js';
import { choice, count, flag, seconds, setting } from './setting.js';

const text = (expects: string) => setting(z.string().min(1).optional(), { expects, project: 'trusted' });
const texts = (expects: string) => setting(z.array(z.string()).default([]), { expects, project: 'trusted' });
const type = <Name extends string>(name: Name) =>
  setting(z.literal(name), { expects: ADAPTER_TYPES, project: 'trusted' });

const ADAPTER_TYPES = 'one of cli, http, demo';
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Disabling an adapter only takes something away, so every file may do it. */
const enabled = () => flag(true, 'switch-off');

/** An adapter's timeout when no file sets one, in seconds. */
const TIMEOUT = 60;

export const cliAdapterSchema = z.strictObject({
  type: type('cli'),
  enabled: enabled(),
  command: text('the name or path of a program'),
  args: setting(z.array(z.string()).default([]), {
    expects: 'a list of arguments',
    project: 'trusted',
    // People put API keys into arguments.
    secret: true,
  }),
  timeout: seconds(TIMEOUT, 'lower'),
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
  model_paths: texts('a list of folders'),
  autonomy: setting(z.enum(AUTONOMY_LEVELS).optional(), {
    expects: `one of ${AUTONOMY_LEVELS.join(', ')}`,
    project: 'never',
  }),
});

export const httpAdapterSchema = z.strictObject({
  type: type('http'),
  enabled: enabled(),
  base_url: setting(z.string().min(1).optional(), {
    expects: 'an address that starts with http:// or https://',
    project: 'trusted',
    secret: true,
  }),
  api_key: setting(z.string().min(1).optional(), {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation that the file uses
    expects: 'a text, best "${NAME_OF_A_VARIABLE}"',
    project: 'trusted',
    secret: true,
  }),
  timeout: seconds(TIMEOUT, 'lower'),
  max_retries: count(3, [0, 10], 'lower'),
  api: setting(z.enum(['openai', 'ollama', 'anthropic']).optional(), {
    expects: 'one of openai, ollama, anthropic',
    project: 'trusted',
  }),
});

const demoAdapterSchema = z.strictObject({ type: type('demo'), enabled: enabled() });

/** Without "@", "#" and ":", so that "model@adapter#2" and "adapter:model" can be parsed. */
const ADAPTER_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

export const adaptersSchema = z.record(
  z.string().regex(ADAPTER_NAME),
  z.discriminatedUnion('type', [cliAdapterSchema, httpAdapterSchema, demoAdapterSchema]),
);

export type AdapterEntry = z.output<typeof adaptersSchema>[string];

/** The built-in adapters. */
export const KNOWN_ADAPTERS: ReadonlyMap<string, AdapterEntry['type']> = new Map([
  ['claude', 'cli'],
  ['codex', 'cli'],
  ['droid', 'cli'],
  ['gemini', 'cli'],
  ['llamacpp', 'cli'],
  ['ollama', 'http'],
  ['lmstudio', 'http'],
  ['openrouter', 'http'],
  ['nebius', 'http'],
  ['openai', 'http'],
  ['anthropic', 'http'],
  ['demo', 'demo'],
]);
