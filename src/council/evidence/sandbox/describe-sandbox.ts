import type { EvidenceScene } from '../tool.js';
import { findSandbox } from './find-sandbox.js';

/** How commands of participants are run on this machine, for a person. */
export interface SandboxFacts {
  /** broken: one is required, and there is none. */
  readonly state: 'ok' | 'note' | 'broken';
  readonly text: string;
  readonly remedy?: string;
}

export async function describeSandbox(sandbox: EvidenceScene['sandbox'], look = findSandbox): Promise<SandboxFacts> {
  if (sandbox === 'off') return { state: 'ok', text: "off; participants' commands are done by our own code" };
  const found = await look();
  if (found.ok)
    return {
      state: 'ok',
      text: "bwrap: the programs of participants' commands have no network and no file, only the text they work on",
    };
  const remedy = 'install bubblewrap on a system that allows user namespaces';
  return sandbox === 'require'
    ? { state: 'broken', text: `required, but ${found.error}`, remedy: `${remedy}, or set evidence.sandbox to auto` }
    : { state: 'note', text: `${found.error}; participants' commands are done by our own code`, remedy };
}
