import { phrasePattern } from './phrase-pattern.js';
/** What English says around its object, or in a sentence of its own, brought to the form of a short option. */
export function plainForms(text: string): string {
  return FORMS.reduce((plain, [form, short]) => plain.replace(form, short), text);
}

const WORD = String.raw`[\p{Letter}\p{Number}]+`;
const TEST_KIND = 'unit|integration|end-to-end|e2e|load|smoke|contract|regression|acceptance|functional|system|ui|api';
const SPAN = 'second|minute|hour|day|week|month|year|quarter|sprint';

const form = (pattern: string) => phrasePattern(pattern);

const FORMS: readonly (readonly [form: RegExp, short: string])[] = [
  // The number or dash of a list.
  [form(String.raw`^\s*(?:[-*•]|\d{1,2}[.)])\s+(?=\p{Letter})`), ''],
  [form(String.raw`^\W*(?:yes|ok|okay|sure|agreed)[,:;]\s+`), ''],
  // The month, not the verb.
  [
    form(
      String.raw`(?<=\b(?:in|by|until|till|before|after|since|during|from|next|early|late|mid|end\s+of|this|on\s+\d{1,2})\s+)may\b`,
    ),
    'monthmay',
  ],
  // Run together, the two words would read as an abbreviation.
  [form(String.raw`\bI\s+am\b`), 'we are'],
  [form(String.raw`^\W*I(?:['’]d|\s+would)?\s+say[,:]?\s+`), ''],
  [form(String.raw`^\W*(?:solution|final|outcome|result|proposed|suggested|recommended|preferred)\s*:\s+`), ''],
  [form(String.raw`^\W*(?:follow|take)\s+(?=.*\b(?:pattern|approach|principle|practice|style|model)\b)`), ''],
  [form(String.raw`^\W*put\s+in\s+(?=an?\s)`), 'add '],
  [form(String.raw`\b(switch|move|change|migrate|cut|go)\s+over\s+to\b`), '$1 to'],
  // At the front "using" frames a choice; later it names the means.
  [
    form(
      String.raw`(?<=\p{Letter}\s)(?<!\b(?:on|keep|start|stop|continue|begin|recommend|suggest|propose|consider|prefer|favou?r|avoid|not|no|never|for|of|than|over|against|try|be|are|us|we|longer)\s)(?:by\s+)?(?:using|utili[sz]ing|by\s+means\s+of|with\s+the\s+help\s+of)\s+`,
    ),
    'with ',
  ],
  [form(String.raw`\bjust\s+(?=(?:use|go|pick|take|keep|adopt|choose)\b)`), ''],
  [form(String.raw`\bmake\s+(.+?)\s+(?:faster|quicker)\W*$`), 'accelerate $1'],
  [form(String.raw`\bmake\s+(.+?)\s+(?:simpler|easier)\W*$`), 'simplify $1'],
  [form(String.raw`\bmake\s+(.+?[^s\s])\s+(?:smaller|shorter|lower)\W*$`), 'reduce $1'],
  [form(String.raw`\bmake\s+(.+?[^s\s])\s+(?:bigger|larger|higher)\W*$`), 'increase $1'],
  // Smaller teams are not fewer.
  [form(String.raw`\bmake\s+(.+?)\s+(smaller|shorter|lower|bigger|larger|higher|longer)\W*$`), '$2 $1'],
  [form(String.raw`\bmake\s+(.+?)\s+(?:stricter|tighter)\W*$`), 'tighten $1'],
  [form(String.raw`\bmake\s+(.+?)\s+(?:automatic|automated)\W*$`), 'automate $1'],
  [form(String.raw`\bauto-(?=\p{Letter}{3,})`), 'automatically '],
  [
    form(String.raw`\b(?:leave|keep|leaving|keeping)\s+(.+?)\s+(?:off|disabled|turned\s+off|switched\s+off)\W*$`),
    'disable $1',
  ],
  [
    form(String.raw`\b(?:leave|keep|leaving|keeping)\s+(.+?)\s+(?:on|enabled|turned\s+on|switched\s+on)\W*$`),
    'enable $1',
  ],
  [form(String.raw`^\W*paralleli[sz]e\s+(.+?)\W*$`), 'run $1 in parallel'],
  [form(String.raw`^\W*default(?:ing)?\s+to\s+(.+?)\W*$`), '$1 default'],
  [form(String.raw`^\W*make\s+(.+?)\s+the\s+default\W*$`), '$1 default'],
  [form(String.raw`\bas\s+(?:the\s+|our\s+|a\s+)?default\b`), 'default'],
  [form(String.raw`^\W*turn\s+(.+?)\s+into\s+(.+)$`), 'convert $1 to $2'],
  [form(String.raw`^\W*hand\s+(.+?)\s+over\s+to\s+(.+)$`), 'transfer $1 to $2'],
  [form(String.raw`^\W*keep\s+(.+?)\s+out\s+of\s+(.+)$`), 'no $1 in $2'],
  [
    form(
      String.raw`\b(?:leave|keep)\s+(?!(?:everything|it|things|all)\b)(.+?)\s+(?:unchanged|alone|untouched|in\s+place|as\s+(?:(?:it|they)\s+)?(?:is|are))\W*$`,
    ),
    'keep $1',
  ],
  [form(String.raw`^\W*(?:make\s+)?no\s+changes?\s+(?:to|in)\s+(.+)$`), 'keep $1'],
  [form(String.raw`\b(?:put|place)\s+(.+?)\s+first\b`), '$1 first'],
  [form(String.raw`^\W*(?:start|begin)(?:ing)?\s+(?:out\s+)?(?:with|by)\s+(.+?)\W*$`), '$1 first'],
  [form(String.raw`\bprioriti[sz](?:e|ing)\s+(.+?)\s+over\b`), '$1 over'],
  [form(String.raw`^\W*prioriti[sz](?:e|ing)\s+(.+)$`), '$1 first'],
  // "no merge until the tests pass" is "merge only after the tests pass".
  [form(String.raw`^\W*(?:no|never|do\s+not|don['’]t)\s+(.+?)\s+until(?:\s+after)?\s+(.+)$`), '$1 only after $2'],
  [form(String.raw`^\W*only\s+(.+?)\s+(?:after|when|once)\s+(.+)$`), '$1 only after $2'],
  [form(String.raw`^(.+?)\s+only\s+(?:after|when|once)\s+(.+)$`), '$1 only after $2'],
  [form(String.raw`^(.+?)\s+only\W*$`), 'only $1'],
  [form(String.raw`\bprefer(?:ring)?\s+(.+?)\s+to\s+`), '$1 over '],
  [form(String.raw`\b(?:log|sign)(?:ging|ing)?[\s-]in(?=\s+(?:with|via|by|using|through)\b|\W*$)`), 'login'],
  [
    form(
      String.raw`\b(turn|switch|break|sign|log|put|push|speed|slow|throw|roll|scale|shut|take|split|carve|spin|phase|tear|bring)(ed|ing|s)?\s+((?:the\s+|an?\s+)?${WORD}(?:\s+${WORD})?)\s+(off|on|up|back|away|down|out|apart)(?=\W*$|\s+into\b)`,
    ),
    '$1 $4 $3',
  ],
  [
    form(
      String.raw`\b(?:give\s+)?(?:each|every)\s+(\p{Letter}+)\s+(?:(?:has|gets|owns|have|with)\s+)?(?:its|their|an?)\s+(?:own|separate|dedicated)\s+(\p{Letter}+)`,
    ),
    '$2 per $1',
  ],
  [
    form(
      String.raw`^\W*(?:each|every)\s+(\p{Letter}+)\s+(?:has|gets|owns)\s+(?:one|an?|exactly\s+one)\s+(\p{Letter}+)\W*$`,
    ),
    '$2 per $1',
  ],
  [
    form(
      String.raw`\b(?:an?\s+)?(?:one|separate|dedicated|own|individual)\s+(\p{Letter}+)\s+(?:per|for\s+each|for\s+every)\s+`,
    ),
    '$1 per ',
  ],
  [
    form(
      String.raw`^\W*(?:all|every)\s+(?:the\s+)?(\p{Letter}+)\s+shares?\s+(?:one|an?|the\s+same|a\s+single)\s+(\p{Letter}+)\W*$`,
    ),
    'one $2 for all $1',
  ],
  [form(String.raw`\ba\s+single\s+`), 'one '],
  // Whoever is made to do it is where it is done: "let the gateway handle authentication".
  [
    form(
      String.raw`^\W*(?:let|have|make)\s+(?:the|our|an?)\s+(${WORD})\s+(?:handle|perform|take\s+care\s+of|be\s+responsible\s+for)\s+(.+?)\W*$`,
    ),
    '$2 on $1',
  ],
  [form(String.raw`\b(${TEST_KIND})\s+(?:and|&|\+)\s+(${TEST_KIND})[\s-]+tests?\b`), '$1 tests and $2 tests'],
  [form(String.raw`(?<=\b(?:after|within|of|for|in|to|by|wait)\s+)an?\s+(?=(?:${SPAN})\b)`), 'one '],
  // The means may come first: "DNS-based discovery".
  [
    form(
      String.raw`(?<![\p{Letter}-])(?!(?:trunk|role|attribute|property|time|hash)\b)(${WORD})[\s-]based\s+(${WORD}(?:[\s-]+(?!(?:of|in|on|at|for|to|with|by|from|via|per|and|or|over)\b)${WORD})*)`,
    ),
    '$2 via $1',
  ],
  // What is missing: "zero-downtime deployment", "password-free login", "passwordless login".
  [form(String.raw`\bzero[\s-](?!(?:trust|day|knowledge|based|to|or|${SPAN})s?\b)(?=\p{Letter}{3,})`), 'lacking '],
  [form(String.raw`(?<![\p{Letter}-])(\p{Letter}{3,})-(?:free|less)\b`), 'lacking $1'],
  [
    form(
      String.raw`(?<![\p{Letter}-])(?!(?:state|server|head|wire|loss|time|use|end|sea?m|rudder|root|daemon)less)(\p{Letter}{4,})less\b`,
    ),
    'lacking $1',
  ],
  [form(String.raw`,\s*(?:and\s+)?no\s+(?=\p{Letter})`), ' without '],
  [form(String.raw`(?<=\p{Letter}\s)and\s+no\s+(?=\p{Letter})`), 'without '],
];
