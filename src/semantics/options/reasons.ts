import { BETTER, MERIT } from './merits.js';
import { phrasePattern } from './phrase-pattern.js';

/** Verbs that stand after the subject of a clause. */
const FINITE =
  "is|are|was|were|has|have|had|does|do|did|can|cannot|can['’]t|will|would|isn['’]t|aren['’]t|doesn['’]t|don['’]t|won['’]t|needs?|lacks?|costs?|gets?|makes?|keeps?|grows?|takes?|gives?|breaks?|fails?|scales?|works?|fits?|knows?|allows?|lets|becomes?|seems?|remains?|requires?|depends?|supports?|handles?|suffers?|matters?|exists?|wants?|likes?|uses?|runs|hurts?|slows?|stays?|causes?|expects?";

/** "since 2019" and "as a service" give no reason, so each opening is taken only with the words that follow it. */
const REASON = phrasePattern(
  [
    String.raw`\b(?:because|considering|owing\s+to|due\s+to|thanks\s+to|in\s+view\s+of|on\s+account\s+of|seeing\s+that|now\s+that)\b`,
    String.raw`\bsince\s+(?!\d)`,
    String.raw`,\s*as\s+(?!well\b|an?\b|soon\b|long\b|the\b)`,
    String.raw`\bas\s+(?:it|they|we|this|that|our|most|everyone|nobody|the\s+team)\b(?!\s+(?:is|are)\W*$)`,
    // "as upstream is no longer maintained": a subject and its verb follow.
    String.raw`\bas\s+(?!an?\b|is\b|are\b|well\b|soon\b|long\b|far\b|much\b|many\b|the\s+(?:default|only|primary|main|minimum|maximum|single)\b)(?:[\p{Letter}'’-]+\s+){1,4}?(?:${FINITE})\s+\S`,
    String.raw`\b(?:in\s+(?:the\s+)?(?:interests?|light|hope|name|spirit)\s+of|in\s+the\s+hope\s+that|out\s+of\s+(?:caution|prudence|respect|concern)|by\s+virtue\s+of|for\s+(?:lack|want|fear)\s+of|on\s+(?:\p{Letter}+\s+)?grounds|with\s+[^,]+\s+in\s+mind|seeing\s+as|inasmuch\s+as)\b`,
    String.raw`,\s*(?:thereby|thus|hence|giving|making|allowing|letting|saving|meaning|ensuring|being|avoiding|sparing|freeing|improving|easing|simplifying|helping|preventing|lowering\s+(?:the\s+)?(?:risk|cost)|reducing\s+(?:the\s+)?(?:risk|cost|load|complexity|effort))\b`,
    String.raw`\b(?:thereby|thus)\s+\p{Letter}+ing\b`,
    String.raw`[,;]\s*(?:otherwise|or\s+else)\s+(?:we|it|they|our|everyone|nobody|the\s+\p{Letter}+\s+(?:${FINITE}))\b`,
    String.raw`,\s*to\s+(?:get|let|allow|give|stop|spare|free|unblock|comply|satisfy|meet|learn|absorb|contain|detect|find|spot|see|hit|survive|cope|share|isolate|raise|win|earn|stay|remain|keep|make|have|not\s+\p{Letter}+|never\s+\p{Letter}+|speed|prove|show|support|handle|serve|enable|preserve|respect|match|fit|be)\s`,
    String.raw`,\s*(?:with|in|on|for|of|from)\s+which\b`,
    String.raw`\bto\s+(?:find|spot|detect|catch|discover)\s+(?:more\s+)?(?:bugs|errors|problems|issues|mistakes|defects|regressions|leaks)\b`,
    String.raw`\bto\s+(?:spread|share|transfer|build\s+up)\s+(?:the\s+)?(?:knowledge|know-how|load|risk|costs?)\b`,
    String.raw`,\s*given\s`,
    String.raw`\bin\s+order\s+to\b`,
    String.raw`\bfor\s+\p{Letter}+\s+reasons\b`,
    String.raw`,\s*for\s+(?:security|compliance|privacy|auditability)\b`,
    String.raw`\bgiven\s+(?:that|the|our|its|how)\b`,
    String.raw`\bfor\s+(?:its|their|the\s+sake\s+of|reasons\s+of)\b`,
    String.raw`[,;]\s*(?:which|so|it|this|they|that|we\s+(?:already|know|have|need|can|cannot|lack|trust|like|want|run|use|are|were|do\s+not|don['’]t))\b`,
    String.raw`[.!?]\s+(?:it|this|they|that|we|our|because)\b`,
    String.raw`\bwhich\s+(?:is|are|has|have|gives|makes|keeps|lets|allows)\b`,
    String.raw`\bso\s+(?:that|we|it|the)\b`,
    String.raw`(?<!\b(?:need|want|have|try|plan|decide|agree|aim|like|ought|going|how|ready|able|used|prefer|choose|time|best|better)\s+)\b(?:in\s+order\s+)?to\s+(?:avoid|reduce|minimi[sz]e|simplify|improve|ensure|save|limit|cut|prevent|gain|lower|ease|shorten|speed\s+up|mitigate|offload|relieve|decouple|protect|increase|maximi[sz]e|boost|enhance|guarantee|achieve|eliminate|make\s+(?:it|things|sure)|keep\s+(?:it|things|(?:the\s+)?(?:costs?|risks?|latency|complexity))|stay\s+(?:flexible|simple|safe|independent)|help|catch\s+(?:bugs|errors|regressions)|be\s+(?:safe|sure|on\s+the\s+safe\s+side))\b`,
    String.raw`[,;]\s*(?:the\s+)?(?:simplest|safest|fastest|cheapest|best|easiest|most\s+\w+)(?:\s+(?:choice|option|one|way|solution))?\W*$`,
  ].join('|'),
);

/** "Because the load is bursty, use Lambda": the reason in front, up to the comma. */
const FRONTED = phrasePattern(
  String.raw`^\W*(?:(?:because|since|as|given|considering|due\s+to|owing\s+to|thanks\s+to|in\s+view\s+of|in\s+light\s+of|seeing\s+that|now\s+that|in\s+order\s+to|so\s+that|with\s+[^,]+\s+in\s+mind)\s|to\s+(?:avoid|reduce|minimi[sz]e|simplify|improve|ensure|save|limit|cut|prevent|gain|lower|ease|shorten|speed|mitigate|offload|relieve|decouple|protect|increase|maximi[sz]e|boost|enhance|guarantee|achieve|eliminate|make|keep|stay|help|catch|be|get|meet|comply|support|handle|cope|survive)\s|for\s+(?:(?:${BETTER})\s+)?(?:${MERIT}|security|compliance|privacy)\b|for\s+\p{Letter}+\s+reasons)[^,]*,\s+(?!and\b|or\b)(.+)$`,
);

export function withoutReason(given: string): string {
  const text = FRONTED.exec(given)?.[1] ?? given;
  const start = text.search(REASON);
  const kept =
    start < 0
      ? text
      : text
          .slice(0, start)
          .replace(/(?:[\s,]+(?:just|simply|mainly|purely|mostly|partly|largely|primarily))?[\s,;:([–—-]+$/u, '');
  return /[\p{Letter}\p{Number}]{2}/u.test(kept) ? kept : text;
}
