import type { Format } from '../finding.js';
import { looksRandom } from '../looks-random.js';
import type { Kind } from '../marker.js';

/** Tokens with the prefix of their issuer, where secretlint's recommended rules do not know it. `B58` is base58. */
const SHAPES: Partial<Record<Kind, string>> = {
  'AWS key': String.raw`AKIA[A-Z0-9]{16}(?![A-Z0-9]) ASIA[A-Z0-9]{16}(?![A-Z0-9]) ABIA[A-Z0-9]{16} ACCA[A-Z0-9]{16} ABSK[\w+/]{100,}={0,2}`,
  'GitLab token': String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct|rtr)-[\w-]{20,}(?:\.[\w-]{2,40}){0,3} GR1348941[\w-]{20}`,
  'Slack token': String.raw`xox[cdes](?:\.xox[bp])?-[\w%-]{10,}`,
  'Stripe key': String.raw`sk_(?:live|test)_\w{10,} rk_(?:live|test)_\w{10,} pk_(?:live|test)_\w{10,} whsec_[\w+/=]{20,}`,
  'Google key': String.raw`AIza[\w-]{35}(?![\w-]) GOCSPX-[\w-]{20,} ya29\.[\w-]{20,} 1//0[\w-]{40,} AAAA[\w-]{7}:APA91b[\w-]{60,}`,
  'Twilio key': 'SK[0-9a-f]{32}(?![0-9a-f])',
  'Hugging Face token': 'hf_[A-Za-z0-9]{30,} api_org_[A-Za-z0-9]{30,}',
  'DigitalOcean token': 'do[opr]_v1_[0-9a-f]{64}',
  'PyPI token': String.raw`pypi-Ag[\w-]{50,}`,
  // With or without the last part, because the second part alone contains personal data.
  'web token': String.raw`eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*)?|[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+){0,2})`,
  'access token': String.raw`xai-[A-Za-z0-9]{60,} pplx-[A-Za-z0-9]{40,} figd_[\w-]{35,} dapi[0-9a-f]{32} glsa_\w{35,}
    glc_[\w+/=]{40,} hv[sbr]\.[\w-]{24,} ATATT3[\w=-]{40,} ATCTT3[\w=-]{40,} ATBB[A-Za-z0-9]{24,} NRAK-[A-Z0-9]{27}
    dckr_(?:pat|oat)_[\w-]{20,} pscale_(?:tkn|oauth|pw)_[\w.-]{30,} sbp_[0-9a-f]{40} sb_secret_[\w-]{20,}
    PMAK-[0-9a-f]{24}-[0-9a-f]{34} tskey-[a-z]{2,12}-[\w-]{20,} sk\.eyJ[\w-]{20,}\.[\w-]{15,} AGE-SECRET-KEY-1[A-Z0-9]{58}
    sq0(?:atp|csp)-[\w-]{22,} rubygems_[0-9a-f]{48} fo1_[\w-]{40,} sntry[su]_[\w+/=-]{40,} AKCp[A-Za-z0-9]{60,}
    sq[upa]_[0-9a-f]{40} os_v2_app_[a-z0-9]{40,} key-[0-9a-f]{32} bkua_[0-9a-f]{40} CCIPAT_\w{30,} EAA[A-Za-z0-9]{80,}
    oy2[a-z0-9]{43} cio[A-Za-z0-9]{32} dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.]{30,} nsec1[a-z0-9]{50,}
    suiprivkey1[a-z0-9]{50,} S[A-Z2-7]{55,57}(?![A-Z0-9]) xprvB58{100,} tprvB58{100,} edskB58{50,} PVT_K1_B58{40,} (?<![/+])sEdB58{28}(?![A-Za-z0-9/+])`,
};

/** Tokens whose prefix also begins words, or that have none, with what to search for first. */
const RANDOM_SHAPES: readonly (readonly [Kind, readonly string[], string])[] = [
  ['OpenAI key', ['sk-'], String.raw`sk-[\w-]{20,}`],
  ['access token', ['.atlasv1.'], String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}`],
  ['access token', ['_'], '[a-z][a-z0-9]{1,11}_(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{30,}'],
  ['private key', ['K', 'L', '5'], '(?<![/+])(?:[KL]B58{51}|5[HJK]B58{49})(?![A-Za-z0-9/+])'],
  ['Azure key', ['8Q~'], String.raw`[\w~.-]{3}8Q~[\w~.-]{31,34}`],
  ['Telegram token', [':'], String.raw`[0-9]{8,10}:[\w-]{35}(?![\w-])`],
  ['Discord token', ['.'], String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])`],
];

/** The address is the secret. The first word is searched for first. */
const ADDRESSES = String.raw`slack\.com\/(?:workflows|triggers)\/ webhooks\/(?=[0-9]{15,22}\/) office\.com\/webhookb2\/
  infura\.io\/(?:ws\/)?v3\/ alchemy(?:api)?\.(?:io|com)\/v2\/ quiknode\.pro\/ azure\.com\S{1,200}[?&]sig=`;

export const ISSUERS: readonly Format[] = [
  ...Object.entries(SHAPES).flatMap(([kind, shapes]) =>
    shapes.split(/\s+/).map((shape): Format => {
      const hint = /^(?:\(\?<!.*?\))?((?:[\w/-]|\\\.)+?)(?=B58|[[(]|\\w)/.exec(shape)?.[1] ?? '';
      return { kind: kind as Kind, hints: [hint.replaceAll('\\', '')], pattern: startOfRun(shape) };
    }),
  ),
  ...RANDOM_SHAPES.map(
    ([kind, hints, shape]): Format => ({ kind, hints, pattern: startOfRun(shape), isSecret: looksRandom }),
  ),
  ...ADDRESSES.split(/\s+/).map(
    (address): Format => ({
      kind: 'webhook',
      hints: [/^\w+/.exec(address)?.[0] ?? ''],
      pattern: new RegExp(`${address}(?<secret>[\\w@/%-]{20,})`, 'g'),
    }),
  ),
];

function startOfRun(shape: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_])${shape.replaceAll('B58', '[1-9A-HJ-NP-Za-km-z]')}`, 'g');
}
