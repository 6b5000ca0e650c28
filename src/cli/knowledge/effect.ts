import type { Arm, Knowledge } from '../../guidance/index.js';
import { EXIT } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';

/** Compares what followed where items were shown with what followed where they were withheld. */
export function showEffect(
  knowledge: Knowledge,
  { json = false }: { json?: boolean },
  ports: CommandLinePorts,
): number {
  const report = knowledge.effect();
  if (json) {
    printJson(snakeCase(report), ports);
    return EXIT.done;
  }
  const page = createPage(ports);
  page.paragraph(report.verdict);
  if (report.byItem.length > 0) {
    page.line();
    const rows = [
      ['all', ...cellsOf(report.shown), ...cellsOf(report.heldOut)],
      ...report.byItem.map(({ item, shown, heldOut }) => [item, ...cellsOf(shown), ...cellsOf(heldOut)]),
    ];
    page.table(['item', 'shown', 'troubled', 'withheld', 'troubled'], rows);
    page.paragraph('troubled: a correction by the user or a failed call came within five turns');
  }
  ports.stdout.write(page.text());
  return EXIT.done;
}

function cellsOf({ occasions, troubled, rate }: Arm): string[] {
  return [String(occasions), rate === undefined ? '-' : `${troubled} (${Math.round(rate * 100)} %)`];
}
