import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeys } from '../../../src/http/guard/keys.js';
import { isEqual, proofOf, randomSecret } from '../../../src/kernel/key-proof.js';

describe('the codes of a key', () => {
  it('give the key once', () => {
    const { keys, key } = keysAt(0);
    const code = keys.newCode();
    expect(keys.exchange(code)).toBe(key);
    expect(keys.exchange(code)).toBeUndefined();
  });

  it('are worth nothing after a minute', () => {
    const { keys, key, clock } = keysAt(0);
    const [early, late] = [keys.newCode(), keys.newCode()];
    clock.ms = 60_000;
    expect(keys.exchange(early)).toBe(key);
    clock.ms = 60_001;
    expect(keys.exchange(late)).toBeUndefined();
  });

  it('are the newest twenty', () => {
    const { keys, key } = keysAt(0);
    const codes = Array.from({ length: 21 }, () => keys.newCode());
    expect(codes.map((code) => keys.exchange(code))).toEqual([undefined, ...Array.from({ length: 20 }, () => key)]);
  });

  it('are not the key, and the key is no code', () => {
    const { keys, key } = keysAt(0);
    const code = keys.newCode();
    expect(keys.isKey(code)).toBe(false);
    expect(keys.exchange(key)).toBeUndefined();
    expect(keys.isKey(key)).toBe(true);
  });

  it('have 256 bits in 43 characters', () => {
    const secrets = Array.from({ length: 100 }, randomSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url').byteLength).toBe(32);
    expect(secrets.every((secret) => /^[\w-]{43}$/.test(secret))).toBe(true);
  });
});

describe('the proof of a key', () => {
  it('is an HMAC of the address and the nonce', () => {
    const expected = createHmac('sha256', 'key').update('127.0.0.1:47600 nonce').digest('base64url');
    expect(proofOf('key', '127.0.0.1:47600', 'nonce')).toBe(expected);
    expect(createKeys('key', { clock: { elapsed: () => 0 } }).prove('127.0.0.1:47600', 'nonce')).toBe(expected);
  });

  it('is worth nothing at another address', () => {
    expect(proofOf('key', '127.0.0.1:47600', 'nonce')).not.toBe(proofOf('key', '127.0.0.1:47601', 'nonce'));
  });
});

it('compares texts of any length and kind', () => {
  expect(isEqual('', '')).toBe(true);
  expect(isEqual('ä', 'ä')).toBe(true);
  expect(isEqual('ä', 'a')).toBe(false);
  expect(isEqual('abc', 'abcd')).toBe(false);
  expect(isEqual('abc', 'abd')).toBe(false);
});

function keysAt(ms: number) {
  const clock = { ms };
  const key = randomSecret();
  return { clock, key, keys: createKeys(key, { clock: { elapsed: () => clock.ms } }) };
}
