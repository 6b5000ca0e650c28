import { describe, expect, it } from 'vitest';
import { createRedactor, secretValuesOf } from '../../../src/redaction/index.js';
import { plantedSecrets } from '../../support/planted-secrets.js';

const planted = new Map(plantedSecrets(23, 35).map((secret) => [secret.kind, secret]));
const random = 'Zk3vQ9xW7bN2mT5c';

describe('secret values of an environment', () => {
  it.each([
    'OPENAI_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'DB_PASSWORD',
    'PGPASSWORD',
    'MYSQL_PWD',
    'client_secret',
    'SECRET_KEY_BASE',
    'TOKEN_2',
    'NPM_CONFIG__AUTH',
    'SENTRY_AUTH',
    'STRIPE_WEBHOOK',
    'SERVICE_CREDENTIALS',
  ])('include the value of %s', (name) => {
    expect(secretValuesOf({ [name]: random })).toEqual([random]);
  });

  it('include a password that is made of words, when the name says that it is one', () => {
    expect(secretValuesOf({ DB_PASSWORD: 'correct horse battery staple' })).toEqual(['correct horse battery staple']);
  });

  it('include the password inside an address, encoded and decoded', () => {
    const password = ['p@ss', 'w0rd/x9'].join('-');
    const values = secretValuesOf({ DATABASE_URL: `postgres://app:${encodeURIComponent(password)}@db:5432/app` });
    expect(values).toContain(password);
    expect(values).toContain(encodeURIComponent(password));
    expect(values.join(' ')).not.toContain('postgres');
  });

  it('include the key inside a connection string, whatever the variable is called', () => {
    const { value = '', text = '' } = planted.get('Azure storage key') ?? {};
    expect(secretValuesOf({ STORAGE: text })).toContain(value);
  });

  it('include what looks like a known secret, whatever the variable is called', () => {
    for (const kind of ['GitHub token, classic', 'Stripe key', 'Anthropic key', 'JWT']) {
      const value = planted.get(kind)?.value ?? '';
      expect(secretValuesOf({ SOMETHING: value }), kind).toEqual([value]);
    }
  });

  it('include a key that begins with a slash, although paths do as well', () => {
    const key = `/${'aB3/dE5+gH7jK9mN1pQ4rS6tU8vW0xY2zA4bC6d'}`;
    expect(secretValuesOf({ AWS_SECRET_ACCESS_KEY: key })).toEqual([key]);
  });

  it('leave ordinary values alone, whatever they are called', () => {
    const ordinary = {
      DISABLE_AUTH: 'true',
      USE_TOKEN: '1',
      API_KEY: '',
      PASSWORD: 'short',
      TOKEN: undefined,
      SSH_AUTH_SOCK: '/tmp/ssh-aB3dE5gH7jK9/agent.4242',
      GOOGLE_APPLICATION_CREDENTIALS: '/home/ann/keys/service-account-7f3a.json',
      SSH_KEY_PATH: '~/.ssh/id_ed25519',
      PWD: '/home/ann/project',
      OLDPWD: '/home/ann/another-project',
      XAUTHORITY: '/run/user/1000/.Xauthority',
      USER: 'ann-smith',
      DB_PASSWORD: 'ann-smith',
      AUTH_URL: 'https://login.example.org/oauth2/v2.0/authorize',
      KEYBOARD_LAYOUT: 'us-international',
      KEY_ALGORITHM: 'RSA-OAEP-256',
      AUTHOR_NAME: 'Ann Smith of Cambridge',
      TOKEN_TYPE: 'bearer-access-token',
      MAX_OUTPUT_TOKENS: '1280000000',
      PATH: '/usr/local/bin:/usr/bin',
      GIT_COMMIT: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      LANG: 'en_GB.UTF-8',
    };
    expect(secretValuesOf(ordinary)).toEqual([]);
  });

  it('are what a redactor takes out of a text', () => {
    const redactor = createRedactor({ secretValues: secretValuesOf({ VAULT_PASSPHRASE: 'seven quiet otters swim' }) });
    expect(redactor.redactNow('said: seven quiet otters swim.')).toBe('said: [redacted: environment secret].');
  });
});
