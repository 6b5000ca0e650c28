import type { AdapterSettings, CliAdapterSettings, HttpAdapterSettings, ModelAdapter } from '../src/models/index.js';

/**
 * Creates the adapter of a configured name. Other names are tools or back ends that are described by their settings.
 * Adapters are loaded at first use, because most runs need two or three.
 */
export async function createAdapter(name: string, settings: AdapterSettings): Promise<ModelAdapter> {
  switch (settings.type) {
    case 'cli': {
      const create = await (CLI_ADAPTERS[name] ?? CUSTOM_CLI)();
      return create(settings, name);
    }
    case 'http': {
      const create = await (HTTP_ADAPTERS[name] ?? COMPATIBLE_HTTP)();
      return create(settings, name);
    }
    case 'demo':
      return (await import('./demo/demo.js')).createDemoAdapter();
  }
}

type LoadCli = () => Promise<(settings: CliAdapterSettings, name: string) => ModelAdapter>;
type LoadHttp = () => Promise<(settings: HttpAdapterSettings, name: string) => ModelAdapter>;

const CLI_ADAPTERS: Readonly<Record<string, LoadCli>> = {
  claude: async () => (await import('./cli/claude.js')).createClaudeAdapter,
  codex: async () => (await import('./cli/codex.js')).createCodexAdapter,
  droid: async () => (await import('./cli/droid.js')).createDroidAdapter,
  gemini: async () => (await import('./cli/gemini.js')).createGeminiAdapter,
  llamacpp: async () => (await import('./cli/llamacpp.js')).createLlamacppAdapter,
};

const HTTP_ADAPTERS: Readonly<Record<string, LoadHttp>> = {
  ollama: async () => (await import('./http/ollama.js')).createOllamaAdapter,
  lmstudio: async () => (await import('./http/lmstudio.js')).createLmstudioAdapter,
  openrouter: async () => (await import('./http/openrouter.js')).createOpenrouterAdapter,
  nebius: async () => (await import('./http/nebius.js')).createNebiusAdapter,
  openai: async () => (await import('./http/openai.js')).createOpenaiAdapter,
  anthropic: async () => (await import('./http/anthropic.js')).createAnthropicAdapter,
};

const CUSTOM_CLI: LoadCli = async () => (await import('./cli/custom-cli.js')).createCustomCliAdapter;
const COMPATIBLE_HTTP: LoadHttp = async () => (await import('./http/compatible.js')).createCompatibleAdapter;
