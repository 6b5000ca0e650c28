import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/index.js';
import { ROOT, readSource, sourceFiles } from '../../support/source-files.js';

const redactor = createRedactor({ secretValues: [] });
const sha = (algorithm: string, encoding: 'hex' | 'base64') => createHash(algorithm).update('x').digest(encoding);
const variable = (name: string) => `$\{${name}}`;

const HARMLESS: Readonly<Record<string, string>> = {
  'a git hash': `commit ${sha('sha1', 'hex')}\nAuthor: A <a@b.org>\nMerge: ${sha('sha1', 'hex').slice(0, 9)}`,
  'a UUID': 'request 3f2b8c1e-4d5a-4e6f-9a7b-0c1d2e3f4a5b failed; {"id": "3f2b8c1e-4d5a-4e6f-9a7b-0c1d2e3f4a5b"}',
  'an integrity hash': `"integrity": "sha512-${sha('sha512', 'base64')}"`,
  'a checksum': `${sha('sha256', 'hex')}  witan.tar.gz`,
  'a call instead of a password': 'const password = getPassword();\nconst token = await auth.readToken(request, 30);',
  'a variable instead of a password': 'password = process.env.DATABASE_PASSWORD;\ntoken: this.options.accessToken,',
  'an environment reference': `password: ${variable('DB_PASSWORD')}\nAPI_KEY=$OPENAI_API_KEY\napi_key: "${variable('OPENAI_API_KEY')}"`,
  'a template': 'Authorization: Bearer <token>\napi_key: "<your key>"\nTOKEN={{ secrets.TOKEN }}',
  'a placeholder': 'password: "changeme"\nOPENAI_API_KEY=your-api-key-here\nsecret = "********"',
  'an address without a password':
    'https://example.org:8080/a@b and http://localhost:3000/@scope/name and ssh://git@host/x',
  'a placeholder in an address': `postgres://user:password@localhost:5432/app, redis://:${variable('REDIS_PASSWORD')}@cache:6379`,
  'types of TypeScript': 'interface Login { password: string; token?: AccessTokenResponse; secret: Readonly<Secret> }',
  'a setting about tokens': 'max_tokens: 4096, tokenizer: "cl100k_base", token_count=123456789012345678',
  'prose about keys':
    'A private key starts with -----BEGIN RSA PRIVATE KEY----- and ends with -----END RSA PRIVATE KEY-----.',
  'an empty key in documentation': '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  'a public key': `-----BEGIN PUBLIC KEY-----\n${sha('sha512', 'base64')}\n-----END PUBLIC KEY-----`,
  'a certificate': `-----BEGIN CERTIFICATE-----\n${sha('sha512', 'base64')}\n-----END CERTIFICATE-----`,
  'an image in base64': `![x](data:image/png;base64,${randomBytes(60_000).toString('base64')})`,
  'minified code':
    '!function(e,t){var n=e.token=t.secret;e.password=function(){return n.auth||r.key}}(this,a1B2c3D4);'.repeat(40),
  'a style sheet': '.sk-loading-indicator-container{--sk-very-long-custom-property-name:1}',
  'a vote':
    'VOTE: {"option": "PostgreSQL", "confidence": 0.8, "rationale": "the token store needs it", "continue_debate": false}',
  'a request': 'TOOL_REQUEST: {"name": "search_code", "arguments": {"pattern": "password\\\\s*=", "path": "src/auth"}}',
  'a time and a path': '2026-11-16T03:38:10.123Z /var/lib/app/token-store/secret.ts:41:7',
};

describe('harmless text', () => {
  it.each(Object.entries(HARMLESS))('stays as it is: %s', async (_, text) => {
    expect(await redactor.redact(text)).toBe(text);
    expect(redactor.redactNow(text)).toBe(text);
  });

  it('stays as it is: every source of this project', async () => {
    const changed: string[] = [];
    for (const file of sourceFiles('src', 'adapters', 'scripts')) {
      const text = readSource(file);
      if ((await redactor.redact(text)) !== text) changed.push(file);
    }
    expect(changed).toEqual([]);
  });

  it('stays as it is: a lock file with a thousand hashes', async () => {
    const text = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
    expect(await redactor.redact(text)).toBe(text);
  });
});
