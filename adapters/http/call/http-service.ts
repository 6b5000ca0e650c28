import type { Dispatcher } from 'undici';
import { type Result, success } from '../../../src/kernel/result.js';
import type { HttpAdapterSettings } from '../../../src/models/index.js';
import { openNetwork } from './open-network.js';
import type { Unreachable } from './unreachable.js';

/** A back end as the shared call sees it. */
export interface HttpService {
  readonly name: string;
  readonly settings: HttpAdapterSettings;
  /** The environment variable that usually holds the key; undefined where no key is needed. */
  readonly keyVariable: string | undefined;
  /** What a person can do when nothing answers. */
  readonly unreachableHint: string;
  /** Opened when first needed: a proxy that is set wrongly must fail a call, not the making of every adapter. */
  readonly network: () => Result<Dispatcher, Unreachable>;
  readonly backoffBaseMs: number;
}

export interface HttpCallOptions {
  /** The first pause between two tries; it doubles each time and is stretched by a random factor of one to two. */
  readonly backoffBaseMs?: number;
  /** Another way to the network. */
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

/** The key as it is sent: a line break at the end is a common slip when a key is read from a file. */
export function keyOf(service: HttpService): string | undefined {
  const key = service.settings.apiKey?.reveal()?.trim();
  return key === '' ? undefined : key;
}

/** Some servers repeat the key in their error texts, and transcripts and logs keep these texts. */
export function hideKey(service: HttpService, text: string): string {
  const key = keyOf(service);
  return key === undefined ? text : text.replaceAll(key, '[key]');
}

/** How messages call the key: the variable a person has to set. */
export function keyName(service: HttpService): string {
  const source = service.settings.apiKey?.source;
  if (source === 'config') return `api_key of the adapter ${service.name}`;
  return source ?? service.keyVariable ?? `api_key of the adapter ${service.name}`;
}
