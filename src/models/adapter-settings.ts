import type { Secret } from './secret.js';

/** Built-in adapters build their own arguments; `args` is added to them. */
export interface CliAdapterSettings {
  readonly type: 'cli';
  readonly command: string;
  /** For a tool without a built-in adapter this is the whole argument list; `{model}` is replaced. */
  readonly args: readonly string[];
  readonly timeoutMs: number;
  /** For a tool without a built-in adapter: the format of its standard output. */
  readonly output: { readonly format: 'text' } | { readonly format: 'json'; readonly answer: string };
  /** For tools that cannot read standard input: the prompt is the last argument, with a length limit. */
  readonly argvPrompt: boolean;
  /** More environment variables for the child. */
  readonly passEnvironment: readonly string[];
  /** The participant may use its own read-only file tools. */
  readonly nativeTools: boolean;
  /** llama.cpp: more folders with model files. */
  readonly modelPaths: readonly string[];
  /** droid: what it may do beyond reading. Only the user's own configuration sets it. */
  readonly autonomy?: AutonomyLevel;
}

export const AUTONOMY_LEVELS = ['low', 'medium', 'high'] as const;
type AutonomyLevel = (typeof AUTONOMY_LEVELS)[number];

/** The wire formats of HTTP back ends. */
export type HttpApi = 'openai' | 'ollama' | 'anthropic';

export interface HttpAdapterSettings {
  readonly type: 'http';
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** For a back end without a built-in adapter. */
  readonly api: HttpApi | undefined;
}

export type AdapterSettings = CliAdapterSettings | HttpAdapterSettings | { readonly type: 'demo' };
