/**
 * Every kind of secret there is. Only a marker with one of these names is taken for our own: otherwise a secret
 * could be hidden from redaction by writing it as one.
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

/** What stands where a secret stood. Free of quotes and backslashes, so that JSON around it stays JSON. */
export function markerOf(kind: Kind): string {
  return `[redacted: ${kind}]`;
}

/** Where the text holds markers already. */
export function markersIn(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(MARKER)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

const MARKER = new RegExp(`\\[redacted: (?:${KINDS.join('|')})\\]`, 'g');
