// Words by which people correct an agent or state a lasting rule, mostly in English, German, Spanish and French. They
// decide whether a prompt gets one line about recording lessons, so they aim at recall: the model judges the meaning.

/** A rule that is meant to last. Only these make a draft when the agent writes no block. */
const LASTING = anyOf(
  'from now on|from here on|going forward|in (?:the )?future|next time|never again|how many times|please remember|remember (?:this|that)',
  "i(?:'ve)?(?: have)? (?:already )?told you|(?:house|team|project) rules?|as a rule",
  'ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft|(?:das )?nächstes? mal|nie (?:wieder|mehr)|merke? (?:dir|euch)',
  'denk (?:bitte )?(?:daran|dran)|(?:schon|bereits|doch|mal) gesagt|(?:hausregel|teamregel|grundsätzlich gilt)',
  '(?:de|desde) ahora en adelante|a partir de ahora|la próxima vez|nunca más|acuérdate|recuérda\\p{L}*',
  'te (?:lo )?(?:dije|he dicho)|tenlo en cuenta|(?:regla|norma) (?:de la casa|del equipo|del proyecto)',
  "désormais|dorénavant|à l'avenir|la prochaine fois|plus jamais|retiens\\S*|souviens-toi|pense-y|t?e? ?l'ai (?:déjà )?dit",
  "règles? (?:de la maison|d'équipe|de l'équipe|du projet)|d'ora in poi|mai più|daqui em diante|da próxima vez|voortaan|впредь",
);
const LASTING_UNSPACED = /今後|これから|次回|以[后後]|今后|下次|앞으로/u;

/** The agent did something, or does it again. */
const REPROACH = anyOf(
  "(?<!(?:since|after|what|that|which|where|how|if|when|file|function|one|change|code|test) )you(?:'ve| have)?(?: (?:just|also|still|again|already))? (?:(?!need)[\\p{L}-]+ed|forgot|broke|left|ran|put|made|wrote|threw|set|took|keep|kept|can't|were|should(?:n't)? have|didn't)",
  "(?<!(?:can|could|would|will) )you [^.!?]*again|you (?:still|are supposed)|you're supposed|your \\P{P}*\\bagain|not acceptable|i (?:keep|asked|said|don't want)|that's (?:not (?:how|what|where|the way|our)|wrong)|stop \\p{L}+ing",
  '(?:du hast(?! recht)|hast du|du bist|weil du)|bitte nicht|so nicht|lass (?:das|bitte|die|den)|hör auf|wie gesagt|schon wieder (?:ein|hast)',
  'has \\p{L}+[aei]do|has (?:vuelto|puesto|hecho|roto|escrito)|(?!persiste|consiste|insiste|contraste)\\p{L}{3,}(?:aste|iste)|así no|deja de|como te',
  "we (?:talked|went over)|i've (?:said|asked|explained)|wrong (?:approach|place|way|layer)|enough with|quit \\p{L}+ing|keep in mind",
  'hatten wir|ich (?:hatte|habe?) (?:dich|dir)|falsche[rs]? (?:ansatz|weg|stelle|ort)|schluss mit|spar dir|verzichte auf',
  'te (?:he )?(?:pedí|pedido|repito|avisé)|lo (?:hemos hablado|hablamos)|basta de|no es así|apúnta(?:te|lo)|ten en cuenta',
  "je t'(?:ai|avais)|déjà (?:parlé|demandé|expliqué)|c(?:e n)?'est pas comme|mauvaise? (?:approche|endroit)|prends note",
  "tu (?:as(?! raison| fini| terminé)|avais|es|m'as|l'as|n'as)|pas comme (?:ça|ceci)|arrête|comme (?:je l'ai )?dit",
);

/** What holds whenever the agent does something. */
const ADDRESSED = anyOf(
  'whenever you|(?:when|before|after|if|unless) you (?:change|touch|edit|add|write|commit|push|create|rename|delete|install|deploy|say)',
  'wenn du (?!fertig|willst|kannst|magst|möchtest|zeit|so weit|damit)|bevor du|siempre que|cuando (?!termin|acab|pued|quier|teng)\\p{L}+[ae]s|(?:quand|lorsque|si|avant que) tu (?!as|auras|peux|veux)',
  'generell|grundsätzlich|por norma|en règle générale|be careful|vorsicht|achte auf|(?:ten )?cuidado|fais attention|hands off|finger weg',
);

const HOW_OFTEN =
  /how (?:many times|often) (?:do|must|should|have) i|wie oft (?:muss|soll|noch)|cuántas veces|combien de fois/iu;
const ONCE_MORE = /^(?:again|wieder|schon wieder|otra vez|encore)(?!\p{L}).*!$/iu;

/** How the project does things. */
const CUSTOM = anyOf(
  "we (?:always|never|only|don't|do not|no longer|use|write|keep|put|name|call|follow|prefer|commit|run|do|return|log|throw|test|store|merge|squash|avoid|agreed|all)|our (?:team|convention|policy|rules?|style)",
  '(?:in|for|of|within) (?:this|our) (?:repo|repository|project|code ?base|team)|belongs? in|everywhere',
  'bei uns|wir (?:machen|nutzen|verwenden|schreiben|benutzen|nehmen|committen|testen|loggen|benennen|halten|arbeiten|speichern|rechnen|legen)|unsere (?:regel|konvention)|in diesem (?:repo|projekt)|gehör(?:t|en) (?:in|ins|nicht|unter)|hier (?:wird|werden|nutzt|gilt)',
  'en (?:este|nuestro) (?:repo|proyecto|equipo)|(?:usamos|hacemos|escribimos|trabajamos|nombramos)|aquí (?:se|no|va|van|es)|se (?:usa|escribe|edita)n?|en todas (?:partes|las)',
  "chez nous|dans ce (?:projet|dépôt)|(?:ici,? )?on (?:n'|ne |n’)?(?:utilise|écrit|garde|touche|travaille|valide|pousse|y)\\S*|(?:ici,? )(?:on|ça|c'est)|notre (?:équipe|règle|convention)|partout",
);

/** An order not to do something, at the beginning of a sentence; with a verb also of a clause. */
const POLITE = '(?:(?:please|pls|bitte|por favor|stp|merci de|and|und|y|et|so|no|nein|non),? )*';
const PROHIBITION = new RegExp(
  `(?:^|[,;:–—(] ?)${POLITE}(?:(?:don't|do not|dont) (?!worry|bother|know|think|mind)|never |avoid |vermeide |evita |évite |jamás |no (?:me |lo |la |le |los |las |te )?(?!pued|tien|sab|quier|hac|va)\\p{L}{2,}[ae]s |ne \\S+ (?:pas|plus|jamais)|n'\\S+ (?:pas|plus|jamais)|(?:touche|fais|mets|modifie|utilise|pousse|change) pas )|(?:^|: )${POLITE}(?:no more |no (?!error|idea|problem|need|rush|thanks|change)\\p{L}+ (?:\\p{L}+ )?(?:in|on|for|without|outside|to) |kein(?:e[nrms]?)? \\p{L}|nie |niemals |nicht \\p{L}+ |nunca (?!h[aeu])|nada de |pas d[e'])|^${POLITE}(?:fass|mach|schreib|nimm|nutz|änder|lösch|benutz|verwend|leg|pack|bau|führ|häng|setz)\\p{L}* .*(?<!\\p{L})(?:nicht|kein)`,
  'iu',
);

/** "This, not that." */
const CONTRAST =
  /[,;] (?:and |und |y |et |but )?(?:not|nicht|pas|no (?:con|en|al|a|de|por|como|el|la|un|una))(?!\p{L})|(?<!\p{L})(?:use|nimm|nutze?|verwende?|usa|utilise)(?!\p{L}).*(?<!\p{L})(?:instead of|rather than|not|statt|nicht|en (?:lugar|vez) de|au lieu de|plutôt que)(?!\p{L})/iu;

/** A norm makes a rule of work only with a subject of work, or as an order: users and data have norms, too. */
const NORM = anyOf(
  'always|never|only|must|has to|every|each|before (?:you|each|every|any|\\p{L}+ing)|without',
  'immer|nie|niemals|nur|muss|müssen|jede[rnms]?|bevor|vorher|ohne',
  'siempre|nunca|jamás|sólo|solo|debe|deben|cada|antes de|sin',
  'toujours|jamais|seulement|doit|doivent|chaque|avant (?:de|chaque|tout)|sans',
);
const WORK = anyOf(
  'commits?\\p{L}*|branch\\p{L}*|push\\p{L}*|merge\\p{L}*|pr|prs|pull requests?|tests?|lint\\p{L}*|ci|migrations?|migración|migraciones|migrationen|dependenc\\p{L}+|lockfile',
  'deploy\\p{L}*|releases?|changelog|readme|docstrings?|comments?|default exports?|logger|linter|main|master|staging|prod\\p{L}*|review\\p{L}*|tickets?|sql',
  'abhängigkeit\\p{L}*|kommentare?|zweige?|nachrichten|ramas?|dependencias|comentarios|pruebas|dépendances?|branches|commentaires?|messages|fichiers générés|paquets?',
);
const ORDER_START =
  /^(?!(?:the|it|this|that|i|you|he|she|they|users?|der|die|das|es|ich|man|el|la|los|las|lo|le|les|il|elle|je|ça|c'est|nunca h[aeu]|quiero|can|could)(?!\p{L}))/iu;
const STRICT = anyOf(
  'always|never|immer|nie|niemals|siempre|nunca|jamás|toujours|jamais',
  'every (?:single )?time|jedes mal|cada vez|(?:à )?chaque fois|systématiquement',
);
const ABOUT_THE_PRODUCT = anyOf(
  'must|should|might|could|has to|have to|needs?|want|muss|müssen|soll|sollen|darf|debe|tienen? que|quiero|doit|doivent|faut',
);

const FOR_NOW = anyOf("yet|for now|for the moment|noch nicht|erst ?mal|vorerst|todavía|por ahora|pour l'instant");

const PRAISE = anyOf(
  'great|nice|good job|perfect|thanks|thank you|awesome|amaz\\p{L}*|love|nailed|toll|super|klasse|prima|danke|perfekt|gut gemacht',
  'genial|gracias|perfecto|bien hecho|buen trabajo|excelente|enhorabuena|merci|bravo|parfait|nickel|impeccable|bon travail',
);
const BUT = anyOf('but|however|only|aber|nur|pero|mais|sauf');

const CUES = [REPROACH, ADDRESSED, ONCE_MORE, CUSTOM, PROHIBITION];

/** Whether a prompt may correct the agent. */
export function looksLikeCorrection(prose: string): boolean {
  if (HOW_OFTEN.test(prose)) return true;
  return sentencesOf(prose).some((sentence) => {
    if (LASTING.test(sentence) || LASTING_UNSPACED.test(sentence)) return true;
    if (PRAISE.test(sentence) && !BUT.test(sentence)) return false;
    if (CUES.some((cue) => cue.test(sentence)) || (NORM.test(sentence) && WORK.test(sentence))) return true;
    if (ABOUT_THE_PRODUCT.test(sentence)) return false;
    return CONTRAST.test(sentence) || (STRICT.test(sentence) && ORDER_START.test(sentence));
  });
}

export function statesLastingRule(prose: string): boolean {
  return sentencesOf(prose).some(
    (sentence) => (LASTING.test(sentence) && !ABOUT_THE_PRODUCT.test(sentence)) || LASTING_UNSPACED.test(sentence),
  );
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
