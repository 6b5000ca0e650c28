import { failure, type Result, success } from '../../../kernel/result.js';
import type { EvidenceScene } from '../tool.js';
import { findSandbox } from './find-sandbox.js';
import type { Programs } from './programs.js';
import { sandboxedPrograms } from './sandboxed-programs.js';

/** What runs a command: the programs in a sandbox, or null for our own code. Fails where a sandbox is required. */
export async function choosePrograms(
  sandbox: EvidenceScene['sandbox'],
  look = findSandbox,
): Promise<Result<Programs | null, string>> {
  if (sandbox === 'off') return success(null);
  const found = await look();
  if (found.ok) return success(sandboxedPrograms(found.value));
  if (sandbox === 'auto') return success(null);
  return failure(
    `Commands need a sandbox here (evidence.sandbox: require), and there is none: ${found.error}; install bubblewrap or set it to auto.`,
  );
}
