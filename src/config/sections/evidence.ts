import { z } from 'zod';
import { choice, count, flag, seconds, setting, toCamelCase } from './setting.js';

/** Only the default of `deny`; the program always refuses these and many more. */
const SECRET_FILES: readonly string[] = ['.env*', '*.pem', '*.key', '.npmrc', '.netrc', '.git/config'];

// A project may only tighten what the user allows.
export const evidenceSchema = z.strictObject({
  enabled: flag(true, 'switch-off'),
  same_round: flag(true, 'switch-off'),
  // CLI participants may use their own read-only file tools.
  native_tools: flag(false, 'switch-off'),
  max_requests_per_answer: count(5, [1, 50], 'lower'),
  timeout: seconds(10, 'lower'),
  max_file_bytes: count(1_048_576, [1_024, 67_108_864], 'lower'),
  output_max_chars: count(1_000, [100, 100_000], 'lower'),
  context_rounds: count(2, [0, 20], 'lower'),
  deny: setting(z.array(z.string().min(1)).default([...SECRET_FILES]), {
    expects: 'a list of file names, paths or patterns such as "*.pem"',
    project: 'extend',
  }),
  /** Has no effect, because no program is run for evidence; `load-settings.ts` adds a notice. */
  sandbox: choice(['auto', 'require', 'off'], 'auto', 'free'),
});

export type EvidenceConfiguration = ReturnType<typeof normalizeEvidence>;

/** The fields are described by `EvidenceSettings` in `src/council`. */
export function normalizeEvidence(evidence: z.output<typeof evidenceSchema>) {
  const { timeout, sandbox: _, ...settings } = toCamelCase(evidence);
  return { ...settings, timeoutMs: timeout * 1000 };
}
