import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClaudeAdapter } from '../../adapters/cli/claude.js';
import { createCodexAdapter } from '../../adapters/cli/codex.js';
import { createCustomCliAdapter } from '../../adapters/cli/custom-cli.js';
import { createDroidAdapter } from '../../adapters/cli/droid.js';
import { createGeminiAdapter } from '../../adapters/cli/gemini.js';
import { createLlamacppAdapter } from '../../adapters/cli/llamacpp.js';
import type { CliAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { fixturePath } from './cli-fixture.js';

type Create = (
  settings: CliAdapterSettings,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
) => ModelAdapter;

export interface CliVendor {
  readonly name: string;
  readonly create: Create;
  readonly command: string;
  readonly settings: Partial<CliAdapterSettings>;
  /** The one variable with a key that this tool may see. */
  readonly ownKey: string | undefined;
  readonly reportsUsage: boolean;
  /** Whether a truncated answer differs from a whole one. */
  readonly isStructured: boolean;
  readonly model: string;
  /** What availability says beyond the path of the program. */
  readonly rights: string;
  prepare(home: string): void;
}

function vendor(
  name: string,
  create: Create,
  fixture: string,
  ownKey: string | undefined,
  changes: Partial<CliVendor> = {},
): CliVendor {
  return {
    name,
    create,
    command: fixturePath(fixture),
    settings: {},
    ownKey,
    reportsUsage: true,
    isStructured: true,
    model: 'some-model',
    rights: '',
    prepare: () => undefined,
    ...changes,
  };
}

/** Every adapter for a command-line tool, with the program that imitates its tool. */
export const cliVendors: readonly CliVendor[] = [
  vendor('claude', createClaudeAdapter, 'claude.mjs', 'ANTHROPIC_API_KEY'),
  vendor('codex', createCodexAdapter, 'codex.mjs', 'OPENAI_API_KEY'),
  vendor('gemini', createGeminiAdapter, 'gemini.mjs', 'GEMINI_API_KEY'),
  vendor('droid', createDroidAdapter, 'droid.mjs', 'FACTORY_API_KEY', {
    rights: ', autonomy read-only, its tools switched off',
  }),
  vendor('llamacpp', createLlamacppAdapter, 'llama-cli.mjs', undefined, {
    reportsUsage: false,
    isStructured: false,
    model: 'tiny-model',
    prepare: (home) => {
      mkdirSync(join(home, 'models'));
      writeFileSync(join(home, 'models', 'tiny-model.Q4_K_M.gguf'), 'weights');
    },
  }),
  vendor('plain text tool', createCustomCliAdapter, 'plain.mjs', undefined, {
    reportsUsage: false,
    isStructured: false,
    settings: { args: ['--use', '{model}'] },
  }),
  vendor('JSON tool', createCustomCliAdapter, 'plain.mjs', undefined, {
    reportsUsage: false,
    settings: { args: ['--json'], output: { format: 'json', answer: '/choices/0/the~1text' } },
  }),
];
