import { plainLine, plainText, visibleJson } from '../../kernel/plain-text.js';
import type { Shell } from '../shell.js';
import { type Color, colorFor, type Tone } from './color.js';
import { displayWidth, fitToWidth } from './display-width.js';
import { lineWidth } from './line-width.js';
import { wrapText } from './wrap-text.js';

/** The output of a command for people, built line by line. All text is made safe for the terminal. */
export interface Page {
  /** One line; a part with a tone is colored. */
  line(...parts: readonly Toned[]): void;
  /** A text that is wrapped, with an indent. */
  paragraph(text: Toned, indent?: number): void;
  /** A wrapped text next to its label. */
  labeled(label: Toned, text: string, layout?: LabelLayout): void;
  /** Columns are as wide as their widest cell; the last one gets the rest of the line. */
  table(heads: readonly string[], rows: readonly (readonly string[])[], layout?: TableLayout): void;
  text(): string;
}

type Toned = string | readonly [tone: Tone, text: string];

interface LabelLayout {
  readonly indent?: number;
  readonly labelWidth?: number;
}

interface TableLayout {
  readonly indent?: number;
  /** For each row, a line below it that is not shortened. */
  readonly below?: readonly string[];
}

export function createPage({ stdout, environment }: Pick<Shell, 'stdout' | 'environment'>): Page {
  return layOutPage(lineWidth(stdout), colorFor(stdout, environment));
}

export function layOutPage(width: number, color: Color): Page {
  const lines: string[] = [];
  const withTone = (text: Toned, format: (text: string) => string) =>
    typeof text === 'string' ? format(text) : color(text[0], format(text[1]));
  return {
    line: (...parts) => {
      lines.push(parts.map((part) => withTone(part, onOneLine)).join(''));
    },
    paragraph(text, indent = 0) {
      for (const line of wrapText(plainLine(textOf(text)), width - indent)) {
        lines.push(' '.repeat(indent) + withTone(text, () => line));
      }
    },
    labeled(label, text, { indent = 0, labelWidth = 10 } = {}) {
      const shown = withTone(label, (words) => plainLine(words).padEnd(labelWidth));
      for (const [at, line] of wrapText(plainLine(text), width - indent - labelWidth).entries()) {
        lines.push(' '.repeat(indent) + (at === 0 ? shown : ' '.repeat(labelWidth)) + line);
      }
    },
    table(heads, rows, { indent = 0, below = [] } = {}) {
      const cells = [heads, ...rows].map((row) => row.map(plainLine));
      const widths = heads.map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ''))));
      for (const [at, row] of cells.entries()) {
        const shown = row.map((cell, column) => padTo(cell, column === heads.length - 1 ? 0 : (widths[column] ?? 0)));
        const line = fitToWidth(' '.repeat(indent) + shown.join('  '), width).trimEnd();
        lines.push(at === 0 ? color('quiet', line) : line);
        const more = at === 0 ? undefined : below[at - 1];
        if (more !== undefined) lines.push(' '.repeat(indent + 2) + plainLine(more));
      }
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

function textOf(text: Toned): string {
  return typeof text === 'string' ? text : text[1];
}

/** Keeps spaces, which separate the parts of a line. */
function onOneLine(text: string): string {
  return plainText(text).replaceAll('\n', ' ');
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function printJson(value: unknown, { stdout }: Pick<Shell, 'stdout'>): void {
  stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export const dayOf = (timestamp: string) => timestamp.slice(0, 10);

export function short(text: string, maxWidth: number): string {
  return fitToWidth(plainLine(text), maxWidth);
}
