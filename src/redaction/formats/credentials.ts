import type { Format } from '../finding.js';
import { isPlaceholder, isSecretValue, isUnlikeWords, looksRandom } from '../form.js';
import type { Kind } from '../marker.js';

/** The last word on a match. */
const JUDGES: Readonly<Record<string, Format['isSecret']>> = {
  random: looksRandom,
  password: isPassword,
  option: (value) => !/^[-$(]|^[A-Z_]+$|^[0-9:.,-]+$/.test(value) && isPassword(value),
  mixed: (value) => isUnlikeWords(value) && isPassword(value),
  unlike: (value) =>
    isUnlikeWords(value.replaceAll(' ', '')) && isPassword(value) && !/^[\w-]+(?:\.[\w-]+)+$|^[0-9.]+$/.test(value),
  address: (value) => value.length > 2 && !isPlaceholder(value),
  pem: (encoded) => /PRIVATE KEY/.test(Buffer.from(encoded.slice(0, 60), 'base64').toString()),
  pgpass: (password, { input = '', index = 0, 0: match }) =>
    isPassword(password) &&
    (isUnlikeWords(password) || /^:(?:5432|5433|6432|\*):/.test(match)) &&
    /(?:^|[^\w.:/*-])(?![\w.*/-]+\.(?:[cm]?[jt]sx?|py|go|java|rb|rs|php)$)[\w.*/-]+$/.test(
      input.slice(Math.max(0, index - 100), index),
    ),
};

function isPassword(password: string): boolean {
  return isSecretValue(password, 'any');
}

/**
 * Secrets that are recognized by their position: in a header, an address, a call, a password file or a device. The
 * columns are the kind, what to search for first (`~` is a space), the judge (`any` has none), flags, and the pattern; `#` begins a comment.
 */
const ROWS = String.raw`
  password  ://  address  -  :\/\/[^\s:@/"'\x60\\<>]{0,100}:(?<secret>[^\s@/"'\x60\\<>[\]]{1,200})@
  secret  ://  random  -  :\/\/(?<secret>[\w-]{20,200})(?::x-oauth-basic)?@
  Telegram token  :  random  -  (?<![A-Za-z0-9_])[0-9]{8,10}:[\w-]{35}(?![\w-])
  # name:password@tcp(host), name:password@host:port, jdbc:oracle:thin:name/password@host
  password  @  password  -  (?::(?<=[\w.-]:)|oracle:(?:thin|oci8?):[\w.-]{1,40}\/)(?<secret>[^\s:@/"'\x60\\<>]{3,100})@(?:(?:tcp|unix)\(|(?<=oracle:\S{1,200})|[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}:[0-9]{2,5}\b)
  authorization  earer BEARER uthorization  random  i  (?<![\w-])(?:bearer|authorization["']?(?:\s{0,4}[:=,]\s{0,4}|\s)["'\x60]?[a-z]{3,20})\s{1,4}(?<secret>[\w.~+/%-]{16,}={0,2})
  # .pgpass: host:port:database:user:password
  password  :  pgpass  i  :(?:[0-9]{4,5}|\*):[a-z_*][\w.-]{0,63}:[a-z_*][\w.@-]{0,63}:(?<secret>(?:[^\s"'\x60:\\]|\\[:\\]){4,200})(?=["'\x60\s]|\\n|$)
  # crypt(3), similar formats of other programs, NTLM; $9$ of Junos, %^%#…%^%# of Huawei
  password hash  $  any  -  \${1,2}(?:1a?|5|6|8|9|apr1|2[abxy]?|y|gy|7|sha1|md5|s?crypt|argon2(?:id|i|d)|pbkdf2[\w-]{0,12})\${1,2}(?:[\w=,./+-]{1,60}\${1,2}){0,3}(?:[\w./+=-]|\\\/){22,128}|\$[PHS]\$[\w./]{31,52}|(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|argon2|scrypt|SCRAM-SHA-256)\$[\w$=,:./+-]{20,200}|(?:pbkdf2:sha[0-9]{1,3}(?::[0-9]{1,9})?|scrypt(?::[0-9]{1,9}){3})\$[\w./+]{4,60}\$[0-9a-f]{32,128}
  password hash  SHA MD5} PLAIN} CLEAR CRYPT  any  -  \{(?:(?:S?SHA(?:256|512)?|S?MD5|CRYPT)\}(?=.{20})|PLAIN\}|CLEAR(?:TEXT)?\})(?<secret>[^\s:"']{3,128})
  password hash  ::: :[U  any  i  :[0-9a-fX]{32}:(?<secret>[0-9a-f]{32})(?=:)
  password hash  *  any  -  (?<![\w*])\*[0-9A-F]{40}(?![0-9A-F])
  password  $9$ %^%#  any  -  \$9\$[\w./-]{8,200}|%\^%#(?<secret>[^\s%]{8,200})%\^%#
  # echo password | sudo -S, echo name:password | chpasswd
  password  echo~  password  -  echo\s{1,4}(?:-\w{1,3}\s{1,4})?["']?(?:[\w.-]{1,40}:)?(?<secret>[^\s"'|:]{4,100})["']?\s{0,4}\|[^\n|]{0,100}?(?:sudo\s(?:[^\n|]{0,40}\s)?-S|chpasswd|kinit|cryptsetup|-stdin|--?pass\w{0,10}-fd)
  # login("name", "password"), auth=("name", "password")
  password  login uth onnect redential set_pass nlock begin sign reate mysqli Client hmac  unlike  i  (?<=(?:login|set_password|auth\w{0,20}|connect\w{0,20}|getConnection|credentials?|unlock\w{0,20}|WiFi\.begin|\bsign|createHmac|create\w?Cipher\w{0,4}|mysqli|Client|hmac\.new)\s{0,4}=?\s{0,4}\([^()\n]{1,200},\s{0,8}["'])(?<secret>[^"'\x60\\\n]{4,100})(?=["']\s{0,8}[,).])
  # programs that take the password in a short option or at a fixed position
  password  sshpass -cli cqlsh mongo sql ipmitool mosquitto zip ldap snmp login rdesktop psexec ssh-keygen  option  -  PROGRAM(?:sshpass|(?:redis|valkey)-cli|cqlsh|mongo\w{0,7}|i?sql(?:cmd)?|ipmitool|mosquitto_[ps]ub|zip|ldap\w{3,8}|snmp\w{3,9}|login|rdesktop|psexec|ssh-keygen)LINE-[xZ]{0,3}[pPawcAXN]MAYBE(?![0-9]+\s)(?<secret>WORD)
  password  mysql mariadb 7z  option  -  PROGRAM(?:mysql\w{0,6}|mariadb[\w-]{0,6}|7za?)LINE-p["']?(?=\S)(?<secret>WORD)
  password  curl http ftp smb rpc  option  -  PROGRAM(?:curl|https?|lftp|smbclient|rpcclient)LINE(?:-[a-zA-Z]{0,6}[uUa]|--(?:proxy-)?(?:user|auth))MAYBE[^\s:%,"']{0,100}[:%,](?<secret>WORD)
  password  sqlplus sqlldr dp~  option  -  PROGRAM(?:sqlplus|sqlldr|expdp|impdp)LINE[\w.-]{1,40}\/(?<secret>[^\s"'@/]{1,100})
  password  pass:  option  -  (?<=[ \t]-\w{1,10}[ \t]|[ \t])pass:(?<secret>WORD)
  password  htpasswd  option  -  PROGRAM(?:htpasswd)LINE-\w{0,8}b\w{0,8}(?:\s{1,4}-\w{1,8}(?:\s{1,4}[0-9]{1,2})?){0,4}(?:\s{1,4}[^\s-]\S{0,200}){1,2}GAP(?<secret>WORD)
  password  ~/p: ~/rp ~/user:  option  -  [ \t]\/(?:r?p[: ]|user:\S{1,60} )(?<secret>WORD)
  # any program -u name -p password
  password  ~-u ~-U ~-D ~--user  option  -  [ \t](?:-[uUD]|--user(?:name)?)[ =]?[^\s-]\S{0,100}(?:[ \t][^\n|]{0,200}?)?[ \t]-[pPw][ =]?["']?(?<secret>[^\s"'\x60\\|;<>[]{4,200})
  # auth name:password, login=name:password, credentials: name / password
  password  auth login ogin: egister cred redential ugangsdaten --user asic~  unlike  i  (?<![\w-])(?:-{0,2}(?:auth|login|register|credentials?|zugangsdaten)|--[\w-]{0,20}creds|--user|basic)["']?(?:\s{0,4}(?:=>|[:=])\s{0,4}|[ \t])["']?[\w.@-]{2,40}(?::| \/ )(?<secret>[^\s"'/@:]{5,60})
  # name@host:password and name:password in lists of accounts
  password  @  unlike  m  @(?<=[\w.+-]@)[\w.-]{1,60}:(?<secret>[^\s"'/@:]{6,60})[ \t]{0,4}$
  # add_user name password, login "name" "password", a line "name" "password", user_name="password" of JAAS
  password  user User assw login LOGIN "~"  mixed  im  (?:(?<![\w-])(?:add_?user|create_?user|change_?password|authenticate|login|identify)[ \t]{1,4}|^[ \t]{0,8}(?="))(?:"[\w.@-]{1,60}"|[\w.@-]{1,60})[ \t]{1,4}"?(?<secret>[^\s"']{4,100})"?[ \t]{0,4}$
  password  <auth-  any  -  <auth-user-pass>\s{1,4}\S{1,100}\s{1,4}(?<secret>\S{1,100})(?=\s{1,4}<\/)
  password  AUTH~ IDENTIFY~  unlike  m  (?<![\w-])(?:AUTH|IDENTIFY)[ \t](?:[A-Z]{5} )?(?<secret>[^\s"']{6,200})$
  # The words of a wallet on a line of their own, or behind its name.
  secret  nemonic hrase ~seed Seed allet  any  m  (?:^|[:=])[ \t"']{0,16}(?<secret>(?!.*\b(?:the|and|for|with|from|are)\b)(?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8})[ \t"',;]{0,4}$(?!\s{1,8}(?:[a-z]{3,20} ){8})
  # identified by 'password', ConvertTo-SecureString 'password'
  password  dentified DENTIFIED ecureString ecurestring  password  i  (?:\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}|convertto-securestring\s{1,4}(?:-\w{2,12}\s{1,4}){0,2})["'](?<secret>[^"'\n]{4,200})["']
  # createUser name SHA "password" AES "password", snmp-server user name group v3 auth sha password priv aes 128 password
  password  createUser auth~ priv~  password  i  (?:createUser\s{1,4}\S{1,60}|(?<=\s)auth(?:entication)?|(?<=\s)priv(?:acy)?|createUser\s{1,4}\S{1,60}\s{1,4}\S{3,10}\s{1,4}(?:"[^"\n]{1,100}"|\S{1,100}))\s{1,4}(?:md5|sha[0-9-]{0,7}|3?des|aes[0-9-]{0,7})\s{1,4}(?:(?:128|192|256)\s{1,4})?["']?(?<secret>[^\s"']{4,100})
  # user name on >password of Redis
  password  ~>  password  -  [ ]>(?<=\buser\s{1,4}\S{1,60}\s[^\n]{0,60} >)(?<secret>[^\s"']{4,100})
  # A private key in base64, in hexadecimal, as a list of bytes.
  private key  LS0tL  pem  -  LS0tLS1CRUdJTi[\w+/]{40,20000}={0,2}
  private key  accounts allet rivateKeyTo  any  i  (?:accounts\W{1,8}|(?:wallet\w{0,20}|privatekeyto\w{0,20})\(\s{0,8})["'](?<secret>(?:0x)?[0-9a-f]{64})["']
  private key  [  any  -  \[\s{0,8}(?<secret>(?:[0-9]{1,3}\s{0,8},\s{0,8}){63}[0-9]{1,3})\s{0,8}\]
`;

export const CREDENTIALS: readonly Format[] = ROWS.split('\n')
  .map((row) => row.trim().split('  '))
  .filter(({ length }) => length > 1)
  .map(([kind = '', hints = '', judge = '', flags = '', pattern = '']) => ({
    kind: kind as Kind,
    hints: hints.split(' ').map((hint) => hint.replaceAll('~', ' ')),
    pattern: new RegExp(expand(pattern), `g${flags.replace('-', '')}`),
    isSecret: JUDGES[judge] ?? (() => true),
  }));

function expand(pattern: string): string {
  return pattern
    .replace('PROGRAM', String.raw`(?<![\w.-])`)
    .replace('LINE', String.raw`(?:\.exe)?(?=[ \t])(?:[^\n|]|\\\r?\n){0,400}?[ \t]`)
    .replace('MAYBE', String.raw`(?:[ \t=]{0,4}["']?)`)
    .replace('GAP', String.raw`(?:[ \t=]{1,4}["']?|["'])`)
    .replace('WORD', String.raw`(?<=")[^"\n]{1,200}(?=")|(?<=')[^'\n]{1,200}(?=')|[^\s"'\x60\\|;<>[]{1,200}`);
}
