const NOUN =
  'position|choice|vote|recommendation|advice|answer|conclusion|preference|verdict|proposal|suggestion|decision|view|stance';
const SURELY = String.raw`(?:\s+(?:therefore|thus|hence|so|still|strongly|clearly|firmly|also|now|then|rather|much|definitely|certainly|simply|personally))*`;
const CHOOSE =
  'recommend|propose|suggest|advise|advocate|favou?r|prefer|choose|pick|vote|support|side|opt|settle|lean|argue\\s+(?:for|against)|plead|back|reject|oppose|come\\s+down|end\\s+up|want\\s+(?:to|us)';
const DO =
  'go|take|keep|stay|stick|use|adopt|leave|turn|split|rewrite|build|buy|move|migrate|upgrade|switch|avoid|drop|remove|delete|enable|disable|start|wait|delay|introduce|replace|retain|continue|remain|decline|do|not';
const BETTER = 'better|best|right|safer|wiser|simpler|sounder|stronger|more\\s+sensible';
const OPENING = String.raw`^\W*(?:(?:so|therefore|thus|hence|overall|and|but|in\s+short|in\s+sum|on\s+balance|all\s+in\s+all|for\s+[^,]{1,60}|that\s+is\s+why|this\s+is\s+why|in\s+my\s+(?:view|opinion)|to\s+sum\s+up|I\s+(?:think|believe|conclude|feel|maintain|hold|am\s+convinced)(?:\s+that)?),?\s+){0,2}`;

/** Where a clause begins: "a risk that I would not take" claims nothing. */
const I = String.raw`(?<=^\W*|[,;:—–]\s*|\b(?:so|therefore|thus|hence|why|and|but|then|here|short|sum|balance|overall)\s+|\bfor\s[^,]{1,60},?\s)I`;

const pattern = (text: string) => new RegExp(text, 'i');

const ORDER =
  "choose|pick|use|keep|adopt|take|go\\s+(?:with|for)|stay|stick|start|put|run|leave|move|migrate|switch|build|buy|turn|enable|disable|make|let|give|split|store|write|pin|require|replace|rewrite|drop|remove|avoid|skip|do\\s+not|don['’]t|wait|introduce|retain";

export interface ClaimPatterns {
  readonly patterns: readonly RegExp[];
  /** In the middle of an answer such a sentence is a step of the plan rather than the claim. */
  readonly onlyAtAnEnd: boolean;
}

/**
 * Sentences that claim something, from the plainest to the vaguest. What would be done elsewhere ("we would have to …")
 * is no claim: it takes a first person, an order, or a word of judgement.
 */
export const CLAIMS: readonly ClaimPatterns[] = [
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(
        String.raw`\bmy\s+(?:own\s+|clear\s+|final\s+)?(?:${NOUN})(?:\s+(?:here|on\s+this))?(?:\s+(?:is|remains|would\s+be|goes|stands)|:|,)+\s+(?<claim>.*)`,
      ),
      pattern(
        String.raw`^\W*(?:final\s+|short\s+)?(?:${NOUN}|bottom\s+line|summary|version|in\s+short|to\s+sum\s+up|therefore|hence|so)\s*:\s*(?<claim>.*)`,
      ),
      pattern(String.raw`${I}(?:'d|’d|'ll|’ll|\s+would|\s+will|\s+do|\s+must)?${SURELY}\s+(?<claim>(?:${CHOOSE})\b.*)`),
      pattern(String.raw`${I}(?:'m|’m|\s+am)${SURELY}\s+(?<claim>(?:for|against|in\s+favou?r\s+of)\b.*)`),
      pattern(String.raw`${I}(?:'d|’d|'ll|’ll|\s+would|\s+will)${SURELY}\s+(?<claim>(?:${DO})\b.*)`),
      pattern(
        String.raw`^(?:So\s+|Therefore\s+|In\s+short\s+|Overall\s+)?(?<claim>.*?)\s+(?:gets|has|wins)\s+my\s+vote\b`,
      ),
    ],
  },
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(String.raw`${OPENING}(?<claim>we${SURELY}\s+(?:should|ought\s+to|had\s+better)\b.*)`),
      pattern(String.raw`${OPENING}let\s+us${SURELY}\s+(?<claim>.*)`),
      pattern(String.raw`${OPENING}let['’]s${SURELY}\s+(?<claim>.*)`),
      pattern(String.raw`^(?<claim>.*\bshould\s+(?:therefore|thus|hence)\b.*)`),
      pattern(String.raw`^(?:Therefore|Thus|Hence|So),?\s+(?<claim>.*\bshould\b.*)`),
    ],
  },
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(
        String.raw`\bthe\s+(?:(?:${BETTER})\s+(?:choice|option|answer|fit|way|path|course)|recommendation|sensible\s+default)\s+(?:here\s+|for\s+us\s+)?is\s+(?<claim>.*)`,
      ),
      pattern(
        String.raw`^(?:[^,]{0,40},\s+)?(?<claim>.*?)\s+is\s+(?:clearly\s+|still\s+|simply\s+)?(?:the\s+(?:${BETTER})\s+(?:choice|option|answer|fit|way|path|course)|the\s+way\s+(?:to\s+go|forward)|preferable|what\s+we\s+need)\b`,
      ),
      pattern(String.raw`${OPENING}it\s+(?:is|seems|would\s+be)\s+(?:${BETTER})\s+(?<claim>to\s+.*)`),
      pattern(String.raw`${OPENING}it\s+makes\s+(?:more\s+|most\s+|the\s+most\s+)?sense\s+(?<claim>to\s+.*)`),
    ],
  },
  {
    onlyAtAnEnd: true,
    patterns: [pattern(String.raw`^(?:[^:]{0,40}:\s+)?(?:So\s+|Therefore\s+)?(?<claim>(?:${ORDER})\b.*)`)],
  },
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(
        String.raw`${OPENING}I(?:'d|’d|\s+would)${SURELY}\s+(?!have\b|say\b|add\b|expect\b|note\b|like\b|be\b|see\b|guess\b)(?<claim>\w+\s.*)`,
      ),
      pattern(
        String.raw`^(?:[^:]{0,40}:\s+)?(?<claim>(?:choose|pick|use|keep|adopt|take|go\s+with|stay\s+with|stick\s+with)\b.*)`,
      ),
    ],
  },
];
