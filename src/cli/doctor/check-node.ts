import type { Finding } from './finding.js';

const OLDEST = { major: 20, minor: 19 };

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isRecent = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  if (isRecent) return { subject: 'Node', state: 'ok', text: version };
  return {
    subject: 'Node',
    state: 'broken',
    text: `${version} is too old`,
    remedy: `install Node ${OLDEST.major}.${OLDEST.minor} or later`,
  };
}
