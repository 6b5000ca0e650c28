import { phrasePattern } from './phrase-pattern.js';
/** Takes off what is said around a choice: "I would advise the team to X", "X is the way to go". */
export function withoutFraming(text: string): string {
  let rest = text;
  // Frames may stand in one another: "I think the best option would be to ask the team to …".
  for (let round = 0; round < 4; round++) {
    const next = [...OPENINGS, ...ENDINGS].reduce((whole, [frame, kept]) => {
      const bare = whole.replace(frame, kept).trim();
      return /[\p{Letter}\p{Number}]/u.test(bare) ? bare : whole;
    }, rest);
    if (next === rest) return rest;
    rest = next;
  }
  return rest;
}

const WE = String.raw`(?:I|we|you|they|people|everyone|everybody|one|(?:the|my|our|your)\s+(?:whole\s+)?(?:team|group|company|council|committee|project|organi[sz]ation|engineers|developers))`;
const SURELY = String.raw`(?:(?:strongly|really|also|still|firmly|certainly|definitely|clearly|personally|probably|just|simply|rather|much|would|['’]d|could|might|do|am|are|['’]m|['’]re|very|quite|honestly|therefore|now|all)\s+)*`;
const SHOULD = String.raw`(?:should|must|shall|ought\s+to|needs?\s+to|ha(?:s|ve)\s+to|had\s+better|['’]d\s+better|could|can|might|will|would\s+do\s+(?:well|best)\s+to|(?:is|are)\s+(?:better|best)\s+off|(?:is|are)\s+well\s+advised\s+to|(?:is|are)\s+going\s+to|plans?\s+to|wants?\s+to|wish(?:es)?\s+to|would\s+like\s+to|would\s+prefer\s+to|would\s+rather)`;
const PLAN = 'proposal|idea|plan|suggestion|motion|recommendation|move|decision|option|notion';
const COURSE =
  'option|choice|move|course(?:\\s+of\\s+action)?|step|thing|way|answer|solution|approach|plan|path|bet|call|idea|decision|alternative|strategy|recommendation|route';
const BEST =
  'best|right|safest|simplest|wisest|obvious|better|preferred|sensible|next|smartest|most\\s+sensible|most\\s+reasonable|only\\s+sensible|cleanest|easiest|cheapest|wise|correct|proper|logical|natural|ideal|favou?rite';

const start = (pattern: string) => phrasePattern(String.raw`^\W*(?:${pattern})(?=\s|["'“‘])\s*`);
const end = (pattern: string) => phrasePattern(String.raw`[\s,]+(?:${pattern})[\s.!]*$`);

/** A plan to do something is left as that; what is refused stays refused. */
const OPENINGS: readonly (readonly [frame: RegExp, kept: string])[] = [
  [
    start(
      String.raw`(?:I|we)\s+(?:do\s+not|don['’]t)\s+(?:think|believe|feel|see\s+why)\s+(?:that\s+)?(?:${WE}\s+(?:${SHOULD})?)?`,
    ),
    'do not ',
  ],
  [
    start(
      String.raw`(?:I|we)\s+would(?:\s+not|n['’]t)\s+(?:recommend|advise|suggest|propose|choose|pick|go\s+for|go\s+with|opt\s+for|want)(?:\s+to)?`,
    ),
    'do not ',
  ],
  [
    start(String.raw`(?:I|we)\s+(?:(?:would|['’]d|strongly)\s+)*(?:advise|recommend|argue|vote|am|are|be)\s+against`),
    'do not ',
  ],
  [
    start(
      String.raw`(?:well|okay|ok|so|frankly|honestly|personally|overall|in\s+short|in\s+the\s+end|on\s+balance|all\s+in\s+all|all\s+things\s+considered|for\s+me|to\s+me|if\s+you\s+ask\s+me|from\s+my\s+side|on\s+reflection|in\s+my\s+(?:opinion|view|book)|as\s+I\s+see\s+it|at\s+the\s+end\s+of\s+the\s+day|in\s+conclusion|after\s+all)\s*[,:]`,
    ),
    '',
  ],
  [
    start(
      String.raw`${WE}\s+${SURELY}(?:think|believe|feel|say|reckon|guess|find|agree|argue|conclude|hold|suppose|convinced|certain|sure|of\s+the\s+opinion|opinion\s+is)(?:\s+that)?(?:\s+${WE}\s+${SHOULD})?`,
    ),
    '',
  ],
  [
    start(
      String.raw`(?:I|we)\s+${SURELY}(?:advise|recommend|suggest|propose|urge|advocate|ask|encourage|plead|call|opt|push|argue|root|speak|come\s+out|campaign)(?:\s+(?:us|you|people|everyone|that|for|to|the\s+team|our\s+team|the\s+group|the\s+company|we|should))*`,
    ),
    '',
  ],
  [
    start(
      String.raw`(?:I|we)\s+${SURELY}(?:inclined\s+to|be\s+better\s+off(?:\s+with)?|be\s+best\s+(?:off|served)(?:\s+(?:with|by))?|tempted\s+to|happy\s+(?:with|to)|fine\s+with|good\s+with|in\s+favou?r\s+of|for|leaning\s+(?:towards?|to)|lean\s+(?:towards?|to)|voting\s+for|going\s+(?:for|with)|behind|backing|endorse|favou?r)`,
    ),
    '',
  ],
  [
    start(
      String.raw`(?:the|my|our)\s+(?:whole\s+)?(?:team|group|company|council|committee|project|organi[sz]ation)\s+(?:should|must|shall|ought\s+to|needs\s+to|has\s+to|had\s+better|would\s+do\s+(?:well|best)\s+to|is\s+(?:better|best)\s+off|is\s+well\s+advised\s+to)(?!\s+(?:own|not|never|be)\b)`,
    ),
    '',
  ],
  [
    start(
      String.raw`it\s*(?:would\s+be|is|['’]s|seems|might\s+be|may\s+be|['’]d\s+be)\s+(?:the\s+)?(?:best|better|wise|wiser|wisest|sensible|right|good|time|safer|safest|smart|smarter|worth(?:while)?|advisable|preferable|reasonable|simplest|simpler|easiest|high\s+time|a\s+good\s+idea|best\s+for\s+us)\s+(?:for\s+(?:us|the\s+team)\s+)?(?:to|if\s+we|that\s+we|for)`,
    ),
    '',
  ],
  [start(String.raw`it\s*(?:is|['’]s)\s+(?:high\s+)?time\s+(?:to|for)`), ''],
  [
    start(
      String.raw`(?:(?:the|my|our|a)\s+)?(?:(?:${BEST})\s+)+(?:${COURSE})(?:\s+(?:forward|here|now|for\s+us|by\s+far))?\s*(?:is|would\s+be|seems|seems\s+to\s+be|will\s+be|remains|:)(?:\s+to)?`,
    ),
    '',
  ],
  [start(String.raw`(?:the\s+)?way\s+(?:to\s+go|forward)\s*(?:is|would\s+be|:)(?:\s+to)?`), ''],
  [
    start(
      String.raw`(?:what\s+we\s+(?:need|want|should\s+do)\s+is|what\s+I\s+(?:want|would\s+do|suggest|propose|recommend)\s+is|what\s+about|how\s+about|why\s+not|why\s+don['’]t\s+we)(?:\s+to)?`,
    ),
    '',
  ],
  [
    start(
      String.raw`(?:(?:I|we)\s+)?(?:support|back|accept|approve|endorse|second|follow|agree\s+(?:with|to)|go\s+along\s+with|sign\s+off\s+on|in\s+favou?r\s+of|go\s+(?:with|for)|adopt|vote\s+for)\s+(?:the|this|that|your|their)\s+(?:${PLAN})\s+(?:to|of|for|that\s+(?:we|the\s+team)(?:\s+should)?)`,
    ),
    '',
  ],
  [start(String.raw`(?:a\s+|the\s+|my\s+)?(?:vote|motion|case|plea|argument)\s+(?:in\s+favou?r\s+of|for|to)`), ''],
  [
    start(
      String.raw`(?:the|my|our)\s+(?:${PLAN}|advice|preference|position)\s*(?:is|would\s+be|:)\s*(?:for|to|that\s+we(?:\s+should)?)`,
    ),
    '',
  ],
  [
    start(
      String.raw`(?:count\s+me\s+in\s+for|put\s+me\s+down\s+for|sign\s+me\s+up\s+for|all\s+for|thumbs\s+up\s+for|hands\s+up\s+for|in\s+favou?r\s+of|go\s+ahead\s+and|please|kindly|best\s+to|better\s+to|try\s+to|aim\s+to|plan\s+to|strive\s+to|make\s+sure\s+to|be\s+sure\s+to|remember\s+to|decide\s+to|agree\s+to|choose\s+to|elect\s+to|opt\s+to|prefer\s+to)(?!\s+(?:not|practice|practices|effort|than)\b)`,
    ),
    '',
  ],
];

const ENDINGS: readonly (readonly [frame: RegExp, kept: string])[] = [
  [
    end(
      String.raw`(?:is|are|would\s+be|seems|looks|remains|feels)\s+(?:clearly\s+|definitely\s+|by\s+far\s+)?(?:(?:the|my|our|a|an)\s+)?(?:(?:${BEST}|good|clear|first|second\s+to\s+none)\s+)*(?:${COURSE}|pick|favou?rite|winner|preference|one|fit|vote|way\s+to\s+go|way\s+forward|route\s+to\s+take)(?:\s+(?:for\s+(?:us|me|this|now)|here|to\s+(?:take|make|go\s+with)))?`,
    ),
    '',
  ],
  [
    end(
      String.raw`(?:is|are|would\s+be)\s+what\s+(?:I|we)(?:['’]d|\s+would|\s+should|\s+want\s+to)?\s+(?:choose|pick|need|want|recommend|suggest|go\s+(?:for|with)|do|use)`,
    ),
    '',
  ],
  [
    end(
      String.raw`(?:in\s+my\s+(?:opinion|view)|if\s+you\s+ask\s+me|I(?:['’]d|\s+would)?\s+(?:think|say|guess|believe|suggest|reckon)|for\s+me|as\s+far\s+as\s+I\s+am\s+concerned|imo|imho|for\s+the\s+win|all\s+the\s+way|without\s+a\s+doubt|no\s+doubt|hands\s+down|by\s+all\s+means|of\s+course|sounds\s+(?:good|right|best|fine)|as\s+(?:proposed|suggested|discussed|recommended|planned)|then|yes)`,
    ),
    '',
  ],
];
