import type { LanguageSupport } from '@codemirror/language';

type Load = () => Promise<LanguageSupport>;

// The support that the packages themselves offer has lists of completions, a third of their size, and the page completes
// nothing. Only what these files name of a package is bundled.
const html: Load = async () => (await import('./html.js')).html;
const css: Load = async () => (await import('./css.js')).css;
const jsx: Load = async () => (await import('./script.js')).jsx;

/** Loaded when a file of the language is first shown; the names are those of the server. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  typescript: async () => (await import('./script.js')).typescript,
  typescriptreact: async () => (await import('./script.js')).tsx,
  javascript: jsx,
  javascriptreact: jsx,
  json: async () => (await import('./json.js')).json,
  jsonc: async () => (await import('./script.js')).javascript,
  html,
  vue: html,
  svelte: html,
  xml: html,
  css,
  scss: css,
  less: css,
  markdown: async () => (await import('./markdown.js')).markdown,
  python: async () => (await import('./python.js')).python,
};

/** Undefined for a language that is shown as plain text. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  // A part that cannot be loaded, because the server is gone, costs colors only.
  return LANGUAGES[name]?.().catch(() => undefined);
}
