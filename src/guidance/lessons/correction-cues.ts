// Words by which people correct an agent or state a lasting rule, mostly in English, German, Spanish and French. They
// decide whether a prompt gets one line about recording lessons, so they aim at recall: the model judges the meaning.

/** A rule that is meant to last. Only these make a draft when the agent writes no block. */
const LASTING = anyOf(
  'from now on|from here on|going forward|in (?:the )?future|next time|never again|how many times|please remember',
  "i(?:'ve)?(?: have)? (?:already )?told you|remember (?:this|that)|keep in mind|(?:house|team|project) rules?|as a rule",
  'ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft|(?:das )?nächstes? mal|nie (?:wieder|mehr)|merke? (?:dir|euch)',
  'denk (?:bitte )?(?:daran|dran)|(?:schon|bereits|doch|mal) gesagt|(?:hausregel|teamregel|grundsätzlich gilt)',
  '(?:de|desde) ahora en adelante|a partir de ahora|en adelante|la próxima(?: vez)?|nunca más|acuérdate|recuerda\\p{L}*|recuérda\\p{L}*',
  'te (?:lo )?(?:dije|he dicho)|ten(?:lo)? en cuenta|(?:regla|norma) (?:de la casa|del equipo|del proyecto)',
  "désormais|dorénavant|à l'avenir|la prochaine fois|plus jamais|retiens\\S*|souviens-toi|pense-y|t?e? ?l'ai (?:déjà )?dit",
  "règles? (?:de la maison|d'équipe|de l'équipe|du projet)|d'ora in poi|mai più|daqui em diante|da próxima vez|voortaan|впредь",
);
const LASTING_UNSPACED = /今後|これから|次回|以[后後]|今后|下次|앞으로/u;

/** The agent did something, or does it again. */
const REPROACH = anyOf(
  "you(?:'ve| have)?(?: (?:just|also|still|again|already))? (?:\\p{L}+ed|forgot|broke|left|ran|put|made|wrote|threw|set|did|took|keep|kept|can't|were|should(?:n't)? have|didn't)",
  "you (?:again|still|are supposed)|you're supposed|your \\P{P}*\\bagain|not (?:acceptable|allowed)|i (?:keep|asked|said|meant|don't want)|that's (?:not|wrong)|stop \\p{L}+ing",
  '(?:du hast|hast du|du bist|weil du)|bitte nicht|so nicht|lass (?:das|bitte|die|den)|hör auf|wie gesagt|schon wieder (?:ein|hast)',
  'has \\p{L}+[aei]do|has (?:vuelto|puesto|hecho|roto|escrito)|\\p{L}{3,}(?:aste|iste)|así no|deja de|como te',
  "tu (?:as|avais|es|m'as|l'as|n'as)|pas comme (?:ça|ceci)|arrête|comme (?:je l'ai )?dit",
);

const ONCE_MORE = /^(?:again|wieder|schon wieder|otra vez|encore)(?!\p{L}).*!$/iu;

/** How the project does things. */
const CUSTOM = anyOf(
  '(?:we|our team) (?!need|want|should|could|can|have to|must)\\p{L}+|our (?:team|convention|policy|rules?|style)',
  '(?:in|for|of|within) (?:this|our|the) (?:repo|repository|project|code ?base|service|team)|belongs? (?:in|to)|everywhere|every (?:single )?time',
  'bei uns|(?:wir|unser\\p{L}*) (?!brauchen|müssen|wollen|sollten|können)\\p{L}+|in diesem (?:repo|projekt)|gehör(?:t|en)|jedes mal',
  'en (?:este|nuestro) (?:repo|proyecto|equipo)|(?:usamos|hacemos|escribimos|trabajamos|nombramos)|aquí (?:se|no)|se (?:hace|usa|escribe|pone|edita)n?|cada vez|en todas partes',
  "chez nous|dans ce (?:projet|dépôt)|(?:ici,? )?on (?:n'|ne |n’)?(?:utilise|met|écrit|passe|fait|garde|touche|travaille|valide|pousse|y)\\S*|notre (?:équipe|règle|convention)|à chaque fois|partout",
);

/** An order not to do something, at the beginning of a sentence or clause. */
const PROHIBITION =
  /(?:^|[,;:–—(] ?)(?:(?:please|pls|bitte|por favor|stp|merci de|and|und|y|et|so|no|nein|non),? )*(?:(?:don't|do not|dont) (?!worry|bother|know|think|mind)|never |avoid |no more |kein(?:e[nrms]?)? \p{L}|nie |niemals |nicht \p{L}+ |vermeide |no (?:me |lo |la |le |los |las |te )?\p{L}{2,}(?:[ae]s|[ae]r) |nunca (?!h[aeu])|jamás |evita |nada de |ne \S+ (?:pas|plus|jamais)|n'\S+ (?:pas|plus|jamais)|évite |pas d[e'])/iu;

/** "This, not that." */
const CONTRAST =
  /[,;] (?:and |und |y |et |but |sondern )?(?:not|nicht|pas|never|nunca|jamais|nie|niemals|no (?:con|en|al|a|de|por|como|el|la|un|una))(?!\p{L})|(?<!\p{L})(?:use|nimm|nutze?|verwende?|usa|utilise)(?!\p{L}).*(?<!\p{L})(?:instead of|rather than|not|statt|nicht|en (?:lugar|vez) de|au lieu de|plutôt que)(?!\p{L})/iu;

/** A norm makes a rule of work only with a subject of work, or as an order: users and data have norms, too. */
const NORM = anyOf(
  'always|never|only|must|should|has to|have to|every|each|all|before|first|without|here|hier|aquí|ici',
  'immer|nie|niemals|nur|muss|müssen|soll|sollen|jede[rnms]?|vor|bevor|vorher|erst|ohne',
  'siempre|nunca|jamás|sólo|solo|debe|deben|tienen? que|cada|tod[oa]s?|antes|primero|sin|hay que',
  "toujours|jamais|seulement|que|doit|doivent|faut|chaque|tou[ts]e?s?|avant|d'abord|sans",
);
const WORK = anyOf(
  'commits?\\p{L}*|branch\\p{L}*|push\\p{L}*|merge\\p{L}*|pr|prs|pull requests?|tests?|lint\\p{L}*|ci|migrations?|migración|migraciones|migrationen|dependenc\\p{L}+|lockfile',
  'deploy\\p{L}*|releases?|changelog|readme|docstrings?|comments?|default exports?|logger|linter|main|master|staging|prod\\p{L}*|review\\p{L}*|tickets?|sql',
  'abhängigkeit\\p{L}*|kommentare?|zweige?|nachrichten|ramas?|dependencias|comentarios|pruebas|dépendances?|branches|commentaires?|messages|fichiers générés|paquets?',
);
const ORDER_START =
  /^(?!(?:the|it|this|that|i|he|she|they|users?|der|die|das|es|ich|man|el|la|los|las|lo|le|les|il|elle|je|ça|c'est|nunca h[aeu]|quiero|can|could)(?!\p{L}))/iu;
const STRICT = anyOf('always|never|immer|nie|niemals|siempre|nunca|jamás|toujours|jamais');
const ABOUT_THE_PRODUCT = anyOf(
  'must|should|has to|have to|needs?|want|muss|soll|darf|debe|tienen? que|quiero|doit|doivent|faut',
);

const FOR_NOW = anyOf("yet|for now|for the moment|noch nicht|erst ?mal|vorerst|todavía|por ahora|pour l'instant");

/** Whether a prompt may correct the agent. */
export function looksLikeCorrection(prose: string): boolean {
  return sentencesOf(prose).some(
    (sentence) =>
      [LASTING, LASTING_UNSPACED, REPROACH, ONCE_MORE, CUSTOM, PROHIBITION, CONTRAST].some((cue) =>
        cue.test(sentence),
      ) ||
      (NORM.test(sentence) && WORK.test(sentence)) ||
      (STRICT.test(sentence) && ORDER_START.test(sentence) && !ABOUT_THE_PRODUCT.test(sentence)),
  );
}

export function statesLastingRule(prose: string): boolean {
  return sentencesOf(prose).some((sentence) => LASTING.test(sentence) || LASTING_UNSPACED.test(sentence));
}

/** Without questions and without what is meant for the moment only. */
function sentencesOf(prose: string): string[] {
  const text = prose.slice(0, MAX_LENGTH).replaceAll('’', "'");
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s*#_>¡-]+/, '').trim())
    .filter((sentence) => sentence !== '' && !/\?\W*$/.test(sentence) && !FOR_NOW.test(sentence));
}

/** Corrections are short; a longer text is pasted material. */
const MAX_LENGTH = 4_000;

function anyOf(...cues: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${cues.join('|')})(?!\\p{L})`, 'iu');
}
