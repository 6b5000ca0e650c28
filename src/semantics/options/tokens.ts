import { plainSpelling } from '../words.js';
import { LABELLED } from './lists/frame-words.js';
import { wordSet } from './word-lists.js';

/**
 * An option taken apart: words in lower case, numbers, signs that compare or join, and labels ("#b" for the B of
 * "Option B"). Names are left whole ("PostgreSQL" is one word) while identifiers are split ("useRedis" is two).
 */
export function tokensOf(text: string): string[] {
  const spelled = joinParticles(spellSigns(splitIdentifiers(markLabels(text))));
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

function splitIdentifiers(text: string): string {
  return text.replace(/\p{Letter}[\p{Letter}\p{Number}]+/gu, (word) =>
    /^\p{Ll}{2}/u.test(word) || /^(?:\p{Lu}\p{Ll}{2,}){2,}$/u.test(word)
      ? word.replace(/(\p{Ll}|\p{Number})(\p{Lu})/gu, '$1 $2')
      : word,
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
    .replace(/(?<=\d)\s*k\b/giu, '000')
    .replace(/(?<=\b(?:\d+|one|two|three|four|five|ten)\s*)mins?\b/giu, ' minutes')
    .replace(/([\p{Letter}\p{Number}%]+) or more\b/giu, '>= $1')
    .replace(/([\p{Letter}\p{Number}%]+) or (?:fewer|less)\b/giu, '<= $1')
    .replace(/(?<=\p{Letter})[-/](?=\d)/gu, ' ');
}

/** What English says around its object or in a sentence of its own, brought to one form. */
function joinParticles(text: string): string {
  return text
    .replace(
      /\b(?:leave|keep)\s+(?!(?:everything|it|things|all)\b)(.+?)\s+(?:unchanged|alone|untouched|in\s+place|as\s+(?:(?:it|they)\s+)?(?:is|are))\W*$/iu,
      'keep $1',
    )
    .replace(/\b(?:put|place)\s+(.+?)\s+first\b/iu, '$1 first')
    .replace(/\bprioriti[sz](?:e|ing)\s+(.+?)\s+over\b/iu, '$1 over')
    .replace(/^\W*prioriti[sz](?:e|ing)\s+(.+)$/iu, '$1 first')
    .replace(/^(.+?)\s+only\W*$/iu, 'only $1')
    .replace(/\bprefer(?:ring)?\s+(.+?)\s+to\s+/iu, '$1 over ')
    .replace(/\b(?:log|sign)(?:ging|ing)?[\s-]in(?=\s+(?:with|via|by|using|through)\b|\W*$)/iu, 'login')
    .replace(
      /\b(turn|switch|break|put|push|speed|slow|throw|roll|scale|shut|take)(ed|ing|s)?\s+((?:the\s+)?[\p{Letter}\p{Number}]+(?:\s+[\p{Letter}\p{Number}]+)?)\s+(off|on|up|back|away|down|out)\W*$/iu,
      '$1 $4 $3',
    )
    .replace(
      /\b(?:give\s+)?(?:each|every)\s+(\p{Letter}+)\s+(?:(?:has|gets|owns|have|with)\s+)?(?:its|their|an?)\s+(?:own|separate|dedicated)\s+(\p{Letter}+)/iu,
      '$2 per $1',
    )
    .replace(
      /\b(?:an?\s+)?(?:one|separate|dedicated|own|individual)\s+(\p{Letter}+)\s+(?:per|for\s+each|for\s+every)\s+/iu,
      '$1 per ',
    );
}
