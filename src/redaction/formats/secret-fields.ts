import type { Finding } from '../finding.js';
import { isSecretValue, type Need } from '../form.js';
import type { View } from '../view.js';

/** In a file of secrets, a section of them and a Secret of Kubernetes, the name of a value may be any word. */
export function findSecretFields({ text, kindAt }: View): Finding[] {
  const isKubernetes = text.includes('Secret') && KUBERNETES.test(text);
  const blocks = [...(isKubernetes ? text.matchAll(DATA) : []), ...(text.includes('s]') ? text.matchAll(SECTION) : [])];
  const findings = blocks.flatMap(({ index, 0: block }) => fieldsIn(block, index, 'mixed'));
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end === -1) end = text.length;
    if (kindAt(at) === 'secrets') findings.push(...fieldsIn(text.slice(at, end), at, 'any'));
  }
  return findings;
}

function fieldsIn(text: string, offset: number, need: Need): Finding[] {
  return [...text.matchAll(FIELD)].flatMap((match) => {
    const { name = '', secret = '' } = match.groups ?? {};
    const start = offset + match.index + match[0].lastIndexOf(secret);
    const isSecret = isSecretValue(secret, need);
    return isSecret && !OTHER_NAME.test(name) ? [{ start, end: start + secret.length, kind: 'secret' as const }] : [];
  });
}

const KUBERNETES = /\bkind["']?: ?["']?Secret\b/;
const DATA = /^(?:stringD|d)ata:[ \t]*\r?\n(?:[ \t]+[^\n]*(?:\n|$))*|"(?:stringD|d)ata": ?\{[^{}]{0,10000}\}/gm;
const SECTION = /^\[(?:admins|users|credentials|passwords|secrets)\][ \t]*\r?\n(?:[^[\n][^\n]*(?:\n|$))*/gim;
const FIELD =
  /^[ \t]{0,20}["']?(?<name>[\w.@*/:-]{1,60})["']?[ \t]{0,8}[:= \t][ \t]{0,8}(?:\*[ \t]{1,8})?["']?(?<secret>[^\s"',:;]{4,400})["']?[ \t]{0,8}(?:[,*][^\n]{0,100})?$/gm;
const OTHER_NAME =
  /user(?:name)?$|^login$|name$|host|port$|ur[il]$|kind|type|version|mail|roles?$|region|endpoint|domain|cert|crt|pub|id$|date|time|path|file$|hash|sha|image|server/i;
