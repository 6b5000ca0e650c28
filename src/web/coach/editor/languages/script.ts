import {
  autoCloseTags,
  javascriptLanguage,
  jsxLanguage,
  tsxLanguage,
  typescriptLanguage,
} from '@codemirror/lang-javascript';
import { LanguageSupport } from '@codemirror/language';

export const javascript = new LanguageSupport(javascriptLanguage);
export const typescript = new LanguageSupport(typescriptLanguage);
export const jsx = new LanguageSupport(jsxLanguage, autoCloseTags);
export const tsx = new LanguageSupport(tsxLanguage, autoCloseTags);
