import { plainLine, plainText, visibleJson } from '../../kernel/plain-text.js';
import type { CommandLinePorts } from '../ports.js';
import { colorFor, type Tone } from './color.js';
import { displayWidth, fitToWidth } from './display-width.js';
import { lineWidth } from './line-width.js';
import { wrapText } from './wrap-text.js';

/** The output of a command for people, built line by line. All text is made safe for the terminal. */
export interface Page {
  /** One line; a part with a tone is colored. */
  line(...parts: readonly (string | readonly [tone: Tone, text: string])[]): void;
  /** A text that is wrapped, with an indent. */
  paragraph(text: string, indent?: number): void;
  /** Columns are as wide as their widest cell; the last one gets the rest of the line. */
  table(heads: readonly string[], rows: readonly (readonly string[])[], layout?: TableLayout): void;
  text(): string;
}

interface TableLayout {
  readonly indent?: number;
  /** For each row, a line below it that is not shortened. */
  readonly below?: readonly string[];
}

export function createPage({ stdout, environment }: Pick<CommandLinePorts, 'stdout' | 'environment'>): Page {
  const width = lineWidth(stdout);
  const color = colorFor(stdout, environment);
  const lines: string[] = [];
  return {
    line: (...parts) => {
      const shown = parts.map((part) =>
        typeof part === 'string' ? onOneLine(part) : color(part[0], onOneLine(part[1])),
      );
      lines.push(shown.join(''));
    },
    paragraph(text, indent = 0) {
      for (const line of wrapText(plainLine(text), width - indent)) lines.push(' '.repeat(indent) + line);
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

/** Keeps spaces, which separate the parts of a line. */
function onOneLine(text: string): string {
  return plainText(text).replaceAll('\n', ' ');
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function printJson(value: unknown, { stdout }: Pick<CommandLinePorts, 'stdout'>): void {
  stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

export const dayOf = (timestamp: string) => timestamp.slice(0, 10);

export function short(text: string, maxWidth: number): string {
  return fitToWidth(plainLine(text), maxWidth);
}
