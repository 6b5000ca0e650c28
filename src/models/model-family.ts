/** The family of a model. Panels mix families, because different families make different mistakes. */
export function familyOf(adapter: string, model: string): string {
  const id = model.toLowerCase();
  for (const [family, pattern] of FAMILIES) if (pattern.test(id)) return family;
  if (ADAPTER_FAMILY[adapter] !== undefined) return ADAPTER_FAMILY[adapter];
  if (id === '' || id === 'default') return adapter;
  // Behind the name of the company that offers it: "nousresearch/hermes-4-70b" is of the family of "hermes-4:70b".
  const name = id.slice(id.lastIndexOf('/') + 1);
  return name.split(/[:\s-]/).find((part) => part !== '') ?? adapter;
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

interface NamedModel {
  readonly model: string;
  readonly family: string;
}

/**
 * Checks whether two participants are one model, through whatever adapters. A name without a version, such as "sonnet", follows
 * the newest model of its kind, so it may be any of them.
 */
export function isSameModel(a: NamedModel, b: NamedModel): boolean {
  const [one, other] = [splitName(a.model), splitName(b.model)];
  if (hasVersion(one) && one.join() === other.join()) return true;
  return a.family === b.family && (mayBe(one, other) || mayBe(other, one));
}

function mayBe(alias: readonly string[], other: readonly string[]): boolean {
  return !hasVersion(alias) && alias.every((word) => other.includes(word));
}

function hasVersion(words: readonly string[]): boolean {
  return words.some((word) => /\d/.test(word));
}

/** Words and numbers of a model id, without what differs between adapters for the same weights. */
function splitName(model: string): string[] {
  const id = model.toLowerCase();
  const name = id
    .slice(id.lastIndexOf('/') + 1)
    .replace(OFFER, '')
    .replace(DATE, '')
    .replaceAll(QUANTIZATION, '');
  return (name.match(/[a-z]+|\d+/g) ?? []).filter((word) => !ADDITIONS.has(word));
}

/** The ways in which OpenRouter sells a model. */
const OFFER = /:(?:free|nitro|floor|online|beta|extended|exacto|thinking)$/;
const DATE = /[-@]20\d\d-?[01]\d-?[0-3]\d\b/;
const QUANTIZATION = /[-_.:](?:i?q\d\w*|(?:fp|bf|f|int)\d+|\d+bit|awq|gptq|gguf|ggml|mlx)(?![a-z\d])/g;
const ADDITIONS = new Set(['default', 'latest', 'preview', 'instruct', 'it']);
