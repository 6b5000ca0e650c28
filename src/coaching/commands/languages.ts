/** Whether a script of sed only prints: only options that print, and none of its commands writes or runs anything. */
export function onlyPrintsSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [, attached] = /^(?:-[nErsuz]*e|--expression=)(.*)$/s.exec(word) ?? [];
    if (attached !== undefined) scripts.push(attached === '' ? (words[++index] ?? '') : attached);
    else if (!word.startsWith('-') || word === '-') operands.push(word);
    else if (!/^(?:-[nErsuz]+|--|--(?:quiet|silent|regexp-extended|null-data|posix))$/.test(word)) return false;
  }
  return (scripts.length > 0 ? scripts : operands.slice(0, 1)).every(isPrintingScript);
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:[^/\\]|\\.)*\/I?)`;
const SED_COMMAND = new RegExp(
  String.raw`^[\s;]*(?:${ADDRESS}(?:\s*,\s*(?:${ADDRESS}|[+~]\d+))?)?\s*!?\s*` +
    String.raw`(?:[pPdDgGhHxnNlq=]\d*|s([^\w\s\\])(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\]|\\.)*\1[gpiIm\d]*|y([^\w\s\\])(?:(?!\2)[^\\]|\\.)*\2(?:(?!\2)[^\\]|\\.)*\2|[{}]|[aic](?:\\\n|\\?[ \t])[^\n]*(?=\n|$))\s*(?=[;}\n]|$|[\s\S]*\})`,
  's',
);

function isPrintingScript(script: string): boolean {
  let rest = script;
  while (rest.trim() !== '') {
    const [found = ''] = SED_COMMAND.exec(rest) ?? [];
    if (found === '') return false;
    rest = rest.slice(found.length).replace(/^[\s;]+/, '');
  }
  return true;
}

/** Whether a program of awk only prints to its output. */
export function onlyPrintsAwk(words: readonly string[]): boolean {
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  if (!options.every((word) => /^(?:-F.*|-v.*|--|--posix|--csv)$/s.test(word))) return false;
  const code = codeOfAwk(words.filter((word) => !options.includes(word)).join(' '));
  if (code === undefined || /(?<!\|)\|(?!\|)|\bsystem\b|\bgetline\b|@/.test(code)) return false;
  let outside = code;
  // Within brackets, `>` compares.
  for (let shorter = ''; shorter !== outside; ) {
    shorter = outside;
    outside = outside.replace(/\([^()]*\)/g, ' ');
  }
  return !/print[^;}\n]*>/.test(outside);
}

/** Without texts and patterns; undefined if it is not clear where they end. */
function codeOfAwk(program: string): string | undefined {
  let code = '';
  for (let rest = program; rest !== ''; ) {
    const isValue = /[\w)\]$"]\s*$/.test(code);
    const [text] = /^"(?:[^"\\\n]|\\.)*"/s.exec(rest) ?? (isValue ? null : /^\/(?:[^/\\\n]|\\.)*\//s.exec(rest)) ?? [];
    if (text === undefined && /^["#]/.test(rest)) return undefined;
    if (text?.startsWith('/') && text.includes('"')) return undefined;
    code += text === undefined ? rest[0] : '""';
    rest = rest.slice(text?.length ?? 1);
  }
  return code;
}

/** Whether all statements of SQL only read; also the commands of clients that show tables. */
export function judgeStatements(text: string): boolean {
  return text
    .replace(/--.*|\/\*[\s\S]*?\*\//g, ' ')
    .split(/[;\n]/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .every((statement) => READING_SQL.test(statement) && !CHANGING_SQL.test(statement) && !/.\\/s.test(statement));
}

const CHANGING_SQL =
  /\b(?:into\s+(?:out|dump)file|returning|insert|update|delete|drop|alter|create|truncate|copy|attach)\b|\b(?:writefile|load_extension|edit|lo_export|replace\s+into)\s*\(/i;
const READING_SQL =
  /^(?:select|with|explain|show|describe|desc|pragma\s+\w+(?:\([\w\s]*\))?$|values|from|where|and|or|order|group|limit|join|left|inner|having|on|\\d\S*|\\l|\\conninfo|\.(?:tables|schema|indexes|databases|headers|mode|dbinfo))\b/i;

/**
 * Whether code on a command line only prints what it computes: every name in it is one of these. Anything else might
 * write a file.
 */
export function judgeCode(code: string): boolean {
  const withoutTexts = code
    .replace(/(["'])(?:(?!\1)[^\\\n]|\\.)*\1/g, (text) => (/\.json["']$/.test(text) ? '' : ' '))
    .replace(/\bprocess\.env\.\w+/g, '');
  if (/^import (\w+); ?print\(\1\.__version__\)$/.test(code)) return true;
  if (/[`\\]|\[\s*["'a-z]/i.test(withoutTexts)) return false;
  const isRequireOfCode = /\b(?:require|import)\s*\(\s+\)/.test(withoutTexts);
  return !isRequireOfCode && (withoutTexts.match(/[A-Za-z_]\w*/g) ?? []).every((name) => PRINTING_NAMES.has(name));
}

const PRINTING_NAMES = new Set(
  `import print sys version version_info platform python_version json dumps loads math sqrt floor ceil pi len str int
  float sum min max sorted range for in if else not and or True False None round abs pow console log require process
  versions arch JSON stringify parse Math PI const let typeof true false null undefined name dependencies
  devDependencies scripts keys values entries Object length map join split toString Date now repeat toUpperCase
  toLowerCase node v8 datetime date today isoformat puts echo RUBY_VERSION phpversion PHP_VERSION`.split(/\s+/),
);
