import { closesFence, type Fence, openedFence } from '../answer/fence.js';

/**
 * Makes links and link definitions inert that a viewer would not open as a web page: `javascript:`, `data:`, `file:`
 * and every other scheme but http and https. Links without a scheme stay: they lead to a file of the project.
 */
export function withoutActiveLinks(text: string): string {
  if (!/\][(:]/.test(text)) return text;
  return partsOf(text)
    .map(({ isCode, lines }) => (isCode ? lines : escapeLinks(lines)))
    .join('');
}

/** `](` begins the target of a link and `]:` that of a definition; behind a backslash the sign is only a sign. */
function escapeLinks(text: string): string {
  return text.replace(/\]([(:])(?=[\s>]*<?\s*([^\s<>/?#]{0,80}))/g, (whole, sign: string, scheme: string) =>
    isInert(scheme) ? whole : `]\\${sign}`,
  );
}

/** `start` is the target up to its first slash. An entity or a backslash in it could spell any scheme. */
function isInert(start: string): boolean {
  return /^https?:$/i.test(start) || !/[:&\\]/.test(start);
}

interface Part {
  readonly isCode: boolean;
  readonly lines: string;
}

/**
 * Code blocks are left as they are, where every viewer sees the same block: fences that begin their line. One fence in
 * a list, a quotation or behind spaces, and it depends on the lines around it where a block ends: then all is text.
 */
function partsOf(text: string): Part[] {
  if (/^[\s>*+\-\d.)]+(?:```|~~~)/m.test(text)) return [{ isCode: false, lines: text }];
  const parts: Part[] = [];
  let fence: Fence | undefined;
  for (const lines of text.split(/(?<=\n)/)) {
    const opened = fence ?? (/^[`~]/.test(lines) ? openedFence(lines.trimEnd()) : undefined);
    parts.push({ isCode: opened !== undefined, lines });
    fence = fence !== undefined && closesFence(lines, fence) ? undefined : opened;
  }
  return joined(parts);
}

/** The target of a link may be on the next line. */
function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.isCode === part.isCode) whole[whole.length - 1] = { ...part, lines: last.lines + part.lines };
    else whole.push(part);
  }
  return whole;
}
