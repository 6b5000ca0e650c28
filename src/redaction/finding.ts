import { type Kind, markerOf, markersIn } from './marker.js';

/** A range of a text that must not be shown. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
}

/**
 * The text with every finding replaced. Overlapping findings are replaced once. A finding of several lines is replaced
 * line by line, so that line numbers stay correct.
 */
export function replaceFindings(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text;
  const parts: string[] = [];
  let shown = 0;
  for (const { start, end, kind } of merge(outsideMarkers(text, byStart(findings)))) {
    parts.push(text.slice(shown, start), hideLines(text.slice(start, end), kind));
    shown = end;
  }
  parts.push(text.slice(shown));
  return parts.join('');
}

/** Puts a marker on every line that is not empty. Quotes around the lines stay, so that a list of strings stays one. */
export function hideLines(text: string, kind: Kind): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text === '' ? '' : markerOf(kind);
  return lines.map((line) => hideLine(line, kind)).join('\n');
}

function hideLine(line: string, kind: Kind): string {
  let [from, to] = [0, line.length];
  while (from < to && AROUND.has(line.charAt(from))) from++;
  while (to > from && AROUND.has(line.charAt(to - 1))) to--;
  return from === to ? line : line.slice(0, from) + markerOf(kind) + line.slice(to);
}

const AROUND: ReadonlySet<string> = new Set([' ', '\t', '\r', '"', "'", ',']);

/** Without what is redacted already, so that no marker is put into another. */
function outsideMarkers(text: string, findings: readonly Finding[]): Finding[] {
  const markers = markersIn(text);
  if (markers.length === 0) return [...findings];
  let next = 0;
  return findings.flatMap((finding) => {
    // Findings are sorted by start, so a marker that ends before this one cannot overlap later ones.
    while ((markers[next]?.end ?? Number.POSITIVE_INFINITY) <= finding.start) next++;
    const parts: Finding[] = [];
    let { start } = finding;
    for (let index = next; index < markers.length; index++) {
      const marker = markers[index];
      if (marker === undefined || marker.start >= finding.end) break;
      if (marker.start > start) parts.push({ ...finding, start, end: marker.start });
      start = marker.end;
    }
    return start < finding.end ? [...parts, { ...finding, start }] : parts;
  });
}

/** Of findings sorted by their start. */
function merge(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const finding of findings) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else if (finding.end > last.end) merged[merged.length - 1] = { ...last, end: finding.end };
  }
  return merged;
}

function byStart(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => one.start - other.start || other.end - one.end);
}

/** The pattern of one kind of secret. */
export interface Format {
  readonly kind: Kind;
  /** The pattern is only tried on a text with one of these strings, which makes most texts cheap. */
  readonly hints: readonly string[];
  /**
   * Global, and linear in time: a repetition is either bounded, or it ends the match, or it can start only where a run
   * of its characters starts. The group `secret` is what is replaced; without one it is the whole match.
   */
  readonly pattern: RegExp;
  /** The last word on a match, for patterns that harmless text meets as well. */
  readonly isSecret?: (secret: string, match: RegExpMatchArray) => boolean;
}
