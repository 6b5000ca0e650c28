import type { FileKind } from '../file-kind.js';
import type { Finding } from '../finding.js';
import type { View } from '../view.js';
import { readColumn, type Stretch } from './columns.js';
import { findSecretNames, type SecretName } from './names.js';
import { READERS } from './values.js';

/**
 * Values behind a name that says what they are: in settings (env, YAML, INI, properties), JSON, XML, connection strings,
 * command lines, network devices and source code.
 */
export function findNamedValues(view: View): Finding[] {
  const findings: Finding[] = [];
  for (const name of findSecretNames(view.text)) {
    for (const { start, end } of valueBehind(view, name)) findings.push({ start, end, kind: 'secret' });
  }
  return findings;
}

/** The literal behind a name, in several parts where it is put together from several. */
function valueBehind({ text, kindAt }: View, name: SecretName): readonly Stretch[] {
  const context = `${text.slice(Math.max(0, name.start - 100), name.start)}\0${name.claim}\0${name.text}`;
  for (const { separator, readers, fits } of SYNTAXES_BY_START.get(text.charAt(name.end)) ?? []) {
    separator.lastIndex = name.end;
    const separating = separator.exec(text)?.[0];
    // A line break on both sides was the quote before and after a colon.
    if (separating === undefined || /^\n.*\n$/.test(separating) || !fits.test(context)) continue;
    const kind = kindAt(name.start).replace('secrets', 'settings') as FileKind;
    for (const read of readers) {
      const found = read(text, { name, kind, separator: separating, at: name.end + separating.length });
      if (found.length > 0) return found;
    }
  }
  return readColumn(text, name);
}

/**
 * The ways to write a name and its value. The columns are the signs that the separator can start with (most names are
 * followed by none of them), the readers that are tried one after the other, what is around the name (before it, its
 * claim and itself, with `\\0` between them), and the separator; `#` begins a comment.
 */
const SYNTAXES = String.raw`
  # $\{NAME:-value}
  [:]  default  \$\{\0  :[-=]?
  # name = value, "name": "value", name: string = "value", env.NAME || "value"; not a name in x ? 'password' : 'text'
  ["'\x60[\]) \t\r\n=:|?]  quoted bytes bare  (?<!\?\s{0,4}["'\x60])\0  ["'\x60]?[\])]{0,2}(?:\[[0-9]{0,4}\])?(?:\s{0,4}:\s{0,4}(?:&(?:'\w{1,10} )?)?[a-z][\w<>[\]|?. ]{0,30}?(?= {1,4}= {1,4}\S)|\s{1,4}(?:as )?string(?=\s{0,4}=))?\s{0,8}(?:=>|[:?]=|={1,3}|:(?!:)|\|\||\?\?|(?<=\)\s)or(?= ))\s{0,16}(?:(?:ConvertTo-SecureString(?: -String)?|String::from|Buffer\.from|Some|SecretStr(?:ing)?|SecureString)?[ (]\s{0,4}(?=["'@])|\[(?=[^\]\n]{1,200}\]\.join\())?
  # name="DB_PASSWORD" value="…", - name: DB_PASSWORD, value: …, <password value="…">
  ["'\x60, \t\r\n]  quoted lineEnd inBraces  (?:(?:[nN]ame|NAME|[kK]ey|KEY|[iI]d|ID|[vV]ariable|[fF]ield)["'\x60]?\s{0,4}[:=]\s{0,4}["'\x60]?(?:[\w.-]{0,40}\/){0,6}|<)\0  ["'\x60]?,?\s{0,40}(?:["'\x60]?(?:type|protected|masked|secured?|sensitive|isSecret)["'\x60]?\s{0,4}[:=]\s{0,4}["'\x60]?\w{1,20}["'\x60]?,?\s{1,40}){0,3}["'\x60]?(?:\w{1,20}:)?(?:(?:parameter)?value|default|content|secret)["'\x60]?\s{0,4}[:=]\s{0,8}
  # variable "name" { default = "value" }, "name": { "type": "…", "value": "…" }
  ["': ]  quoted lineEnd  \0  ["']?\s{0,4}:?\s{0,4}(?:\r?\n(?:[ \t]{1,40}\w{1,20}:[^\n]{0,100}\n){0,3}[ \t]{1,40}(?=default:)|\{[^{}]{0,300}?\b|\[[^[\]]{0,300}?"key": ?"value",\s{0,20}")(?:default|value)["']?\s{0,8}[=:]\s{0,8}
  # <name>value</name>, <property name="name">value</property>, <key>name</key><string>value</string>
  ["' ></]  element  (?:<(?:[\w.]{1,30}:)?|<[\w-]{0,20}(?:[kK]ey|[nN]ame)>|<\w[^<>\n]{0,80}(?:[nN]ame|[kK]ey|[iI]d)=["'])\0  ["']?[^<>\n]{0,100}(?<!\/)>\s{0,40}(?:<(?:value|key|string)>\s{0,40}|<!\[CDATA\[)?|<\/[\w-]{1,20}>\s{0,40}<[\w-]{0,20}(?:string|value|data)>\s{0,40}
  # define("NAME", "value"), put("name", "value")
  ["'\x60]  quoted  (?:[pP]ut|PUT|[sS]et\w{0,20}|[dD]efine|[eE]nv|[fF]etch|[gG]et|[pP]roperty|[dD]efault)\(\s{0,4}["'\x60]\0|\w\(\s{0,4}["'\x60]\0\w*\0[A-Z_0-9]+$  ["'\x60]\s{0,4},\s{0,20}
  ["'\x60]  quotedMixed  \0  ["'\x60]\s{0,4},\s{0,20}
  # setName("value"), .name("value"), PASSWORD("value")
  [(]  quoted  \.\0password\0|\0password\0(?:(?:[sS]et|[wW]ith)|PASSWORD$|.*\.(?:set|with)?\w{0,20}$)  \(\s{0,4}(?:[\w.]{1,40}\(\s{0,4}|["'][^"'\n]{0,60}["'],\s{0,4})?
  [(]  quotedMixed  \.\0\w*\0|\0\w*\0(?:(?:[sS]et|[wW]ith)|.*\.(?:set|with)?\w{0,20}$)  \(\s{0,4}(?:[\w.]{1,40}\(\s{0,4})?
  # set :name, 'value', { name, <<"value">> }, with password 'value', #define PASSWORD "value"
  [, ]  quoted  (?:[\s(]:|\{\s{0,4}\w{0,20})\0  \s{0,4},\s{1,8}(?:<<)?(?=["'])
  [ \t]  quoted  (?:(?:[wW]ith|WITH|[lL]ogin|LOGIN|[eE]ncrypted|ENCRYPTED|#define|set|SET|batch)\s{1,4}|[\s{(]: ?|^: ?|\b[uU]ser(?:name)? ["'\w.@-]{1,60}\s|\s--?|\s-\w \S{1,40} )\0  [ \t]{1,20}(?=["'])
  # the password is value; password 'value' in build scripts; --name value on a command line; enable secret 9 value
  [ ]  quotedMixed bare  \0password\0  \x20(?:(?:for|of|on|to) (?:the )?[\w.@-]{1,40} )?(?:is|was|to|lautet|ist)(?: now)?:? {1,2}(?=\S*[0-9]|["'])
  [ \t]  quotedMixed quotedLine behindSpace  \0  [ \t]{1,40}(?!\x60)
`
  .split('\n')
  .map((row) => row.trim().split('  '))
  .filter(({ length }) => length > 1)
  .map(([starts = '', readers = '', around = '', separator = '']) => ({
    starts: new RegExp(starts),
    readers: readers.split(' ').flatMap((reader) => READERS[reader] ?? []),
    fits: new RegExp(around),
    separator: new RegExp(separator, 'iy'),
  }));

const SYNTAXES_BY_START = new Map(
  Array.from(
    '"\'`[]() \t\r\n=:|?,></',
    (start) => [start, SYNTAXES.filter(({ starts }) => starts.test(start))] as const,
  ),
);
