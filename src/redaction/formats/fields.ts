import type { Finding } from '../finding.js';
import type { View } from '../view.js';
import { readColumn, readLine } from './lines.js';
import { findSecretNames } from './names.js';
import { endOfMatch, READERS, type Stretch, type ValuePosition } from './values.js';

/**
 * Values behind a name that says what they are: in settings (env, YAML, INI, properties), JSON, XML, connection strings,
 * command lines, network devices and source code.
 */
export function findNamedValues({ text, kindAt }: View): Finding[] {
  const findings: Finding[] = [];
  for (const name of findSecretNames(text)) {
    const kind = kindAt(name.start);
    const position = { name, kind: kind === 'secrets' ? 'settings' : kind, separator: '', at: name.end } as const;
    for (const { start, end } of readBehind(text, position)) findings.push({ start, end, kind: 'secret' });
  }
  return findings;
}

function readBehind(text: string, position: ValuePosition): readonly Stretch[] {
  const { name } = position;
  const before = `${text.slice(Math.max(0, name.start - 100), name.start)}\0${name.text}`;
  for (const syntax of name.claim === 'key' ? [] : (SYNTAXES.get(text.charAt(name.end)) ?? [])) {
    if (!syntax.before.test(before)) continue;
    const end = endOfMatch(syntax.separator, text, name.end);
    if (end === undefined) continue;
    const found = syntax.read(text, { ...position, separator: text.slice(name.end, end), at: end });
    if (found.length > 0) return found;
  }
  const found = name.claim === 'key' ? [] : readColumn(text, name);
  return found.length > 0 ? found : readLine(text, position);
}

/**
 * The ways to write a name and its value. The columns are the signs that the separator can start with (most names are
 * followed by none of them), the readers that are tried one after the other, what is before the name (`\\0` is where it begins), and the
 * separator; `#` begins a comment.
 */
const ROWS = String.raw`
  # $\{NAME:-value}
  [:]  default  \$\{\0  :[-=]?
  # name = value, "name": "value", name: string = "value", env.NAME || "value"; not a name in x ? 'password' : 'text'
  ["'\x60[\]) \t\r\n=:|?]  quoted bytes bare  (?<!\?\s{0,4}["'\x60])\0  ["'\x60]?[\])]{0,2}(?:\[[0-9]{0,4}\])?(?:\s{0,4}:\s{0,4}(?:&(?:'\w{1,10} )?)?[a-z][\w<>[\]|?. ]{0,30}?(?= {1,4}= {1,4}\S)|\s{1,4}(?:as )?string(?=\s{0,4}=))?\s{0,8}(?:=>|[:?]=|={1,3}|::?(?!:|\S)|:(?!:)|\|\||\?\?|(?<=\)\s)or(?= ))\s{0,16}(?:(?:ConvertTo-SecureString(?: -\w{2,12}){0,2}|String::from|Buffer\.from|Some|SecretStr(?:ing)?|SecureString)?[ (]\s{0,4}(?=["'@])|\[(?=[^\]\n]{1,200}\]\.join\())?
  # name="DB_PASSWORD" value="…", - name: DB_PASSWORD, value: …, <password value="…">, "name": { "type": "…", "value": "…" }
  ["'\x60, \t\r\n]  quoted lineEnd inBraces  (?:(?:name|key|id|variable|field)["'\x60]?\s{0,4}[:=]\s{0,4}["'\x60]?(?:[\w.-]{0,40}\/){0,6}|<)\0  ["'\x60]?,?\s{0,40}(?:["'\x60]?(?:type|protected|masked|secured?|sensitive|isSecret)["'\x60]?\s{0,4}[:=]\s{0,4}["'\x60]?\w{1,20}["'\x60]?,?\s{1,40}){0,3}["'\x60]?(?:\w{1,20}:)?(?:(?:parameter)?value|default|content|secret)["'\x60]?\s{0,4}[:=]\s{0,8}
  ["': ]  quoted lineEnd  \0  ["']?\s{0,4}:?\s{0,4}(?:\r?\n(?:[ \t]{1,40}\w{1,20}:[^\n]{0,100}\n){0,3}[ \t]{1,40}(?=default:)|\{[^{}]{0,300}?\b|\[[^[\]]{0,300}?"key": ?"value",\s{0,20}")(?:default|value)["']?\s{0,8}[=:]\s{0,8}
  # <name>value</name>, <property name="name">value</property>, <key>name</key><string>value</string>
  ["' ></]  element  (?:<(?:[\w.]{1,30}:)?|<[\w-]{0,20}(?:key|name)>|<\w[^<>\n]{0,80}(?:name|key|id)=["'])\0  ["']?[^<>\n]{0,100}(?<!\/)>\s{0,40}(?:<(?:value|key|string)>\s{0,40}|<!\[CDATA\[)?|<\/[\w-]{1,20}>\s{0,40}<[\w-]{0,20}(?:string|value|data)>\s{0,40}
  # define("NAME", "value"), put("name", "value"), setName("value"), .name("value")
  ["'\x60]  quoted  (?:put|set\w{0,20}|define|env|fetch|get|property|default)\(\s{0,4}["'\x60]\0  ["'\x60]\s{0,4},\s{0,20}
  ["'\x60]  mixed  \0  ["'\x60]\s{0,4},[ \t]{0,20}
  [(]  quoted  \0(?:.{0,40}\.)?(?:set|with)?[\w-]{0,20}(?:pass\w{0,6}|pwd)$  \(\s{0,4}(?:[\w.]{1,40}\(\s{0,4}|["'][^"'\n]{0,60}["'],\s{0,4})?
  [(]  mixed  \0  \(\s{0,4}(?:[\w.]{1,40}\(\s{0,4}|["'][^"'\n]{0,60}["'],\s{0,4})?
  # with password 'value', #define PASSWORD "value"
  [ \t]  quoted  (?:(?:with|login|encrypted|#define|set|batch)\s{1,4}|[\s{(]: ?|\0: ?|\buser(?:name)? ["'\w.@-]{1,60}\s|\s--?|\s-\w \S{1,40} )\0  [ \t]{1,20}(?=["'])
  # the password is value
  [ ]  mixed bare  \0  \x20(?:(?:for|of|on|to) (?:the )?[\w.@-]{1,40} )?(?:is|was|to|lautet|ist)(?: now)?:? {1,2}(?=\S*[0-9]|["'])
  [ \t]  mixed  \0  [ \t]{1,40}(?!\x60)
`
  .split('\n')
  .map((row) => row.trim().split('  '))
  .filter(({ length }) => length > 1)
  .flatMap(([starts = '', readers = '', before = '', separator = '']) =>
    readers.split(' ').map((reader) => ({
      starts: new RegExp(starts),
      read: READERS[reader] ?? (() => []),
      before: new RegExp(before, 'i'),
      separator: new RegExp(separator, 'iy'),
    })),
  );

const SYNTAXES = new Map(
  Array.from('"\'`[]() \t\r\n=:|?,></', (start) => [start, ROWS.filter((row) => row.starts.test(start))] as const),
);
