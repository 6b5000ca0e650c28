import { cssLanguage } from '@codemirror/lang-css';
import { LanguageSupport } from '@codemirror/language';

export const css = new LanguageSupport(cssLanguage);
