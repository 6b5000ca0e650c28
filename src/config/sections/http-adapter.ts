import { z } from 'zod';
import type { HttpAdapterSettings } from '../../models/adapter-settings.js';
import { Secret } from '../../models/secret.js';
import type { AdapterContext, NormalizeContext } from './normalize-context.js';
import { adapterTimeout, adapterType, count, enabled, setting } from './setting.js';
import { referencesIn, substituteEnvironment } from './substitute-environment.js';

export const httpAdapterSchema = z.strictObject({
  type: adapterType('http'),
  enabled: enabled(),
  base_url: setting(z.string().min(1).optional(), {
    expects: 'an address that starts with http:// or https://',
    project: 'trusted',
    secret: true,
  }),
  api_key: setting(z.string().min(1).optional(), {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation that the file uses
    expects: 'a text, best "${NAME_OF_A_VARIABLE}"',
    project: 'trusted',
    secret: true,
  }),
  timeout: adapterTimeout(),
  max_retries: count(3, [0, 10], 'lower'),
  api: setting(z.enum(['openai', 'ollama', 'anthropic']).optional(), {
    expects: 'one of openai, ollama, anthropic',
    project: 'trusted',
  }),
});

type HttpEntry = z.output<typeof httpAdapterSchema>;

export function normalizeHttpAdapter(name: string, entry: HttpEntry, context: AdapterContext): HttpAdapterSettings {
  if (context.isBuiltIn && entry.api !== undefined) {
    throw context.keyError(
      ['adapters', name, 'api'],
      `has no effect: the built-in adapter "${name}" has its own format`,
    );
  }
  if (!context.isBuiltIn && entry.api === undefined) {
    throw context.keyError(
      ['adapters', name],
      'has no `api`; say what it speaks: `api: openai`, `ollama` or `anthropic`',
    );
  }
  return {
    type: 'http',
    baseUrl: baseUrlOf(name, entry, context),
    apiKey: entry.api_key === undefined ? undefined : secretFrom(entry.api_key, context.environment),
    timeoutMs: entry.timeout * 1000,
    maxRetries: entry.max_retries,
    api: entry.api,
  };
}

/** The variable is read at use: without it one adapter is unavailable, not the whole program. */
function secretFrom(template: string, environment: NormalizeContext['environment']): Secret {
  return new Secret(referencesIn(template)[0] ?? 'config', () => {
    const substituted = substituteEnvironment(template, environment);
    return 'text' in substituted && substituted.text !== '' ? substituted.text : undefined;
  });
}

// Messages never contain the address: after substitution it may contain a secret from a variable.
function baseUrlOf(name: string, entry: HttpEntry, context: NormalizeContext): string {
  const key = ['adapters', name, 'base_url'];
  if (entry.base_url === undefined) {
    throw context.keyError(
      ['adapters', name],
      'has no `base_url`; give the address, as in `base_url: http://127.0.0.1:8080/v1`',
    );
  }
  const substituted = substituteEnvironment(entry.base_url, context.environment);
  if ('unset' in substituted) {
    throw context.keyError(
      key,
      `needs the environment variable ${substituted.unset}, which is not set; set it, or write \${${substituted.unset}:-a default}`,
    );
  }
  const address = name === 'ollama' || entry.api === 'ollama' ? readOllamaHost(substituted.text) : substituted.text;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw context.keyError(
      key,
      'is not an address that starts with http:// or https://; write one such as https://llm.example.com/v1',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw context.keyError(key, 'has a user name or password in it; put the key into `api_key`');
  }
  return url.href.replace(/\/+$/, '');
}

/** OLLAMA_HOST often has no scheme, no port, or the server's "all interfaces" address. */
function readOllamaHost(text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `http://${text.replace(/^:/, '127.0.0.1:')}`;
  if (!URL.canParse(withScheme)) return withScheme;
  const url = new URL(withScheme);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  if (!/^https?:\/\//i.test(text) && url.port === '') url.port = '11434';
  return url.href;
}
