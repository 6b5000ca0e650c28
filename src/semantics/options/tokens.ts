import { plainSpelling } from '../words.js';
import { LABELLED } from './lists/frame-words.js';
import { plainForms } from './sentence-forms.js';
import { wordSet } from './word-lists.js';

/**
 * An option taken apart: words in lower case, numbers, signs that compare or join, and labels ("#b" for the B of
 * "Option B"). Names are left whole ("PostgreSQL" is one word) while identifiers are split ("useRedis" is two).
 */
export function tokensOf(text: string): string[] {
  const spelled = plainForms(spellSigns(splitIdentifiers(markLabels(text))));
  const tokens = plainSpelling(spelled).match(TOKEN) ?? [];
  return tokens.map((token) => (/^\d/.test(token) ? token.replaceAll(/,(?=\d{3})/g, '') : token));
}

const TOKEN =
  /#[\p{Letter}\p{Number}]+|\d+(?:[.,]\d+)*|[\p{Letter}](?:\p{Letter}|\p{Mark})*|\p{Number}+|>=|<=|!=|[<>=~%$€£,;/&+]|!(?=\p{Letter})|[−-](?=\d)/gu;

/** Any case of a letter, since the label after the noun is judged by its case. */
const anyCase = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const NOUN = `(${[...wordSet(LABELLED)].map(anyCase).join('|')})`;
const CAPITAL_LABEL = new RegExp(
  String.raw`(?<!\p{Letter})${NOUN}[\s_-]*#?\s*([A-Z]|[IVX]{2,4})(?![\p{Letter}\p{Number}+#'’])`,
  'gu',
);
const SMALL_LABEL = new RegExp(
  String.raw`(?<!\p{Letter})${NOUN}[\s_-]+#?\s*([a-z]|[ivx]{2,4})(?=[^\p{Letter}\p{Number}]*$)`,
  'gu',
);

function markLabels(text: string): string {
  const alone = /^[^\p{Letter}\p{Number}]*(\p{Letter})[^\p{Letter}\p{Number}\p{Mark}]*$/u.exec(text)?.[1];
  if (alone !== undefined && !/[+#]/.test(text)) return `#${alone}`;
  return (
    text
      .replace(CAPITAL_LABEL, '$1 #$2')
      .replace(SMALL_LABEL, '$1 #$2')
      // A capital standing alone is a name, except the pronoun and an article that opens the sentence.
      .replace(/(?<=\p{Ll}[\s(,:]+)([A-HJ-Z])(?![\p{Letter}\p{Number}+#'’./])/gu, '#$1')
      .replace(/#\s*(?=\d)/g, '')
  );
}

/** camelCase, or words with a capital each; "GraphQL" and "OAuth" are neither. */
const IDENTIFIER = /^\p{Ll}{2}|^(?:\p{Lu}\p{Ll}{2,}){2,}$|(?:\p{Lu}\p{Ll}{2,}){3}/u;

function splitIdentifiers(text: string): string {
  return text.replace(/\p{Letter}[\p{Letter}\p{Number}]+/gu, (word) =>
    IDENTIFIER.test(word)
      ? word.replace(/(\p{Ll}|\p{Number})(\p{Lu})/gu, '$1 $2')
      : // "APIGateway" is an abbreviation and a word.
        word.replace(/(?<=\p{Lu}{2})(\p{Lu}\p{Ll}{4,})/gu, ' $1'),
  );
}

function spellSigns(text: string): string {
  return text
    .replaceAll('_', ' ')
    .replace(/^\s*Go(?=\s+for\s+(?:the|our|all|every)\b)/u, 'golang')
    .replace(/(?<=\p{Lu}{2})s\b/gu, '')
    .replace(/\bc\+\+/giu, 'cplusplus')
    .replace(/(?<![\p{Letter}#])([cf])#(?!\p{Letter})/giu, '$1sharp')
    .replace(/(?<![\p{Letter}\p{Number}])\.net\b/giu, 'dotnet')
    .replace(/(?<=\p{Letter})\.(js|io)\b/giu, '$1')
    .replace(/≥|=>/gu, '>=')
    .replace(/≤|=</gu, '<=')
    .replace(/\bcan\s?not\b/giu, 'not')
    .replace(/n['’]t\b/giu, ' not')
    .replace(/['’](?:s|d|ll|re|ve|m)\b/giu, '')
    .replace(/\bv(?:er|ersion)?[.\s]*(?=\d|(?:one|two|three|four|five|six)\b)/giu, ' ')
    .replace(/(?<=\p{Letter}{2})v(?=\d)/gu, ' ')
    .replace(/\b(re|pre|sub|un|non|inter|intra|mis|multi|micro)-(?=\p{Letter}{3,})/giu, '$1')
    .replace(/\bmax(?:imum)?(?:\s+of)?\s+(?=\d|(?:two|three|four|five|ten)\b)/giu, '<= ')
    .replace(/\bmin(?:imum)?(?:\s+of)?\s+(?=\d|(?:two|three|four|five|ten)\b)/giu, '>= ')
    .replace(/(?<=\d)\s*k\b/giu, '000')
    .replace(/(?<=\b(?:\d+|one|two|three|four|five|ten)\s*)mins?\b/giu, ' minutes')
    .replace(/([\p{Letter}\p{Number}%]+) or more\b/giu, '>= $1')
    .replace(/([\p{Letter}\p{Number}%]+) or (?:fewer|less)\b/giu, '<= $1')
    .replace(/(?<=\p{Letter})[-/](?=\d)/gu, ' ');
}
