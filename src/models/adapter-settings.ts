import type { Secret } from './secret.js';

/** What a CLI adapter is handed. Known tools build their own arguments; `args` is added to them. */
export interface CliAdapterSettings {
  readonly type: 'cli';
  readonly command: string;
  /** For a tool without an adapter of its own this is the whole argument list; `{model}` is filled in. */
  readonly args: readonly string[];
  readonly timeoutMs: number;
  /** For a tool without an adapter of its own: how its answer stands on standard output. */
  readonly output: { readonly format: 'text' } | { readonly format: 'json'; readonly answer: string };
  /** For tools that cannot read standard input: the prompt becomes the last argument, within a length limit. */
  readonly argvPrompt: boolean;
  /** Names of further environment variables that the child may see. */
  readonly passEnvironment: readonly string[];
  /** The participant may use its own read-only file tools. */
  readonly nativeTools: boolean;
  /** llama.cpp: further folders to look for model files in. */
  readonly modelPaths: readonly string[];
  /** droid: what it may do beyond reading. Only the user's own configuration sets it. */
  readonly autonomy?: AutonomyLevel;
}

export const AUTONOMY_LEVELS = ['low', 'medium', 'high'] as const;
export type AutonomyLevel = (typeof AUTONOMY_LEVELS)[number];

/** The wire formats that an HTTP back end may speak. */
export type HttpApi = 'openai' | 'ollama' | 'anthropic';

export interface HttpAdapterSettings {
  readonly type: 'http';
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** For a back end without an adapter of its own. */
  readonly api: HttpApi | undefined;
}

export type AdapterSettings = CliAdapterSettings | HttpAdapterSettings | { readonly type: 'demo' };
