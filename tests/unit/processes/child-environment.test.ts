import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../src/processes/index.js';

describe('childEnvironment', () => {
  it('passes what any program needs and no secret', () => {
    const parent = {
      PATH: '/bin',
      HOME: '/home/me',
      LC_ALL: 'C',
      XDG_CONFIG_HOME: '/x',
      https_proxy: 'http://proxy',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      OPENAI_API_KEY: 'secret',
      GITHUB_TOKEN: 'secret',
      NODE_OPTIONS: '--require /evil.js',
      LD_PRELOAD: '/evil.so',
    };
    const { OPENAI_API_KEY: _1, GITHUB_TOKEN: _2, NODE_OPTIONS: _3, LD_PRELOAD: _4, ...harmless } = parent;
    expect(childEnvironment(parent)).toEqual(harmless);
  });

  it('adds names that are allowed by name or by their beginning', () => {
    const parent = { OPENAI_API_KEY: 'a', OPENAI_BASE_URL: 'b', OPEN: 'c', MY_KEY: 'd', MY_KEY_2: 'e' };
    expect(childEnvironment(parent, ['OPENAI_*', 'MY_KEY'])).toEqual({
      OPENAI_API_KEY: 'a',
      OPENAI_BASE_URL: 'b',
      MY_KEY: 'd',
    });
  });

  it('does not read a lone star as "everything"', () => {
    expect(childEnvironment({ SECRET: 'x' }, ['*'])).toEqual({});
  });
});
