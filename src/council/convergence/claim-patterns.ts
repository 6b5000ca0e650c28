const NOUN =
  'position|choice|vote|recommendation|advice|answer|conclusion|preference|verdict|proposal|suggestion|decision|view|stance';
const SURELY = String.raw`(?:\s+(?:therefore|thus|hence|so|still|strongly|clearly|firmly|also|now|then|rather|much|definitely|certainly|simply|personally))*`;
const CHOOSE =
  'recommend|propose|suggest|advise|advocate|favou?r|prefer|choose|pick|vote|support|side|opt|settle|lean|argue\\s+(?:for|against)|plead|back|reject|oppose|come\\s+down|end\\s+up|want\\s+(?:to|us)';
const DO =
  'go|take|keep|stay|stick|use|adopt|leave|turn|split|rewrite|build|buy|move|migrate|upgrade|switch|avoid|drop|remove|delete|enable|disable|start|wait|delay|introduce|replace|retain|continue|remain|decline|do|not';
const BETTER =
  'better|best|right|correct|proper|safer|safest|wiser|wisest|simpler|simplest|sounder|soundest|stronger|strongest|cheaper|honest|obvious|adequate|sensible|reasonable|appropriate|prudent|natural|only\\s+sane|(?:more|most)\\s+(?:sensible|reasonable|appropriate|prudent)';
const COURSE =
  'choice|option|answer|fit|way|path|course|route|solution|approach|tool|call|move|step|default|compromise|bet|policy|arrangement|decision|conclusion|place|home';
const OPENING = String.raw`^\W*(?:(?:so|therefore|thus|hence|overall|and|but|in\s+short|in\s+sum|on\s+balance|all\s+in\s+all|for\s+[^,]{1,60}|that\s+is\s+why|this\s+is\s+why|in\s+my\s+(?:view|opinion)|to\s+sum\s+up|I\s+(?:think|believe|conclude|feel|maintain|hold|am\s+convinced)(?:\s+that)?),?\s+){0,2}`;

/** Where a clause begins: "a risk that I would not take" claims nothing. */
const I = String.raw`(?<=^\W*|[,;:—–]\s*|\b(?:so|therefore|thus|hence|why|and|but|then|here|short|sum|balance|overall)\s+|\bfor\s[^,]{1,60},?\s)I`;

const pattern = (text: string) => new RegExp(text, 'i');

const ORDER =
  "choose|pick|use|keep|adopt|take|go\\s+(?:with|for)|stay|stick|start|put|run|leave|move|migrate|switch|build|buy|turn|enable|disable|make|let|give|split|store|write|pin|require|replace|rewrite|drop|remove|avoid|skip|do\\s+not|don['’]t|wait|introduce|retain";

/** A heading on a line of its own, under which the claim stands. */
export const HEADING = new RegExp(
  String.raw`^[ \t]*((?:my |the |final |short )*(?:${NOUN}|bottom line|summary))[.:]?[ \t]*\n\s*`,
  'gim',
);

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
        String.raw`${I}${SURELY}\s+(?<claim>(?:stay|stick|go|remain|stand|come\s+out|come\s+back|land|arrive)\s+(?:with|for|by|on|at|to|in\s+favou?r)\b.*)`,
      ),
      pattern(
        String.raw`\b(?:count|put|mark)\s+me\s+(?:down\s+)?(?:in\s+)?(?:as\s+)?(?<claim>(?:for|against|in\s+favou?r)\b.*)`,
      ),
      pattern(
        String.raw`^(?:So\s+|Therefore,?\s+)?(?<claim>[^,;]{2,80}?)\s+it\s+(?:is|must\s+be|should\s+be|has\s+to\s+be)\s*(?:[,.;!]|then\b|for\s+me\b|$)`,
      ),
      pattern(
        String.raw`^(?:[^,]{0,80},\s+)?(?<claim>[^,]{2,120}?)\s+(?:is|are)\s+(?:therefore\s+|thus\s+)?(?:what|where|the\s+(?:option|one|way|route|choice)\s+(?:that\s+)?)\s*I(?:'d|’d|'ll|’ll|\s)`,
      ),
      pattern(
        String.raw`^(?:So\s+|Therefore\s+|In\s+short\s+|Overall\s+)?(?<claim>.*?)\s+(?:gets?|has|have|wins?|deserves?|earns?)\s+(?:my|the)\s+(?:vote|support|preference|nod|backing)\b`,
      ),
      pattern(String.raw`\bmy\s+(?:vote|support|preference)\s+(?<claim>for\s+.*)`),
      pattern(
        String.raw`${I}\s+(?:do|can|could|would|will|am)\s*(?<claim>not\s+(?:${CHOOSE}|${DO}|for|in\s+favou?r)\b.*)`,
      ),
      pattern(String.raw`\bwhat\s+(?:I|we)\s+(?:\w+\s+){0,2}?(?:propose|recommend|suggest|advise)\s+is\s+(?<claim>.*)`),
      pattern(String.raw`^(?:So\s+|Therefore\s+)?(?<claim>(?:yes|no)\s+to\s+.*)`),
    ],
  },
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(
        String.raw`${OPENING}(?<claim>we${SURELY}\s+(?:should|ought\s+to|had\s+better|must|(?:are|would\s+be)\s+better\s+off|do\s+(?:better|best)\s+to)\b.*)`,
      ),
      pattern(String.raw`\bit\s+is\s+(?:high\s+)?time\s+(?:for\s+us\s+)?(?<claim>to\s+.*)`),
      pattern(String.raw`${OPENING}let\s+us${SURELY}\s+(?<claim>.*)`),
      pattern(String.raw`${OPENING}let['’]s${SURELY}\s+(?<claim>.*)`),
      pattern(
        String.raw`${I}\s+(?:think|believe|hold|maintain|conclude|feel|am\s+(?:convinced|sure|certain))\s+(?:that\s+)?(?<claim>.*\bshould\b.*)`,
      ),
      pattern(String.raw`^(?<claim>.*\bshould\s+(?:therefore|thus|hence)\b.*)`),
      pattern(String.raw`^(?:Therefore|Thus|Hence|So),?\s+(?<claim>.*\bshould\b.*)`),
    ],
  },
  {
    onlyAtAnEnd: false,
    patterns: [
      pattern(
        String.raw`\bthe\s+(?:(?:${BETTER})\s+(?:${COURSE})|recommendation)\s+(?:here\s+|for\s+us\s+)?is\s+(?<claim>.*)`,
      ),
      pattern(
        String.raw`^(?:[^,]{0,40},\s+)?(?<claim>.*?)\s+is\s+(?:clearly\s+|still\s+|simply\s+)?(?:(?:the|a|our)\s+(?:${BETTER})\s+(?:${COURSE})|the\s+way\s+(?:to\s+go|forward)|preferable|what\s+we\s+need)\b`,
      ),
      pattern(
        String.raw`\bno\s+(?:good\s+|real\s+|sensible\s+|reasonable\s+)?(?:way\s+around|alternative\s+to|substitute\s+for|escape\s+from)\s+(?<claim>.*)`,
      ),
      pattern(
        String.raw`\b(?:everything|all\s+(?:of\s+)?this|evidence|balance|scales?|arguments?|reasons?|figures|numbers|facts|data|weighs?)\s+(?:\w+\s+)?(?:points?|speaks?|argues?|tips?|leans?|pleads?|weighs?|comes?\s+down)\s+(?<claim>(?:to|towards?|for|against|in\s+favou?r)\b.*)`,
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
    onlyAtAnEnd: true,
    patterns: [
      pattern(
        String.raw`${OPENING}(?!.*\b(?:they|some|others|opponents|critics|defenders|proponents|advocates|colleagues|people)\b)(?<claim>.*\b(?:should|ought\s+to)\b.*)`,
      ),
      pattern(String.raw`^\W*(?<claim>(?:in\s+favou?r\s+of|against)\s+.*)`),
      pattern(String.raw`^(?<claim>[^,]{2,120}),\s+then\s*[,.]`),
    ],
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
