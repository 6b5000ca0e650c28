/**
 * Tells whether a request stands in something that its author was shown: a peer's answer, a tool's output, the question,
 * the context. Whoever repeats such a line without a quotation mark, or was talked into repeating it, has not asked for
 * it. Only white space may differ; a request that was reworded cannot be told from one of the author's own making, and
 * is bounded by what any participant may look at.
 */
export function detectCopies(shown: Iterable<string>): (source: string) => boolean {
  const texts = [...shown].filter((text) => text.includes(MARKER)).map(squeeze);
  return (source) => {
    const wanted = squeeze(MARKER + source);
    return texts.some((text) => text.includes(wanted));
  };
}

const MARKER = 'TOOL_REQUEST:';

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
