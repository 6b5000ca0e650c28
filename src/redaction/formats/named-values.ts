import type { Finding } from '../finding.js';
import { readBare, readBehindSpace, readDefault, readInBraces, readLineEnd } from './bare-value.js';
import { readElement, readQuoted, readQuotedArgument, readQuotedLine, readQuotedMixed } from './quoted-value.js';
import { findSecretNames, type SecretName, type Stretch, type ValuePosition } from './secret-names.js';

/**
 * Values behind a name that says what they are: in settings (env, YAML, INI, properties), JSON, XML, connection strings,
 * command lines and source code.
 */
export function findNamedValues(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const name of findSecretNames(text)) {
    for (const { start, end } of valueBehind(text, name)) findings.push({ start, end, kind: 'secret' });
  }
  return findings;
}

/** The literal behind a name, in several parts where it is put together from several. */
function valueBehind(text: string, name: SecretName): readonly Stretch[] {
  for (const syntax of SYNTAXES_BY_START.get(text.charAt(name.end)) ?? []) {
    syntax.separator.lastIndex = name.end;
    const separator = syntax.separator.exec(text)?.[0];
    if (separator === undefined || !(syntax.fits?.(textBefore(text, name), name) ?? true)) continue;
    for (const read of syntax.readers) {
      const found = read(text, { name, separator, at: name.end + separator.length });
      if (found.length > 0) return found;
    }
  }
  return [];
}

function textBefore(text: string, { start }: SecretName): string {
  return text.slice(Math.max(0, start - 100), start);
}

/** A way to write a name and its value. */
interface Syntax {
  /** The signs that the separator can start with: most names are followed by none of them. */
  readonly starts: string;
  readonly separator: RegExp;
  readonly fits?: (before: string, name: SecretName) => boolean;
  /** Tried one after the other. */
  readonly readers: readonly ((text: string, position: ValuePosition) => readonly Stretch[])[];
}

const TYPE = `(?:\\s{0,4}:\\s{0,4}(?:&(?:'\\w{1,10} )?)?[a-z][\\w<>[\\]|?. ]{0,30}?(?= {1,4}= {1,4}\\S)|\\s{1,4}(?:as )?string(?=\\s{0,4}=))?`;
const CONVERSION = `(?:(?:ConvertTo-SecureString(?: -String)?|String::from|Buffer\\.from|Some|SecretStr(?:ing)?|SecureString)?[ (]\\s{0,4}(?=["'@])|\\[(?=[^\\]\\n]{1,200}\\]\\.join\\())?`;

const SYNTAXES: readonly Syntax[] = [
  {
    // ${NAME:-value}
    starts: ':',
    separator: /:[-=]?/y,
    fits: (before) => before.endsWith('${'),
    readers: [readDefault],
  },
  {
    // name = value, "name": "value", name: string = "value", env.NAME || "value", also where the quotes are escaped
    starts: `\\"'\`[]) \t\r\n=:|?`,
    separator: new RegExp(
      `\\\\{0,3}["'\`]?[\\])]{0,2}(?:\\[[0-9]{0,4}\\])?${TYPE}\\s{0,8}(?:=>|[:?]=|={1,3}|:(?!:)|\\|\\||\\?\\?|(?<=\\)\\s)or(?= ))\\s{0,8}${CONVERSION}`,
      'iy',
    ),
    // In `x ? 'password' : 'text'` it is not a name.
    fits: (before) => !/\?\s{0,4}["'`]$/.test(before.slice(-6)),
    readers: [readQuoted, readBare],
  },
  {
    // name="DB_PASSWORD" value="…", - name: DB_PASSWORD, value: …, <password value="…">
    starts: `\\"'\`, \t\r\n`,
    separator: /\\{0,3}["'`]?,?\s{0,40}(?:\\n\s{0,40})?\\{0,3}["'`]?(?:value|default)\\{0,3}["'`]?\s{0,4}[:=]\s{0,8}/iy,
    fits: (before) => /(?:(?:name|key|id)\\{0,3}["'`]?\s{0,4}[:=]\s{0,4}\\{0,3}["'`]?|<)$/i.test(before),
    readers: [readQuoted, readLineEnd, readInBraces],
  },
  {
    // variable "name" { default = "value" }
    starts: `\\"`,
    separator: /\\{0,3}"\s{0,4}\{[^{}]{0,300}?\bdefault\s{0,8}=\s{0,8}/y,
    fits: (before) => /variable\s{1,4}\\{0,3}"$/.test(before),
    readers: [readQuoted],
  },
  {
    // <name>value</name>, <property name="name">value</property>, <key>name</key><string>value</string>
    starts: `\\"' ></`,
    separator:
      /(?:\\{0,3}["'])?[^<>\n]{0,100}(?<!\/)>\s{0,40}(?:<value>|<!\[CDATA\[)?|<\/[\w-]{1,20}>\s{0,40}<[\w-]{0,20}(?:string|value)>/iy,
    fits: (before) =>
      /<(?:[\w.]{1,30}:)?$|<[\w-]{0,20}(?:key|name)>$|<\w[^<>\n]{0,80}(?:name|key|id)=\\{0,3}["']$/i.test(before),
    readers: [readElement],
  },
  {
    // define("NAME", "value"), put("name", "value")
    starts: `\\"'\``,
    separator: /\\{0,3}["'`]\s{0,4},\s{0,8}/y,
    fits: (before, { text }) =>
      /(?:put|set\w{0,20}|define|env|fetch|get|property|default)\(\s{0,4}["'`]$/i.test(before) ||
      (/^[A-Z_0-9]+$/.test(text) && /\w\(\s{0,4}["'`]$/.test(before)),
    readers: [readQuoted],
  },
  { starts: `\\"'\``, separator: /\\{0,3}["'`]\s{0,4},\s{0,8}/y, readers: [readQuotedMixed] },
  {
    // setName("value"), .name("value"), PASSWORD("value")
    starts: '(',
    separator: /\(\s{0,4}/y,
    fits: (before, { text }) => /^(?:set|with|PASSWORD$)|\.(?:set|with)?\w{0,20}$/i.test(text) || before.endsWith('.'),
    readers: [readQuotedArgument],
  },
  {
    // set :name, 'value'
    starts: ',',
    separator: /,\s{1,8}(?=["'])/y,
    fits: (before) => before.endsWith(':'),
    readers: [readQuoted],
  },
  {
    // with password 'value', #define PASSWORD "value"
    starts: ' \t',
    separator: /[ \t]{1,20}(?=["'])/y,
    fits: (before) => /(?:(?:with|login|encrypted|#define)\s{1,4}|[\s{(]:)$/i.test(before),
    readers: [readQuoted],
  },
  {
    // password 'value' in build scripts; --name value, -name value on a command line; a line of .netrc
    starts: ' \t',
    separator: /[ \t]{1,8}(?!`)/y,
    fits: (before, { claim }) => claim === 'password' || before.endsWith('-'),
    readers: [readQuotedMixed, readQuotedLine, readBehindSpace],
  },
];

const SYNTAXES_BY_START: ReadonlyMap<string, readonly Syntax[]> = new Map(
  [...new Set(SYNTAXES.flatMap(({ starts }) => starts.split('')))].map((start) => [
    start,
    SYNTAXES.filter(({ starts }) => starts.includes(start)),
  ]),
);
