import { type FileChange, unifiedDiff } from '../workspace/unified-diff.js';
import type { RedactText } from './redact-texts.js';

/**
 * The diff of the true texts with the lines of the redacted ones: a secret can be recognized in a whole file only, and a
 * diff of redacted texts would hide that one secret was replaced by another.
 */
export async function redactedDiff({ path, before, after }: FileChange, redactText: RedactText): Promise<string> {
  const diff = unifiedDiff(path, before, after);
  if (diff === '') return '';
  const redactLines = async (text: string | null) => (await redactText(text ?? '', path)).split('\n');
  const [removed, added] = await Promise.all([redactLines(before), redactLines(after)]);
  let [oldLine, newLine] = [0, 0];
  const redactLine = (line: string): string => {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      [oldLine, newLine] = [Number(hunk[1]), Number(hunk[2])];
      return line;
    }
    // The names of the file, above the first hunk.
    if (oldLine + newLine === 0) return line;
    switch (line.charAt(0)) {
      case '-':
        return `-${lineAt(removed, oldLine++)}`;
      case '+':
        return `+${lineAt(added, newLine++)}`;
      case ' ': {
        const texts = [lineAt(removed, oldLine++), lineAt(added, newLine++)];
        return ` ${texts.find((text) => text !== line.slice(1)) ?? line.slice(1)}`;
      }
      default:
        return line;
    }
  };
  return diff.split('\n').map(redactLine).join('\n');
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Lines are counted from 1. */
function lineAt(lines: readonly string[], line: number): string {
  return lines[line - 1] ?? '';
}
