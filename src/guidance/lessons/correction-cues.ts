// Words by which people correct an agent or state a lasting rule, in a few languages. They decide whether a prompt gets
// one line about recording lessons, so they aim at recall: what a correction means is for the model to say.

/** Marks of a rule that is meant to last. Only these make a draft when the agent writes no block. */
const LASTING = anyOf(
  'from now on|from here on|going forward|in (?:the )?future|next time|never again|no longer allowed',
  "i(?:'ve)?(?: have)? (?:already )?told you|how many times|please remember|remember (?:this|that|to)|keep in mind",
  '(?:house|team|project) rules?|as a rule',
  'ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft|nächstes mal|das nächste mal|nie wieder|nie mehr',
  'merk(?:e)? dir|denk (?:bitte )?(?:daran|dran)|(?:schon|bereits|doch|mal) gesagt|grundsätzlich gilt|teamregel',
  'de ahora en adelante|a partir de ahora|en adelante|la próxima vez|nunca más|acuérdate|recuérda\\p{L}*|tenlo en cuenta',
  '(?:ya )?te (?:lo )?(?:dije|he dicho)|regla (?:de la casa|del equipo)',
  "désormais|dorénavant|à l['’]avenir|la prochaine fois|plus jamais|retiens\\S*|souviens-toi|pense-y",
  "te l['’]ai (?:déjà )?dit|règle (?:de la maison|d['’]équipe|du projet)",
  "d['’]ora in poi|la prossima volta|mai più|daqui em diante|da próxima vez|voortaan|de volgende keer|впредь|больше никогда",
);
const LASTING_UNSPACED = /今後|これから|以后|以後|今后|下次|次回|앞으로/u;

/** A habit of the project, a reproach, an order not to do something, a contrast. */
const LIKELY = [
  LASTING,
  anyOf(
    "we (?:always|never|only|don['’]t|do not|no longer|all)|our (?:team|convention|policy|rules?|style)|not how we",
    '(?:in|for|of) this (?:repo|repository|project|code ?base|service)|every (?:single )?time|(?:check with|ask) me (?:first|before)',
    'bei uns|wir (?:\\p{L}+ ){1,3}hier|in diesem (?:repo|projekt)|jedes mal|ohne rücksprache|frag mich|so nicht|hier keiner',
    'en este (?:repo|proyecto)|aquí (?:se|no|usamos|siempre)|cada vez|en todas (?:las )?\\p{L}+|así no|sin (?:hablar|preguntar)\\p{L}*',
    "chez nous|ici,? (?:on|ça|c['’]est)|dans ce (?:projet|dépôt)|à chaque fois|partout|pas comme ça|systématiquement|sans me demander",
    "on n(?:e |['’])(?:\\S+ ){1,3}(?:pas|plus|jamais)|everywhere",
  ),
  anyOf(
    "you (?:forgot|missed|skipped|ignored|broke|overlooked|left out|were supposed|should(?:n['’]t| not)? have|didn['’]t|keep|kept)",
    'your?\\b[^.!?]*\\bagain|again you|i keep (?:having|telling|saying|asking|fixing|finding)|i (?:asked|said|explicitly)',
    'du hast[^.!?]*(?:wieder|vergessen|übersehen|ohne)|weil du|wieder (?:hast du|ein|eine|einen) ',
    'has (?:vuelto a|puesto|metido|olvidado|cambiado)|te (?:has )?olvidaste?|porque (?:\\p{L}+)(?:aste|iste)|otra vez (?:has|pusiste)',
    "tu (?:as|avais) (?:encore|oublié|remis|relancé)|tu m['’]as[^.!?]*sans",
  ),
  /^(?:please |pls |and |so |no,? )*(?:don['’]t (?!worry|bother|know|think|mind)|do not |avoid |stop \w+ing|quit \w+ing|no more )/i,
  /^(?:bitte |und )*(?:kein(?:e[nrms]?)? |lass (?:das|bitte|die)|hör auf|vermeide)/i,
  /^(?:por favor,? )?(?:evita |deja de )|(?<!\p{L})no (?:me |lo |la |le |los |las )?(?!tienes|puedes|sabes|quieres|haces|eres|vas)\p{L}{2,}(?:as|es)(?= )/iu,
  /^(?:stp,? )?(?:évite |arrête |ne \S+ (?:pas|plus|jamais)|n['’]\S+ (?:pas|plus|jamais))/iu,
  /^(?:please |bitte |por favor |merci de )?(?:use|nimm|nutze?|verwende?|usa|utilise)(?!\p{L}).*(?<!\p{L})(?:instead of|rather than|not|statt|nicht|en (?:lugar|vez) de|au lieu de|plutôt que)(?!\p{L})/iu,
  /, (?:and |und |y |et )?(?:not (?:in|on|with|as|by|the|a)|nicht (?:in|im|ins|auf|als|mit|über|per|die|das|den)|no (?:con|en|al|a|de|por|como|el|la)|pas (?:dans|à|de|du|avec|en|sur|comme|le|la|les|par|au))(?!\p{L})/iu,
];

/** An order with always or never; in a statement about users, data or a fault they correct no agent. */
const ALWAYS_NEVER = anyOf('always|never|immer|nie|niemals|siempre|nunca(?! h[aeu])|jamás|toujours|jamais');
const ABOUT_THE_PRODUCT = anyOf(
  'must|should|shall|has to|have to|needs?|want|muss|müssen|soll|sollen|sollte|darf|dürfen|kann|können|will',
  'debe|deben|tienen? que|quiero|puede|doit|doivent|faut|devrait|veux|peut',
);
const STATEMENT_SUBJECT = anyOf(
  "^(?:the|it|this|that|i|you|he|she|they|users?|der|die|das|es|ich|man|el|la|los|las|lo|le|les|il|elle|je|ça|c['’]est)",
);
/** It concerns this step only. */
const FOR_NOW = anyOf(
  "yet|for now|for the moment|noch nicht|erst mal|erstmal|vorerst|todavía|por ahora|pour l['’]instant",
);

export function looksLikeCorrection(prose: string): boolean {
  return sentencesOf(prose).some((sentence) => {
    if (LASTING_UNSPACED.test(sentence) || LIKELY.some((cue) => cue.test(sentence))) return true;
    return ALWAYS_NEVER.test(sentence) && !ABOUT_THE_PRODUCT.test(sentence) && !STATEMENT_SUBJECT.test(sentence);
  });
}

export function statesLastingRule(prose: string): boolean {
  return sentencesOf(prose).some((sentence) => LASTING.test(sentence) || LASTING_UNSPACED.test(sentence));
}

/** Without questions, which ask for an answer, and without what holds for the moment only. */
function sentencesOf(prose: string): string[] {
  const sentences = prose.slice(0, MAX_LENGTH).match(/[^.!?\n]+(?:[.!?]+(?!\s|$)[^.!?\n]*)*[.!?]*/g) ?? [];
  return sentences
    .map((sentence) => sentence.replace(/^[\s*#_>-]+/, '').trim())
    .filter((sentence) => !sentence.endsWith('?') && !FOR_NOW.test(sentence));
}

/** Corrections are short; a longer text is pasted material. */
const MAX_LENGTH = 4_000;

function anyOf(...cues: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${cues.join('|')})(?!\\p{L})`, 'iu');
}
