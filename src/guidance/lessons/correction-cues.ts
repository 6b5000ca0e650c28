// Phrases by which people correct an agent or state a rule, in English, German, Spanish, French, and a few of other
// languages. A prompt with one of them gets a line about recording lessons; the model judges what the prompt means.

/** A rule that is meant to last. Only these make a draft when the agent writes no block. */
const LASTING = anyOf(`
  from now on|going forward|in (?:the )?future|next time|never again|how many times|remember th(?:is|at)|please remember
  told you|(?:house|team|project) rule|as a rule|keep in mind
  ab (?:jetzt|sofort)|künftig|in zukunft|nächstes? mal|nie (?:wieder|mehr)|merke? dir|denk (?:bitte )?dar?an|wie oft
  (?:schon|bereits|doch) gesagt|(?:haus|team)regel|grundsätzlich gilt
  (?:desde|a partir de) ahora|en adelante|la próxima vez|nunca más|acuérdate|recuerda que|te (?:lo )?(?:dije|he dicho)
  cuántas veces|(?:regla|norma) (?:de la casa|del equipo|del proyecto)
  désormais|dorénavant|à l'avenir|la prochaine fois|plus jamais|retiens|souviens-toi|l'ai déjà dit|combien de fois
  règles? (?:de la maison|d'équipe|du projet)|d'ora in poi|mai più|da próxima vez|voortaan|впредь`);
const LASTING_UNSPACED = /今後|これから|次回|以[后後]|今后|下次|앞으로/u;

/** What the agent did, or what it must or must not do. */
const REPROACH = anyOf(`
  you(?:'ve| have)?(?: (?:just|also|still|again|already))? (?:\\p{L}+ed|forgot|broke|left|ran|put|made|wrote|keep|kept)
  you [^.!?]*again|you(?:'re| are)? (?:not|never|must|can't|should(?:n't)?|supposed)|i (?:asked|said|keep)
  that(?:'s| was) (?:not (?:how|what|where)|wrong)
  du (?:hast|sollst|darfst|musst)|hast du|weil du|so nicht|hör auf|lass (?:das|bitte)|ich hab(?:e|) (?:dir|dich)
  das (?:war|ist) falsch|has \\p{L}+[aei]do|\\p{L}{3,}[ai]ste|así no|deja de|basta de|te (?:pedí|avisé)|eso está mal
  tienes que|no debes|tu (?:as|avais|m'as|n'as|dois|ne)|pas comme ça|arrête|je t'(?:ai|avais)|c'est faux`);

/** How the project does things. */
const CUSTOM = anyOf(`
  we (?:always|never|only|don't|do not|no longer|use|do|keep|write|put|call|agreed)|our (?:team|convention|policy|rules?|style)
  (?:in|for) (?:this|our) (?:repo|project|code ?base|team)|belongs? in|whenever you|(?:before|when) you (?:change|touch|add|commit)
  bei uns|wir (?:machen|nutzen|verwenden|schreiben|nehmen)|in diesem (?:repo|projekt)|gehör(?:t|en) ins?|wenn du|bevor du
  en (?:este|nuestro) (?:repo|proyecto|equipo)|usamos|aquí (?:se|no|va)|se (?:usan?|hacen?|escriben?|editan?)|siempre que
  chez nous|dans ce (?:projet|dépôt)|ici,? on|on (?:n'|ne |utilise|écrit)\\S*|se fait|partout|avant (?:de|que)`);

/** An order that forbids something or holds every time. */
const ORDER = anyOf(`
  don't|do not|never|always|every (?:single )?time|stop \\p{L}+ing|avoid|no more|only ever
  nie|niemals|immer|kein(?:e[nrms]?)?|vermeide|bitte nicht|jedes mal
  nunca|jamás|siempre|evita|no (?:me |lo |la |los |las )?\\p{L}+[ae]s|cada vez
  jamais|toujours|évite|ne \\S+ (?:pas|plus)|chaque fois|pas de`);

/** "This, not that." */
const CONTRAST =
  /[,;] (?:and |und |y |et )?(?:not|no|never|nicht|kein\p{L}*|nie|nunca|jamás|nada|pas|jamais)(?!\p{L})/iu;

/** A rule about a thing of development is a rule for the agent: "Migrations must …" is, "Users must …" is not. */
const NORM = anyOf(`
  must|only|before|without|every|each|per|muss|müssen|nur|darf|dürfen|bevor|vorher|ohne|pro|jede\\p{L}*
  debe\\p{L}*|s[oó]lo|antes de|sin|cada|doi(?:t|vent)|seulement|avant|sans|chaque`);
const DEVELOPMENT = anyOf(`
  commits?|branch(?:es)?|push(?:es)?|merges?|prs?|pull requests?|tests?|linter|ci|migra\\p{L}*|dependenc\\p{L}*|changelog|readme
  comments?|main|staging|review\\p{L}*|generated|abhängigkeit\\p{L}*|kommentar\\p{L}*|ramas?|dependencias?|comentarios?|pruebas
  logs?|logger|variabl\\p{L}*|secrets?|config|tickets?
  branches|dépendances?|commentaires?|fichiers générés`);

/** Requirements and bug reports are about the product: "The list must always …", "Users never …", "It never ends". */
const ABOUT_THE_PRODUCT = anyOf(`
  must|should|has to|have to|needs?|want|don't (?:know|worry)|muss|müssen|soll|sollen|fehlt
  debe|tienen? que|quiero|no sé|doit|doivent|faut|faudrait`);
const THIRD_PERSON = /^(?:the|it|this|users?|der|die|das|es|el|la|los|las|le|les|il|elle|ça|c'est|i)(?!\p{L})/iu;

const PRAISE = anyOf(`
  great|nice|good job|perfect|thanks|thank you|awesome|amaz\\p{L}*|love|toll|super|klasse|prima|danke|perfekt|gut gemacht
  genial|gracias|perfecto|buen trabajo|enhorabuena|merci|bravo|parfait|nickel`);
const FOR_NOW = anyOf(`yet|for now|for the moment|noch nicht|erst ?mal|vorerst|todavía|por ahora|pour l'instant`);

/** Whether a prompt may correct the agent. */
export function looksLikeCorrection(prose: string): boolean {
  return sentencesOf(prose).some((sentence) => {
    if (LASTING.test(sentence) || LASTING_UNSPACED.test(sentence)) return true;
    if (PRAISE.test(sentence)) return false;
    if (REPROACH.test(sentence) || CUSTOM.test(sentence)) return true;
    if (DEVELOPMENT.test(sentence) && (NORM.test(sentence) || ORDER.test(sentence))) return true;
    if (ABOUT_THE_PRODUCT.test(sentence)) return false;
    return CONTRAST.test(sentence) || (ORDER.test(sentence) && !THIRD_PERSON.test(sentence));
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

/** Phrases between `|` or on lines of their own, as whole words. */
function anyOf(phrases: string): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:${phrases
      .trim()
      .split(/\s*\n\s*/)
      .join('|')})(?!\\p{L})`,
    'iu',
  );
}
