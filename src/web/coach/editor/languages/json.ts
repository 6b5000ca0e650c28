import { jsonLanguage } from '@codemirror/lang-json';
import { LanguageSupport } from '@codemirror/language';

export const json = new LanguageSupport(jsonLanguage);
