import type { LanguageSupport } from '@codemirror/language';

type Load = () => Promise<LanguageSupport>;

const script = (options: { readonly typescript?: boolean; readonly jsx?: boolean }): Load => {
  return async () => (await import('@codemirror/lang-javascript')).javascript(options);
};
const json: Load = async () => (await import('@codemirror/lang-json')).json();
const html: Load = async () => (await import('@codemirror/lang-html')).html();
const css: Load = async () => (await import('@codemirror/lang-css')).css();

/** Loaded when a file of the language is first shown; the names are those of the server. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  typescript: script({ typescript: true }),
  typescriptreact: script({ typescript: true, jsx: true }),
  javascript: script({ jsx: true }),
  javascriptreact: script({ jsx: true }),
  json,
  jsonc: script({}),
  html,
  vue: html,
  svelte: html,
  xml: html,
  css,
  scss: css,
  less: css,
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  python: async () => (await import('@codemirror/lang-python')).python(),
};

/** Undefined for a language that is shown as plain text. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  // A part that cannot be loaded, because the server is gone, costs colors only.
  return LANGUAGES[name]?.().catch(() => undefined);
}
