/**
 * All kinds of secrets. Only a marker with one of these names is accepted; otherwise a secret in a fake marker would not
 * be redacted.
 */
const KINDS = [
  'environment secret',
  'private key',
  'password',
  'password hash',
  'secret',
  'authorization',
  'web token',
  'webhook',
  'AWS key',
  'Anthropic key',
  'Azure key',
  'DigitalOcean token',
  'Discord token',
  'GitHub token',
  'GitLab token',
  'Google key',
  'Hugging Face token',
  'Linear key',
  'OpenAI key',
  'PyPI token',
  'SendGrid key',
  'Shopify token',
  'Slack token',
  'Stripe key',
  'Telegram token',
  'Twilio key',
  'npm token',
  'access token',
] as const;

export type Kind = (typeof KINDS)[number];

/** Replaces a secret. Without quotes and backslashes, so that JSON stays valid. */
export function markerOf(kind: Kind): string {
  return `[redacted: ${kind}]`;
}

/** The markers in a text. */
export function markersIn(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(MARKER)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

const MARKER = new RegExp(`\\[redacted: (?:${KINDS.join('|')})\\]`, 'g');
