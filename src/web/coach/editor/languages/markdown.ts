import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Enter continues a list. Code of other languages in it has no colors: that would load three more of them. */
export const markdown = new LanguageSupport(markdownLanguage, Prec.high(keymap.of(markdownKeymap)));
