import type { Judge } from './judge.js';
import { hasOption, outputsOf } from './options.js';
import { mayWrite, UNKNOWN } from './shell.js';

/** `curl -s https://example.com`: known addresses; to this machine, where the coach listens, only plain requests. */
export const judgeCurl: Judge = ({ words, shell }) => {
  if (hasOption(words, CURL_NEVER) || words.some((word) => word === '-:' || /^-[a-zA-Z]*[KJOxq]/.test(word)))
    return false;
  const outputs = outputsOf(words, '-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr');
  if (!outputs.every((file) => file === '-' || mayWrite(file, shell))) return false;
  return isPlain(words, CURL_SENDS) || onlyElsewhere(words);
};

const CURL_NEVER =
  '--remote-name --remote-name-all --remote-header-name --config --output-dir --resolve --connect-to --proxy --preproxy --unix-socket --abstract-unix-socket --next --libcurl --hsts --alt-svc --etag-save --engine --netrc-file --doh-url --interface --variable --expand-url --expand-data --expand-header';
const CURL_SENDS =
  '-X --request -d --data --data-raw --data-ascii --data-binary --data-urlencode -F --form --form-string -T --upload-file --json -H --header --oauth2-bearer -u --user';

/** Shows a page, or only looks whether it is there. */
export const judgeWget: Judge = ({ words, shell }) => {
  if (!hasOption(words, '--spider -O --output-document')) return false;
  if (words.some((word) => word.startsWith('--') && !WGET_OPTIONS.test(word))) return false;
  const outputs = outputsOf(
    words.filter((word) => !word.startsWith('--') || /^--o/.test(word)),
    '-O -o -a -P --output-document --output-file',
  );
  return outputs.every((file) => file === '-' || mayWrite(file, shell)) && isPlain(words, '-i -e');
};

const WGET_OPTIONS =
  /^--(?:spider|quiet|output-document(?:=.*)?|timeout=\d+|tries=\d+|no-verbose|server-response|no-check-certificate)$/;

/** `http example.com/status`: a further word would be sent. */
export const judgeHttpie: Judge = ({ words }) => {
  const operands = words.filter((word) => !word.startsWith('-'));
  const isGet = operands.length === 1 || (operands.length === 2 && /^(?:GET|HEAD)$/.test(operands[0] ?? ''));
  return (
    isGet &&
    words.every((word) => !word.startsWith('-') || /^(?:-[hbvp]|--headers|--body|--verbose|--print=\w+)$/.test(word))
  );
};

function isPlain(words: readonly string[], sending: string): boolean {
  return (
    !words.some((word) => word.includes(UNKNOWN)) &&
    !hasOption(words, sending) &&
    !words.some((word) => /^-[a-zA-Z]*[XdFTHu]./.test(word))
  );
}

/** Every word that could be an address is one of a host with a full name, which the coach's server refuses. */
function onlyElsewhere(words: readonly string[]): boolean {
  const urls = words.filter((word) => /^[a-z]+:\/\//i.test(word));
  const known = words.every(
    (word, index) =>
      !word.includes(UNKNOWN) && (/^-/.test(word) || /^-/.test(words[index - 1] ?? '') || urls.includes(word)),
  );
  const isNamed = (url: string) =>
    /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[:/?]|$)/i.test(url) && !/localhost/i.test(url);
  return (
    known &&
    urls.length > 0 &&
    urls.every(isNamed) &&
    !words.some((word) => /^-?H?host\s*:|127\.|localhost/i.test(word))
  );
}
