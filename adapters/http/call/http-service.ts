import type { Dispatcher } from 'undici';
import { type Result, success } from '../../../src/kernel/result.js';
import type { HttpAdapterSettings } from '../../../src/models/index.js';
import { openNetwork, type Unreachable } from './open-network.js';

/** A back end. */
export interface HttpService {
  readonly name: string;
  readonly settings: HttpAdapterSettings;
  /** The environment variable that usually holds the key; undefined where no key is needed. */
  readonly keyVariable: string | undefined;
  /** Says what a person can do when nothing answers. */
  readonly unreachableHint: string;
  /** Opened at first use: a wrong proxy must fail a call, not the creation of every adapter. */
  readonly network: () => Result<Dispatcher, Unreachable>;
  readonly backoffBaseMs: number;
}

export interface HttpCallOptions {
  /** The first pause between two tries. It doubles each time, times a random factor from one to two. */
  readonly backoffBaseMs?: number;
  readonly dispatcher?: Dispatcher;
}

export function createHttpService(
  description: Pick<HttpService, 'name' | 'settings' | 'keyVariable' | 'unreachableHint'>,
  options: HttpCallOptions = {},
): HttpService {
  let { dispatcher } = options;
  return {
    ...description,
    network() {
      if (dispatcher !== undefined) return success(dispatcher);
      const opened = openNetwork(description.settings.baseUrl);
      if (opened.ok) dispatcher = opened.value;
      return opened;
    },
    backoffBaseMs: options.backoffBaseMs ?? 500,
  };
}

/** Without the line break that a key from a file often has. */
export function getKey(service: HttpService): string | undefined {
  const key = service.settings.apiKey?.reveal()?.trim();
  return key === '' ? undefined : key;
}

/** Some servers repeat the key in their error messages, which are stored in transcripts and logs. */
export function hideKey(service: HttpService, text: string): string {
  const key = getKey(service);
  return key === undefined ? text : text.replaceAll(key, '[key]');
}

/** The variable that a person has to set. */
export function keyName(service: HttpService): string {
  const source = service.settings.apiKey?.source;
  if (source === 'config') return `api_key of the adapter ${service.name}`;
  return source ?? service.keyVariable ?? `api_key of the adapter ${service.name}`;
}
