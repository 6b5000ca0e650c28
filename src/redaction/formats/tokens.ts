import type { Finding } from '../finding.js';
import { FILLED_IN, isPlaceholder, isSecretValue, looksRandom } from '../form.js';
import type { View } from '../view.js';

/**
 * Random values without a name that says secret: behind any other name in settings and pasted text, and behind the
 * prefix of an issuer, which secretlint may not know. Hashes, ids and public keys look random, too: they stay.
 */
export function findTokens({ text, kindAt }: View): Finding[] {
  const findings: Finding[] = [];
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match !== null; match = RUN.exec(text)) {
    const run = match[0].replace(/\.+$/, '');
    const start = match.index;
    if (FILLED_IN.test(run)) continue;
    const issued = [...run.matchAll(ISSUED)].map(({ index, 0: token }): Finding => {
      const kind = token.startsWith('eyJ') ? 'web token' : 'access token';
      return {
        start: start + index,
        end: start + index + token.length,
        kind: /^A[A-Z]{3}/.test(token) ? 'AWS key' : kind,
      };
    });
    findings.push(...issued);
    if (issued.length > 0 || !/[0-9]/.test(run.slice(0, ENOUGH)) || isPlaceholder(run.slice(0, ENOUGH))) continue;
    const before = text.slice(Math.max(0, start - 80), start);
    const isAddress = before.endsWith(':') && run.startsWith('//');
    // The last part of an address is often its key, and a file may be called like a token.
    const last = run.slice(run.lastIndexOf('/') + 1);
    const name = last.replace(/\.\w{1,5}$/, '');
    const kind = kindAt(start);
    const isLast = isAddress
      ? ADDRESS_KEY.test(last) && looksRandom(last) && !run.includes('.well-known')
      : isIssued(name);
    const end = start + run.length;
    if (PUBLIC.test(before)) continue;
    if (isLast) findings.push({ start: end - last.length, end: end - last.length + name.length, kind: 'access token' });
    else if (!isAddress && isNamed(run, before, kind === 'code' || kind === 'labels'))
      findings.push({ start, end, kind: 'secret' });
  }
  return findings;
}

/** In settings and pasted text, a value that ends its line and has the form of a password, behind any name. */
export function findPasswords({ text, kindAt }: View): Finding[] {
  const findings: Finding[] = [];
  for (const { index } of text.matchAll(SPECIAL)) {
    const earlier = text.slice(Math.max(0, index - MAX_LINE), index);
    const lineStart = index - earlier.length + earlier.lastIndexOf('\n') + 1;
    if (lineStart > 0 && !earlier.includes('\n')) continue;
    FIELD.lastIndex = lineStart;
    const [field = '', name = '', value = ''] = FIELD.exec(text) ?? [];
    if (!/[0-9]/.test(value) || !/[a-z]/i.test(value) || STAYS.test(name) || NO_PASSWORD.test(value)) continue;
    const start = lineStart + field.length - value.length;
    const kind = kindAt(start);
    if (kind !== 'code' && kind !== 'labels' && isSecretValue(value, 'strong'))
      findings.push({ start, end: start + value.length, kind: 'password' });
  }
  return findings;
}

const MAX_LINE = 200;
const SPECIAL = /[A-Za-z0-9][!#$%^&*@?](?=[\w"'\s!]|$)/gm;
const FIELD =
  /[ \t]{0,40}(?:export )?["']?([A-Za-z][\w.-]{1,60})["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}["']?([^\s"'`<>\\,;(){}[\]=]{6,64})(?=["']?[,;]?[ \t]{0,8}$)/my;
// An address, a path, a version, a color, an expression.
const NO_PASSWORD = /[/|]|@[\w-]*\.|[:@][0-9]|^[$%@#&*!?^~]|&&|&amp|%[0-9A-F]{2}|^[\w.]*\$[\w.]*$/;
const ENOUGH = 200;
const RUN = /(?<![\w+/.~-])[A-Za-z0-9_/+][\w+/.~-]{15,}={0,2}/g;

/** Tokens whose form alone says so. The first row is a web token, with or without the last part. */
const ISSUED = new RegExp(
  `(?<![A-Za-z0-9_])(?:${[
    String.raw`eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*)?|[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,2})`,
    String.raw`A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Z0-9])|AIza[\w-]{35}|hf_[A-Za-z]{34}|SK[0-9a-f]{32}(?![0-9a-f])|dapi[0-9a-f]{32}`,
    String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[\w-]{20,}(?:\.[\w-]{2,40}){0,3}|[srp]k_(?:live|test)_\w{10,}|[a-z]{2,6}_v1_[0-9a-f]{64}|pypi-Ag[\w-]{50,}`,
    String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|hv[sbr]\.[\w-]{24,}|ya29\.[\w-]{20,}|1\/\/0[\w-]{40,}`,
    // Private keys of wallets in base58, of age, NATS and Stellar in base32.
    '(?<![/+])(?:[KL]B58{51}|5[HJK]B58{49}|[xyzt]prvB58{100,})(?![A-Za-z0-9/+])|S[A-Z2-7]{55,57}(?![A-Z0-9])|AGE-SECRET-KEY-1[A-Z0-9]{58}|nsec1[a-z0-9]{50,}',
  ]
    .join('|')
    .replaceAll('B58', '[1-9A-HJ-NP-Za-km-z]')})`,
  'g',
);

const ADDRESS_KEY = /^(?=.*[0-9])(?=.*[A-Z])(?=.*[a-z])[\w-]{30,200}$/;

/** A prefix, perhaps a second one, and a random rest: `glpat-…`, `sk_live_…`, `dop_v1_…`, `sq0atp-…`, `dp.pt.…`. */
function isIssued(run: string): boolean {
  const [, prefix = '', rest = ''] = PREFIXED.exec(run.slice(0, ENOUGH)) ?? [];
  if (prefix === '' || NO_ISSUER.test(prefix)) return false;
  if (/^[0-9a-f]{32,}$/.test(rest)) return /_$/.test(prefix) || /key/.test(prefix);
  const isMarked = /pat|sec|key|live|test|tok|api|prod|pri?v|auth|pass/i.test(prefix);
  if (isMarked ? rest.length < 20 : rest.length < 30 || !isDense(rest)) return false;
  return /[a-z]/.test(rest) && /[A-Z]/.test(rest) && looksRandom(rest) && !/\.[A-Za-z]|\/.*\//.test(rest);
}

const PREFIXED = /^((?:(?:[a-z][a-z0-9]{1,11}|[A-Z][A-Z0-9]{1,11})[_.-]){1,3})([\w+/-][\w+/=.-]{19,})$/;
const NO_ISSUER = /^(?:sha|md5|h1|commit|build|rev|id|uuid|v[0-9]|layer|chunk|index|cache|diff)/i;

/** Behind a name that does not say hash, id or public key. In code, the name must say what the value is for. */
function isNamed(run: string, before: string, isCode: boolean): boolean {
  if (OPTION.test(before))
    return run.length >= 20 && looksRandom(run) && !OTHER_FORM.test(run) && !/^[0-9a-f]+$/.test(run);
  const [, name = '', space] = NAME.exec(before) ?? [];
  if (name === '' || run.length > 400 || OTHER_FORM.test(run) || ALWAYS_STAYS.test(name) || !looksRandom(run))
    return false;
  if (SECRETIVE.test(name)) return true;
  if (isCode || space !== undefined || STAYS.test(name) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false;
  return /["']$/.test(before) || isDense(run);
}

/** Names in code have fewer digits, and fewer changes between letters and digits; an alphabet has each sign once. */
function isDense(run: string): boolean {
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[a-zA-Z])/g)?.length ?? 0;
  const isAlphabet = run.length > 24 && new Set(run).size === run.length;
  return changes >= run.length * 0.25 && run.replace(/[^0-9]/g, '').length >= 3 && !isAlphabet;
}

const NAME =
  /([A-Za-z][\w.-]{1,60})(?:["'\]]{0,2}\s{0,4}(?:=>|[:=>])\s{0,4}["']?(?:[A-Za-z]{3,10} )?|([ \t]{1,4}["']))$/;
const OPTION = /\s-{1,2}[A-Za-z][\w-]{0,30}[ =]$/;
const SECRETIVE =
  /(?:[a-z][_-]?key|pass(?:word|wd)?[_-]?hash|auth\w*|sig(?:nature)?|token|secret|credentials?|cookie|jwt|salt|seed|sess(?:ion|id)?|license|dsn|hook|secure)$/i;
const ALWAYS_STAYS = /public|pub_?key|page|next|cursor|continu|sha[0-9]|md5|(?<!pass(?:word|wd)?[_-]?)hash$/i;
const STAYS =
  /(?:digest|(?:check)?sum|commit|rev(?:ision)?|ref(?:erence)?|version|id|u?uid|guid|tag|integrity|fingerprint|thumbprint|trace|span|cert(?:ificate)?|crt|image|layer|nonce|addr(?:ess)?|tx|block|mappings|name|class|path|file|ur[il]|host|src|href|resolved|crc\w*|generation|build|lineage|type|model|alias|label|title|pattern|h1|base64)$/i;
// A path, a dotted name, a public key, a UUID, an address of a contract.
const OTHER_FORM =
  /^[.~/]|^(?:[\w-]+\/){2}|\.[a-z]{2,5}$|^AAAA[BCE]|^[0-9a-f]{8}-[0-9a-f]{4}-|^0x|^(?:[a-z][\w-]*\.){2}|^[0-9.-]+$|^[0-9]{4}-?[0-9]{2}/i;
// Before a hash, in an address or an image.
const PUBLIC = /(?:sha[0-9]{1,3}[:-]|base64,|:\/\/[^\s"']{0,80}\/|@)$/i;
