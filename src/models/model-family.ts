/** The family of a model. Panels mix families, because different families make different mistakes. */
export function familyOf(adapter: string, model: string): string {
  const id = model.toLowerCase();
  for (const [family, pattern] of FAMILIES) if (pattern.test(id)) return family;
  return (
    ADAPTER_FAMILY[adapter] ??
    (id === '' || id === 'default' ? adapter : (id.split(/[/:\s-]/).find((part) => part !== '') ?? adapter))
  );
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['claude', /claude|sonnet|opus|haiku/],
  ['gpt', /gpt|codex|(^|[^a-z0-9])o[1-9]([^a-z0-9]|$)/],
  ['gemini', /gemini|gemma/],
  ['llama', /llama/],
  ['qwen', /qwen|qwq/],
  ['mistral', /mi[sx]tral|codestral|magistral|devstral/],
  ['deepseek', /deepseek/],
  ['grok', /grok/],
  ['glm', /glm/],
  ['kimi', /kimi/],
  ['phi', /(^|[^a-z])phi[^a-z]/],
];

const ADAPTER_FAMILY: Readonly<Record<string, string>> = {
  claude: 'claude',
  anthropic: 'claude',
  codex: 'gpt',
  openai: 'gpt',
  gemini: 'gemini',
};
