import { plainLine } from '../../kernel/plain-text.js';
import type { CommandLinePorts } from '../ports.js';
import { displayWidth, fitToWidth } from '../text/display-width.js';
import { lineWidth } from '../text/line-width.js';
import { type Paint, paintFor } from '../text/paint.js';
import { wrapText } from '../text/wrap-text.js';

/** What a command prints for people, put together line by line. Everything foreign is made safe on the way. */
export interface Page {
  readonly paint: Paint;
  line(text?: string): void;
  /** A text that may take several lines, each as far to the right. */
  paragraph(text: string, indent?: number): void;
  /** Columns as wide as their widest cell; the last one gets what is left of the line. */
  table(heads: readonly string[], rows: readonly (readonly string[])[], indent?: number): void;
  text(): string;
}

export function createPage({ stdout, environment }: Pick<CommandLinePorts, 'stdout' | 'environment'>): Page {
  const width = lineWidth(stdout);
  const paint = paintFor(stdout, environment);
  const lines: string[] = [];
  return {
    paint,
    line: (text = '') => void lines.push(text),
    paragraph(text, indent = 0) {
      for (const line of wrapText(plainLine(text), width - indent)) lines.push(' '.repeat(indent) + line);
    },
    table(heads, rows, indent = 0) {
      const cells = [heads, ...rows].map((row) => row.map(plainLine));
      const widths = heads.map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ''))));
      for (const [at, row] of cells.entries()) {
        const shown = row.map((cell, column) => padTo(cell, column === heads.length - 1 ? 0 : (widths[column] ?? 0)));
        const line = fitToWidth(' '.repeat(indent) + shown.join('  '), width).trimEnd();
        lines.push(at === 0 ? paint('quiet', line) : line);
      }
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function printJson(value: unknown, { stdout }: Pick<CommandLinePorts, 'stdout'>): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** The day of a time that was written as a text. */
export const dayOf = (timestamp: string) => timestamp.slice(0, 10);

export function short(text: string, most: number): string {
  return fitToWidth(plainLine(text), most);
}
