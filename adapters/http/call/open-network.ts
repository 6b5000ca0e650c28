import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { failure, type Result, success } from '../../../src/kernel/result.js';
import type { ModelFailure } from '../../../src/models/index.js';

export type Unreachable = Extract<ModelFailure, { readonly kind: 'unreachable' }>;

/** Connects directly to a server on this machine, else through the proxy of the environment, if any. */
export function openNetwork(baseUrl: string): Result<Dispatcher, Unreachable> {
  if (isLoopback(baseUrl)) return success(new Agent(LIMITS));
  const proxy = findProxy(new URL(baseUrl).protocol);
  if (proxy === undefined) return success(new Agent(LIMITS));
  try {
    // It reads NO_PROXY itself.
    return success(new EnvHttpProxyAgent({ ...LIMITS, httpProxy: proxy.address, httpsProxy: proxy.address }));
  } catch {
    // The value is not shown, because it may contain a password.
    const detail = `${proxy.variable} is not the address of a usable proxy`;
    const fix = `set ${proxy.variable} to an address like http://proxy.example:3128, or unset it`;
    return failure({ kind: 'unreachable', address: getAddress(baseUrl), detail, remedy: fix });
  }
}

/** A proxy cannot reach a model server on this machine. */
export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return true;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname);
}

/** The origin only: a base URL may contain a user name and a password. */
export function getAddress(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'base_url';
}

interface Proxy {
  readonly variable: string;
  readonly address: string;
}

/** An empty lower-case variable turns the proxy off, also if the upper-case one is set. */
function findProxy(protocol: string): Proxy | undefined {
  const kinds = protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
  for (const kind of kinds) {
    const variable = process.env[kind] === undefined ? kind.toUpperCase() : kind;
    const value = process.env[variable]?.trim() ?? '';
    if (value !== '') return { variable, address: withScheme(value) };
  }
  return undefined;
}

/** Other programs accept "proxy.example:3128", too. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}

/** The call has its own deadline; undici's five minutes would end a long answer. */
const LIMITS = { headersTimeout: 0, bodyTimeout: 0 };
