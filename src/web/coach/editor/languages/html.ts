import { autoCloseTags, htmlLanguage } from '@codemirror/lang-html';
import { LanguageSupport } from '@codemirror/language';

export const html = new LanguageSupport(htmlLanguage, autoCloseTags);
