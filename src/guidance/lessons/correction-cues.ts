// How people say that an agent did wrong, or must keep a rule. Written for sentences of a user's turn, without code
// and quotations. A cue that is certain counts alone; weak ones need company, because each of them also occurs in
// plain requests ("the total is wrong, find out why").

/** The agent did something, or left it out. */
export const FAULTS: readonly RegExp[] = [
  /(?<!\b(?:if|when|in case|unless|hope|think) )\byou(?:'ve| have|'d| had)?(?: (?:also|still|again|just|simply|even|clearly|completely|obviously))* (?:forgot|forgotten|missed|skipped|overlooked|broke|broken|left|ignored|overwrote|omitted|neglected|failed to|misread|misunderstood|hard-?coded|swallowed|bypassed|invented|guessed|made up|leaked|mixed up|confused|clobbered|assumed|messed|duplicated|introduced a)\b/i,
  /(?<!\b(?:if|when|that) )\byou(?:'re| are| were)? (?:also )?(?:didn't|did not|haven't|have not|hadn't|never|should have|shouldn't|should not|supposed to|not supposed|were told|mustn't|must not|may not|not allowed|aren't allowed|were asked|can't just|cannot just)\b/i,
  /\b(?:but|and) you(?: also)? (?:need|have) to\b|\byou also (?:need|have)\b/i,
  /(?<!\b(?:if|when|that|whatever|what|as) )\byou (?:need to|have to|must|should|ought to|can't|cannot)(?! (?:know|see|be able|find|notice|get|hear|have|believe|wait|be (?:able|tired|kidding)))\b[^.]*\b(?:when|whenever|every|each|before|after|first|always|never|not|only|also|too|as well|instead|until|once|here|again|through|from|with)\b/i,
  /\byou(?:'re| are) (?:still |again |just )*(?:using|editing|changing|calling|putting|adding|writing|breaking|ignoring|skipping|mixing|missing|forgetting|duplicating|hard-?coding|importing|guessing|assuming)\b/i,
  /\bi (?:asked|told|said|explicitly)\b(?! (?:them|him|her|about)\b)/i,
  /\bnot what i (?:asked|said|meant|wanted)\b/i,
  /\byour (?:[\w-]+ ){1,3}(?:breaks?|broke|hides?|ignores?|misses|skips?|drops?|leaks?|removes?|violates?|is wrong|are wrong|is not|isn't)\b/i,
];

/** Something is not as it must be here. */
export const WRONGS: readonly RegExp[] = [
  /\b(?:that|this|it)(?:'s| is| was)(?: still| simply| just| plain| completely| all)* (?:wrong|incorrect|not (?:right|correct|how|what|the way|where|acceptable|allowed|ok|okay|our|supposed|needed)|unacceptable|the (?:old|wrong)|outdated)\b(?! (?:with|window))/i,
  /\b(?:that|this|it) (?:isn't|wasn't) (?:right|correct|how|what|the way|where|allowed|acceptable|our|supposed)\b/i,
  /\b(?:is|are) (?:not|never) (?:acceptable|allowed|permitted|ok|okay|an option|to be)\b|\baren't allowed\b|\bisn't allowed\b/i,
  /\b(?:this|that|it|there|those|these) (?:should|ought to) (?:not )?have\b|\b(?:that|this|it) (?:broke|breaks)\b/i,
  /\b(?:violates|against) (?:our|the) (?:rules?|convention|conventions|style|guidelines?|guide|policy)\b|\bdoesn't (?:match|follow|fit) our\b/i,
  /^wrong[.!,:]/i,
  /^(?:no|nope)\b[,.! ]+(?:not like|that|this|it|we|the|you|use|don't|i)\b/i,
  /^(?:no, )?not like (?:that|this)\b/i,
  /^wrong (?!window|chat|tab|channel|thread)\w+/i,
];

/** "Don't …", "never …", "stop …" at the beginning of a sentence. */
export const PROHIBITIONS: readonly RegExp[] = [
  /^(?:(?:(?:(?:this|that|it)(?:'s| is) )?(?:very )?(?:critical|important)|no|hey|please|pls|and|but|also|so|again|careful|attention)[,:!]? )*(?:don't|do not|dont|never)(?: ever)? (?!worry|bother|hesitate|forget|mind|wait|care|know|think|need|rush|be\b|give up)\w+/i,
  /^(?:(?:no|hey|please|pls)[,:!]? )*(?:stop|quit) \w+ing\b/i,
  /^(?:please )?avoid \w+/i,
  /[,;:] (?:we |please )?(?:never|don't|do not) (?:ever )?(?:commit|push|edit|touch|change|use|delete|throw|mock|merge|update|call|write|add|log|store)\b/i,
];

/** A rule of the project. */
export const RULES: readonly RegExp[] = [
  /^(?:(?:(?:(?:this|that|it)(?:'s| is) )?(?:very )?(?:critical|important)|please|and|also|so|again|no)[,:!]? )*(?:always|only ever) (?!on\b)\w+/i,
  /\bwe (?:always|never)\b/i,
  /\bwe (?:only|don't|do not|no longer) (?:ever )?(?:commit|use|throw|mock|push|edit|write|call|add|put|log|import|merge|store|touch|ship|change|return|hard-?code|name|format|export|nest|pin|catch|swallow|rename|test|squash|rebase|keep)\b/i,
  /\b(?:tests?|files?|types?|helpers?|constants?|queries|styles?|components?|they|these|those|it|\w+s) belongs? (?:in|under|to|into|next|with)\b/i,
  /\bwe (?:use|have|keep|put|name|write|call|prefer|store|return|log|run|do)\b[^.]{0,80}(?:, not\b|, never\b|\bnot with\b|\binstead\b|\bfor that\b|\bhere\b|\bin this (?:repo|project|package|codebase|service))/i,
  /\b(?:is|are|was|in|use|uses|called|lives?|goes?|go|stays?|to|from|with|has been|expects?|takes?|returns?|it's|QUOTE|named)\b[^,.]{0,60}, (?:and )?not\b/i,
  /\b(?:don't forget|remember|make sure) (?:to|you|that)\b[^.]*\b(?:when|whenever|every|each|after|before|always|too|as well|any)\b/i,
  /^(?:please )?(?:don't forget|remember) to \w+/i,
  /\b(?:has|have|needs?|must)(?: to)?(?: be)? [^.]{0,60}\b(?:whenever|every time|each time|in this (?:repo|project|package|codebase))\b/i,
  /\bin this (?:repo|repository|project|package|codebase)\b[^.]*\b(?:must|needs?|use|uses|have|has|always|never|are|is)\b/i,
];

/** Each is only a hint: it needs another one, or one of the usual companions below. */
export const HINTS: readonly RegExp[] = [
  /\byou(?:'ve| have)? (?:changed|put|used|added|removed|deleted|edited|renamed|wrote|committed|pushed|created|moved|converted|replaced|mocked|ran|copied|called|returned|turned|named|did|set|touched|dropped|disabled|reverted|updated)\b/i,
  /\b(?:is|are|was|were|looks?) (?:wrong|incorrect|not right|broken|outdated|the old)\b/i,
  /\b(?:fix (?:it|that|this)|please fix|undo|revert|put it back|change it back|take it out|remove (?:it|that))\b/i,
  /\b(?:should|must) (?:be|have been|never|always|not)\b|\bshouldn't\b|\bneeds? to be\b/i,
  /\b(?:every|each|all|any|no) [^.]{2,60}\b(?:must|needs?|has to|have to|requires?|goes through|go through)\b/i,
  /\binstead(?: of)?\b|\brather than\b|, not\b/i,
  /\b(?:use|check|read|run|ask|search|look)\b[^.]{0,60}\b(?:first|before|instead|for everything)\b/i,
  /^(?:actually|hold on|wait|careful|hm+)[,.!:]/i,
  /^why (?:did|are|do|would|have) you\b/i,
  /\b(?:not necessary|unnecessary|by hand|blindly)\b/i,
];

export const COMPANIONS: readonly RegExp[] = [
  /\b(?:always|never|whenever|every|each|before|until)\b/i,
  /\b(?:it has been|has always been|since the|lives in|belongs?|already have|that's why|fails? (?:on|because))\b/i,
  /\b(?:we|here|this repo|this project|our)\b/i,
];

/** It happened before. */
export const REPETITIONS: readonly RegExp[] = [
  /\b(?:second|third|fourth|fifth|sixth|\d+(?:nd|rd|th)) time\b/i,
  /\byou (?:keep|kept|always|constantly|continue to)(?: on)? (?:\w+ing|forget|miss|skip|break|ignore)\b/i,
  /\b(?:the )?same (?:mistake|error|problem|bug|thing|issue)(?: (?:again|as|twice|once more|like)|:|,)/i,
  /\bhow (?:many times|often) (?:do|must|should|have|did)\b/i,
  /\b(?:already|just) (?:told|said|asked|explained|mentioned|corrected|went over)\b/i,
  /\bi(?:'ve| have)? (?:told|asked|said|explained|mentioned|corrected)[^.]{0,40}\b(?:twice|before|already|yesterday|again|times|last (?:week|time)|repeatedly)\b/i,
  /\byou (?:did|do|forgot|missed|broke|skipped|changed|left|used|edited|removed|added|put|have|made|committed|pushed)\b[^.?]{0,80}\b(?:again|once more)\b/i,
  /^(?:again|once again|yet again|once more)\b[,:! ]+(?!for\b)/i,
  /\b(?:every (?:single )?time|each time|whenever) you\b/i,
  /\b(?:for the last time|as i said|like last time|like yesterday|as (?:i )?(?:said|mentioned) (?:before|already|yesterday))\b/i,
  /\b(?:yet|once) again\b[^.]*\byou\b|\byou\b[^.]*\b(?:yet|once) again\b/i,
  /\bstill (?:the same|not fixed|haven't)\b/i,
];
