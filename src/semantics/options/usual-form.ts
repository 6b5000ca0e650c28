import { phrasePattern } from './phrase-pattern.js';
import { filledForm } from './slot-forms.js';

/** A sentence about what should be done, in the order in which options are mostly worded: deed, object, place. */
export function usualForm(text: string): string {
  return filledForm(REORDERINGS.reduce((said, [form, usual]) => said.replace(form, usual), text));
}

/** What comes later told from what comes first: "B after A" is "A before B". */
export function earlierFirst(text: string): string {
  return LATER_FIRST.reduce((said, [form, usual]) => said.replace(form, usual), text);
}

const PARTICIPLE = String.raw`\p{Letter}+(?:ed|en)|built|kept|split|run|made|done|put|set|cut|sent|held|sold|bought|shut|found|paid|taught|left|drawn|rebuilt|rewritten|brought|led`;
const TIME = String.raw`\d|(?:one|two|three|four|five|six|seven|ten|thirty|sixty|ninety|an?|every|each|the\s+first|some)\s+(?:\p{Letter}+\s+)?(?:second|minute|hour|day|week|month|year|sprint|quarter)`;

const form = (pattern: string) => phrasePattern(pattern);

const REORDERINGS: readonly (readonly [form: RegExp, usual: string])[] = [
  [form(String.raw`^\W*(?:use|adopt|choose|pick|select|introduce|employ|implement|leverage)\s+(?=\p{Letter})`), ''],
  // The place or the case in front: "In the gateway, terminate TLS", "If the build is red, block merges".
  [
    form(
      String.raw`^\W*((?:in|on|at|within|inside|behind|during|across|from|between|if|when|whenever|before|after|until|every|each|once)\s[^,:;]+),\s+(?!and\b|or\b|not\b|then\b)([^,:;]+?)[\s.!]*$`,
    ),
    '$2 $1',
  ],
  [form(String.raw`^\W*(?:for|with|as|per)\s+([^,:;]+),\s+(?!and\b|or\b|not\b)([^,:;]+?)[\s.!]*$`), '$2 for $1'],
  // What should be done to a thing: "the importer should be removed".
  [
    form(
      String.raw`^\W*(.+?)\s+(?:should|must|shall|will|ought\s+to|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+to|can|could)\s+(not\s+|never\s+)?(?:all\s+|both\s+)?be\s+((?:\p{Letter}+ly\s+)?(?:${PARTICIPLE}))\b(?!\s+by\s)(.*?)[\s.!]*$`,
    ),
    '$2$3 $1$4',
  ],
  [form(String.raw`\b(?:is|are|goes|gets)\s+(?:down|offline|unreachable)\b`), 'is unavailable'],
  [
    form(
      String.raw`\b(?:for|upon|in\s+case\s+of|in\s+the\s+event\s+of)\s+(?=(?:missing|unknown|invalid|empty|unavailable|broken|stale|expired)\b)`,
    ),
    'on ',
  ],
  [form(String.raw`(?<=\b(?:\d+|one|two|three|four|five|six|ten)\s+)more\s+(?=\p{Letter})`), 'additional '],
  [
    form(String.raw`(?<=\b(?:buy|purchase|hire|recruit|add|order|rent|get|write|need)\s+)more\s+(?=\p{Letter})`),
    'additional ',
  ],
  [form(String.raw`\bboth\s+(?!.*\band\b)(?:of\s+)?(?:the\s+)?`), 'two '],
  [
    form(
      String.raw`\bover\s+(?=(?:https?|tls|ssh|websockets?|tcp|udp|grpc|quic|vpn|bluetooth|wifi|the\s+(?:network|wire|air|internet))\b)`,
    ),
    'via ',
  ],
  // How often, said of each act: "on each commit" is "per commit".
  [
    form(
      String.raw`\b(?:on|at|with|upon)\s+(?:each|every)\s+(commit|push|merge|pull\s+request|PR|build|deploy(?:ment)?|start(?:up)?|change|request|release)\b`,
    ),
    'per $1',
  ],
  [
    form(
      String.raw`\b(coverage|traffic|error|load|latency|demand|usage|volume|performance|quality|cost|price|rate|number|count|throughput|score|budget)s?\s+(?:falls?|drops?|declines?|goes\s+down|sinks?|shrinks?|decreases?)\b`,
    ),
    '$1 decreases',
  ],
  [
    form(
      String.raw`\b(coverage|traffic|error|load|latency|demand|usage|volume|performance|quality|cost|price|rate|number|count|throughput|score|budget)s?\s+(?:rises?|grows?|goes\s+up|climbs?|increases?)\b`,
    ),
    '$1 increases',
  ],
];

const LATER_FIRST: readonly (readonly [form: RegExp, usual: string])[] = [
  [
    form(String.raw`^(\p{Letter}+)\s+((?:the|our)\s+[^,]+?)\s+(?:only\s+)?after\s+((?:the|our)\s+[^,]+)$`),
    '$1 $3 before $2',
  ],
  [
    form(
      String.raw`^(?!.*\b(?:only|not|never|until|directly|immediately|right|shortly|soon)\b)([^,]+?)\s+after\s+(?!${TIME})([^,]+?)[\s.!]*$`,
    ),
    '$2 before $1',
  ],
];
