import type { Format } from '../finding.js';
import { isSecretValue } from '../form.js';

/**
 * Passwords that programs take in a short option or at a fixed position: the programs, and what is before the password.
 * There `~` is a space, an equals sign or a quote; `~?` may be missing.
 */
const ROWS = String.raw`
  curl  (?:-[a-zA-Z]{0,6}[uU]|--user|--proxy-user)~?[^\s:"']{0,100}:
  https?|xh  (?:-a|--auth)~[^\s:"']{0,100}:
  mysql\w{0,6}|mariadb(?:-dump|-admin)?|7z|7za  -p(?=\S)["']?
  redis-cli|valkey-cli  (?:-a|--pass)~
  ldap\w{3,8}  -[xZ]{0,3}w~
  sshpass|cqlsh|mongo\w{0,7}|sqlcmd|bcp|ipmitool|isql|mosquitto_[ps]ub|zip|unzip|security  -[pP]~?
  (?:docker|podman|oc|az|helm registry) login|rdesktop|psexec  -p~
  lftp  -u~[^,\s]{0,100},
  smbclient|rpcclient  -U~[^%\s]{0,100}%
  openssl  -pass(?:in|out)?~pass:
  openssl enc  -[kK]~
  snmp\w{3,9}  -[cAX]~
  sqlplus|sqlldr|expdp|impdp  [\w.-]{1,40}\/
  xfreerdp|signtool|schtasks  \/r?p[: ]
  gh secret set  (?:-b|--body)~?
  ssh-keygen  -[NP]~
  htpasswd  -\w{0,8}b\w{0,8}(?:\s{1,4}-\w{1,8}(?:\s{1,4}[0-9]{1,2})?){0,4}(?:\s{1,4}[^\s-]\S{0,200}){1,2}~
  mc alias set|mc config host add  (?:\S{1,200}\s{1,4}){3}
  net use  \/user:\S{1,60}~
`;

export const COMMANDS: readonly Format[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [programs = '', option = ''] = row.trim().split('  ');
    const words = option.replaceAll('~', `(?:[ \\t=]{1,4}["']?|["'])`);
    const password = `(?<=")[^"\\n]{1,200}(?=")|(?<=')[^'\\n]{1,200}(?=')|(?:[^\\s"'\`\\\\|;<>[]|\\\\(?![\\s"'\`])){1,200}`;
    const line = '(?=[ \\t])(?:[^\\n|]|\\\\\\r?\\n){0,400}?[ \\t]';
    return {
      kind: 'password',
      hints: programs.split('|').flatMap((program) => /^(?:\(\?:)?([\w-]{2,6})/.exec(program)?.[1] ?? []),
      pattern: new RegExp(`(?<![\\w.-])(?:${programs})(?:\\.exe)?${line}${words}(?<secret>${password})`, 'g'),
      isSecret: (secret) => !/^[-$(]|^[A-Z_]+$/.test(secret) && isSecretValue(secret, 'any'),
    };
  });
