import type { Format } from '../finding.js';
import { looksRandom } from '../looks-random.js';

// With or without its last part, because the second part alone contains personal data.
const WEB_TOKEN = 'eyJ[\\w-]{8,}\\.(?:eyJ[\\w-]{8,}(?:\\.[\\w-]*)?|[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]+){0,2})';

/** Secrets with the prefix of their issuer. */
export const VENDOR_TOKENS: readonly Format[] = [
  { kind: 'AWS key', hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], pattern: token('A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}') },
  { kind: 'AWS key', hints: ['ABSK'], pattern: token('ABSK[A-Za-z0-9+/]{100,}={0,2}', '') },
  {
    kind: 'GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: token('(?:gh[pousr]_[A-Za-z0-9_]{30,}|github_pat_[A-Za-z0-9_]{40,})', ''),
  },
  {
    kind: 'GitLab token',
    hints: ['gl'],
    pattern: token('gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[\\w-]{20,}(?:\\.[\\w-]{2,40}){0,3}', ''),
  },
  { kind: 'Slack token', hints: ['xox', 'xapp-'], pattern: token('(?:xox[a-z](?:\\.xox[bp])?|xapp)-[\\w-]{10,}', '') },
  { kind: 'Stripe key', hints: ['k_live_', 'k_test_'], pattern: token('[srp]k_(?:live|test)_[A-Za-z0-9]{10,}', '') },
  { kind: 'Stripe key', hints: ['whsec_'], pattern: token('whsec_[A-Za-z0-9+/=]{20,}', '') },
  { kind: 'Anthropic key', hints: ['sk-ant-'], pattern: token('sk-ant-[\\w-]{20,}', '') },
  { kind: 'OpenAI key', hints: ['sk-'], pattern: token('sk-(?:proj|svcacct|admin|or|lf|None)-[\\w-]{20,}', '') },
  { kind: 'OpenAI key', hints: ['sk-'], pattern: token('sk-[A-Za-z0-9]{20,}', ''), isSecret: looksRandom },
  { kind: 'Google key', hints: ['AIza'], pattern: token('AIza[\\w-]{35}') },
  { kind: 'Google key', hints: ['GOCSPX-', 'ya29.'], pattern: token('(?:GOCSPX-|ya29\\.)[\\w-]{20,}', '') },
  { kind: 'npm token', hints: ['npm_'], pattern: token('npm_[A-Za-z0-9]{30,}', ''), isSecret: looksRandom },
  { kind: 'PyPI token', hints: ['pypi-Ag'], pattern: token('pypi-Ag[\\w-]{50,}', '') },
  { kind: 'SendGrid key', hints: ['SG.'], pattern: token('SG\\.[\\w-]{16,40}\\.[\\w-]{20,80}') },
  { kind: 'Twilio key', hints: ['SK'], pattern: token('SK[0-9a-f]{32}') },
  { kind: 'Hugging Face token', hints: ['hf_', 'api_org_'], pattern: token('(?:hf_|api_org_)[A-Za-z0-9]{30,}', '') },
  { kind: 'DigitalOcean token', hints: ['_v1_'], pattern: token('do[opr]_v1_[0-9a-f]{64}') },
  {
    kind: 'Azure key',
    hints: ['AccountKey', 'SharedAccessKey', 'accountkey'],
    pattern: /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/gi,
  },
  { kind: 'Azure key', hints: ['8Q~'], pattern: token('[\\w~.-]{3}8Q~[\\w~.-]{31,34}') },
  { kind: 'Azure key', hints: ['sig='], pattern: /[?&;]sig=(?<secret>[A-Za-z0-9%+/_-]{40,})/g },
  { kind: 'Telegram token', hints: [':'], pattern: token('[0-9]{8,10}:[\\w-]{35}'), isSecret: looksRandom },
  { kind: 'Discord token', pattern: token('[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'), isSecret: looksRandom },
  { kind: 'Shopify token', hints: ['shp'], pattern: token('shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,}', '') },
  { kind: 'Linear key', hints: ['lin_'], pattern: token('lin_(?:api|oauth)_[A-Za-z0-9]{32,}', '') },
  {
    kind: 'webhook',
    hints: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{20,})/g,
  },
  {
    kind: 'webhook',
    hints: ['/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>[0-9]{15,22}\/[\w-]{30,})/g,
  },
  { kind: 'webhook', hints: ['/webhookb2/'], pattern: /\.office\.com\/webhookb2\/(?<secret>[\w@/-]{40,})/g },
  { kind: 'web token', hints: ['eyJ'], pattern: token(WEB_TOKEN, '') },
  // Of any issuer: its prefix is a word for a secret.
  {
    kind: 'access token',
    hints: ['secret_', 'token_'],
    pattern: token('(?:secret|token)_[A-Za-z0-9]{32,}', ''),
    isSecret: looksRandom,
  },
  // Other issuers whose tokens have a prefix, reported as one kind.
  ...[
    ['ntn_', 'ntn_[A-Za-z0-9]{40,}'],
    ['gsk_', 'gsk_[A-Za-z0-9]{40,}'],
    ['xai-', 'xai-[A-Za-z0-9]{60,}'],
    ['pplx-', 'pplx-[A-Za-z0-9]{40,}'],
    ['r8_', 'r8_[A-Za-z0-9]{35,}'],
    ['figd_', 'figd_[\\w-]{35,}'],
    ['dapi', 'dapi[0-9a-f]{32}'],
    ['gls', 'glsa_[A-Za-z0-9_]{35,}'],
    ['glc_', 'glc_[A-Za-z0-9+/=]{40,}'],
    ['hv', 'hv[sbr]\\.[\\w-]{24,}'],
    ['ATATT3', 'ATATT3[\\w=-]{40,}'],
    ['dckr_pat_', 'dckr_pat_[\\w-]{20,}'],
    ['NRAK-', 'NRAK-[A-Z0-9]{27}'],
    ['pscale_', 'pscale_(?:tkn|oauth|pw)_[\\w.-]{30,}'],
    ['sb', 'sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{20,})'],
    ['PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
    ['.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}'],
    ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'],
    ['tskey-', 'tskey-[a-z]{2,12}-[\\w-]{20,}'],
    ['sq0', 'sq0(?:atp|csp)-[\\w-]{22,}'],
    ['rubygems_', 'rubygems_[0-9a-f]{48}'],
    ['nfp_', 'nfp_[A-Za-z0-9]{36,}'],
    ['fo1_', 'fo1_[\\w-]{40,}'],
    ['phc_', 'ph[cx]_[A-Za-z0-9]{40,}'],
    ['sntry', 'sntry[su]_[A-Za-z0-9+/=_-]{40,}'],
    ['ops_ey', 'ops_ey[A-Za-z0-9+/=_-]{100,}'],
  ].map(([hint = '', shape = '']): Format => ({ kind: 'access token', hints: [hint], pattern: token(shape, '') })),
];

/** A shape that starts where a run of word characters starts, and does not end inside of one. */
function token(shape: string, end = '(?![A-Za-z0-9])'): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_])${shape}${end}`, 'g');
}
