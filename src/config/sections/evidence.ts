import { z } from 'zod';
import { flag } from './setting.js';

export const evidenceSchema = z.strictObject({ native_tools: flag(false, 'switch-off') });

export interface EvidenceSettings {
  /** CLI participants may use their own read-only file tools. */
  readonly nativeTools: boolean;
}

export function normaliseEvidence(evidence: z.output<typeof evidenceSchema>): EvidenceSettings {
  return { nativeTools: evidence.native_tools };
}
