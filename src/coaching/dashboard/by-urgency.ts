import type { Gap } from '../store/gaps.js';
import type { GapSeverity } from '../vocabulary.js';

/** Open gaps first, then by severity, then by how often they were met. */
export function byUrgency(a: Gap, b: Gap): number {
  return (
    Number(a.addressed) - Number(b.addressed) ||
    SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
    b.frequency - a.frequency
  );
}

const SEVERITIES: readonly GapSeverity[] = ['low', 'medium', 'high'];
