import { describe, expect, it } from 'vitest';
import { createCustomCliAdapter } from '../../../../../adapters/cli/custom-cli.js';
import { createRedactor } from '../../../../../adapters/cli/run/redact-secrets.js';
import { cliSettings, modelRequest } from '../../../../support/cli-fixture.js';

const KEY = 'sk-test-ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const redactor = (variables: Record<string, string>, passed: string[] = []) =>
  createRedactor(variables, new Set(passed));

describe('createRedactor', () => {
  it('removes keys by their names, and everything that was passed on', () => {
    const redact = redactor({ ANTHROPIC_API_KEY: KEY, MY_SETTING: 'cred-1234', HOME: '/home/me' }, ['MY_SETTING']);
    expect(redact(`${KEY} and cred-1234 in /home/me`)).toBe('[secret] and [secret] in /home/me');
  });

  it('removes the login of a proxy and keeps its address', () => {
    const redact = redactor({ HTTPS_PROXY: 'http://user:hunter%402@proxy:8080' });
    expect(redact('via http://user:hunter%402@proxy:8080')).toBe('via http://[secret]@proxy:8080');
    expect(redact('no access for user:hunter@2')).toBe('no access for [secret]');
    expect(redact('wrong password hunter@2')).toBe('wrong password [secret]');
  });

  it('removes encoded variants of a secret', () => {
    const redact = redactor({ MY_TOKEN: 'a/b"c+secret' });
    const variants = [encodeURIComponent('a/b"c+secret'), 'a/b\\"c+secret', btoa('a/b"c+secret')];
    expect(redact(variants.join(' '))).toBe('[secret] [secret] [secret]');
  });

  it('removes each header of a variable that has several', () => {
    const redact = redactor({ ANTHROPIC_CUSTOM_HEADERS: 'x-one: first-value\nx-two: Bearer second-value' });
    expect(redact('sent first-value, then second-value')).toBe('sent [secret], then [secret]');
  });

  it('removes the rest of a secret that was cut at the beginning', () => {
    expect(redactor({ MY_KEY: KEY })(`${KEY.slice(-20)} was wrong`)).toBe('[secret] was wrong');
  });

  it('keeps sentences complete when a passed value is only a switch', () => {
    expect(redactor({ VERBOSE: '1', MODE: 'on' }, ['VERBOSE', 'MODE'])('exit 1 on line 11')).toBe('exit 1 on line 11');
  });
});

describe('the message of a failed call', () => {
  it.each([
    ['behind the 300 characters that are kept', `printf 'error: %0270d %s\\n' 0 "$MY_SETTING" >&2`],
    ['behind the 4000 characters that are read', `printf 'error: %s %03990d\\n' "$MY_SETTING" 0 >&2`],
    ['behind the 64 KB that are captured', `printf '%s%065500d error\\n' "$MY_SETTING" 0 >&2`],
  ])('has no part of a secret that a cut %s goes through', async (_place, script) => {
    const settings = cliSettings('sh', {
      args: ['-c', `cat >/dev/null; ${script}; exit 1`],
      passEnvironment: ['MY_SETTING'],
    });
    const environment = { PATH: process.env.PATH, MY_SETTING: KEY };
    const answer = await createCustomCliAdapter(settings, 'leaky', environment).ask(modelRequest());
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'exited' } } });
    expect(JSON.stringify(answer)).not.toMatch(/sk-test|UVWXYZ|6789/);
  });
});
