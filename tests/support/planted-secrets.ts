/**
 * False secrets: made at run time, so that nothing in the repository looks like one.
 * Plant `text` (the secret as a file would hold it), then look for `value`: it may not be found anywhere.
 */
export interface PlantedSecret {
  readonly kind: string;
  readonly value: string;
  readonly text: string;
}

/** The same seed gives the same secrets. Kinds take turns, so that `count` >= 20 covers at least 20 of them. */
export function plantedSecrets(seed: number, count: number): PlantedSecret[] {
  const draw = createDraw(seed);
  const kinds = Object.entries(KINDS);
  return Array.from({ length: count }, (_, position) => {
    const [kind = '', make] = kinds[position % kinds.length] ?? [];
    const made = make?.(draw) ?? '';
    return typeof made === 'string' ? { kind, value: made, text: `It says ${made} there.` } : { kind, ...made };
  });
}

/** All kinds that `plantedSecrets` knows. */
export const plantedKinds = (): string[] => Object.keys(KINDS);

type Draw = (length: number, alphabet?: string) => string;
type Make = (draw: Draw) => string | { readonly value: string; readonly text: string };

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const CAPITALS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const LETTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz`;
const WORD = LETTERS + DIGITS;
const BASE64 = `${WORD}+/`;
const BASE64_URL = `${WORD}-_`;
// Prefixes stand apart from what follows them, here as everywhere else in this file.
const join = (...parts: string[]) => parts.join('');

const KINDS: Readonly<Record<string, Make>> = {
  'AWS access key': (draw) => join('AK', 'IA', draw(16, `${CAPITALS}234567`)),
  'AWS secret key': (draw) => within(draw(40, BASE64), (value) => `aws_secret_access_key = ${value}`),
  'GitHub token, classic': (draw) => join('gh', 'p_', draw(36)),
  'GitHub token, fine-grained': (draw) => join('github', '_pat_', draw(22), '_', draw(59)),
  'GitHub token, OAuth': (draw) => join('gh', 'o_', draw(36)),
  'GitHub token, app': (draw) => join('gh', 's_', draw(36)),
  'GitLab token': (draw) => join('gl', 'pat-', draw(20, BASE64_URL)),
  'Slack token': (draw) => join('xo', 'xb-', draw(12, DIGITS), '-', draw(13, DIGITS), '-', draw(24)),
  'Slack webhook': (draw) =>
    within(join('T', draw(8, CAPITALS), '/B', draw(8, CAPITALS), '/', draw(24)), (value) =>
      join('https://hooks.', 'slack.com/services/', value),
    ),
  'Stripe key': (draw) => join('sk', '_live_', draw(24)),
  'OpenAI key': (draw) => join('sk', '-', draw(20), 'T3Blbk', 'FJ', draw(20)),
  'OpenAI project key': (draw) =>
    join('sk', '-proj-', draw(74, BASE64_URL), 'T3Blbk', 'FJ', draw(73, BASE64_URL), draw(1)),
  'Anthropic key': (draw) => join('sk', '-ant-', 'api03-', draw(93, BASE64_URL), 'AA'),
  'Google API key': (draw) => join('AI', 'za', draw(35, BASE64_URL)),
  'Google service account': (draw) => {
    const line = draw(64, BASE64);
    const key = privateKeyBlock(draw, 'PRIVATE', line).replaceAll('\n', '\\n');
    return { value: line, text: `{"type": "service_account", "private_key_id": "x", "private_key": "${key}\\n"}` };
  },
  'npm token': (draw) => join('np', 'm_', draw(36)),
  'PyPI token': (draw) => join('py', 'pi-', 'AgEIcHlwaS5vcmc', draw(120, BASE64_URL)),
  'SendGrid key': (draw) => join('S', 'G.', draw(22), '.', draw(43)),
  'Twilio key': (draw) => join('S', 'K', draw(32, HEX)),
  'Hugging Face token': (draw) => join('h', 'f_', draw(34, LETTERS)),
  'DigitalOcean token': (draw) => join('dop', '_v1_', draw(64, HEX)),
  'Azure storage key': (draw) =>
    within(join(draw(86, BASE64), '=='), (value) =>
      join(
        'DefaultEndpointsProtocol=https;AccountName=files;',
        'AccountKey=',
        value,
        ';EndpointSuffix=core.windows.net',
      ),
    ),
  'Telegram bot token': (draw) => join('7', draw(9, DIGITS), ':AA', draw(33, BASE64_URL)),
  'Discord bot token': (draw) => join('M', draw(25), '.', draw(6), '.', draw(38)),
  'Shopify token': (draw) => join('shp', 'at_', draw(32, HEX)),
  'Linear key': (draw) => join('lin', '_api_', draw(40)),
  'RSA private key': (draw) => within(draw(64, BASE64), (line) => privateKeyBlock(draw, 'RSA PRIVATE', line)),
  'OpenSSH private key': (draw) => within(draw(70, BASE64), (line) => privateKeyBlock(draw, 'OPENSSH PRIVATE', line)),
  'URL with password': (draw) =>
    within(draw(18), (value) => join('git clone https://deploy', ':', value, '@git.internal.net/app.git')),
  'database connection': (draw) =>
    within(draw(20), (value) => join('postgres://app', ':', value, '@db.internal:5432/orders')),
  JWT: (draw) => {
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const payload = encoded({ sub: draw(10, DIGITS), name: draw(12) });
    return join(encoded({ alg: 'HS256', typ: 'JWT' }), '.', payload, '.', draw(43, BASE64_URL));
  },
  'bearer header': (draw) => within(draw(40), (value) => `Authorization: Bearer ${value}`),
  'basic header': (draw) =>
    within(Buffer.from(`app:${draw(20)}`).toString('base64'), (value) => `authorization: Basic ${value}`),
  'password assignment': (draw) => within(draw(20), (value) => `const password = "${value}";`),
  'secret in an env file': (draw) => within(draw(32), (value) => `CLIENT_SECRET=${value}`),
};

function within(value: string, text: (value: string) => string): { value: string; text: string } {
  return { value, text: text(value) };
}

/** A PEM block of 24 lines, one of which is given. */
function privateKeyBlock(draw: Draw, label: string, line: string): string {
  const body = Array.from({ length: 24 }, () => draw(line.length, BASE64));
  body[0] = `MII${body[0]?.slice(3) ?? ''}`;
  body[11] = line;
  return [join('-----', `BEGIN ${label} KEY`, '-----'), ...body, join('-----', `END ${label} KEY`, '-----')].join('\n');
}

/** A small generator of pseudo-random numbers (mulberry32): tests must draw the same secrets every time. */
function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (length, alphabet = WORD) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
}
