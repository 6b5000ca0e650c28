import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { HttpAdapterSettings } from '../../../src/models/index.js';

/** A back end as the shared call sees it. */
export interface HttpService {
  readonly name: string;
  readonly settings: HttpAdapterSettings;
  /** The environment variable that usually holds the key; undefined where no key is needed. */
  readonly keyVariable: string | undefined;
  /** What a person can do when nothing answers. */
  readonly unreachableRemedy: string;
  readonly dispatcher: Dispatcher;
  readonly backoffBaseMs: number;
}

export interface HttpCallOptions {
  /** The first pause between two tries; it doubles each time and is stretched by a random factor of one to two. */
  readonly backoffBaseMs?: number;
  /** Another way to the network. */
  readonly dispatcher?: Dispatcher;
}

export function createHttpService(
  description: Pick<HttpService, 'name' | 'settings' | 'keyVariable' | 'unreachableRemedy'>,
  options: HttpCallOptions = {},
): HttpService {
  return {
    ...description,
    dispatcher: options.dispatcher ?? createDispatcher(description.settings.baseUrl),
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

function createDispatcher(baseUrl: string): Dispatcher {
  // The call has one deadline of its own; undici's five minutes would end a long thought early.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  return isLoopback(baseUrl) ? new Agent(limits) : new EnvHttpProxyAgent(limits);
}

/** A proxy that is set for the outside world cannot reach a model server on this machine. */
function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return true;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname);
}
