import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { AXES } from '../../learning/vocabulary.js';
import { EXIT } from '../cli-error.js';
import { parseChoice } from '../options/parse-choice.js';
import { checkLimit } from '../options/parse-limit.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { openLearning } from './open-learning.js';

export interface ValuesOptions extends ProjectOptions {
  readonly axis?: string;
  readonly limit?: number;
  readonly delete?: string;
  readonly json?: boolean;
}

export async function showValues(options: ValuesOptions, ports: CommandLinePorts): Promise<number> {
  const axis = parseChoice('--axis', options.axis, AXES);
  const limit = checkLimit(options.limit, 20, 1_000);
  const learning = await openLearning(options, ports);
  if (options.delete !== undefined) {
    if (!(await learning.deleteValue(options.delete))) {
      throw new UserError(
        'not_found',
        `there is no value ${options.delete}; \`witan learn values\` shows what there is`,
      );
    }
    if (options.json === true) printJson({ deleted: options.delete }, ports);
    else ports.stdout.write(`Deleted ${plainLine(options.delete)}.\n`);
    return EXIT.done;
  }
  const { values } = await learning.listValues({ axis, limit });
  if (options.json === true) {
    const results = values.map(snakeCase);
    printJson({ results, count: results.length }, ports);
  } else if (values.length === 0) ports.stdout.write('No values yet.\n');
  else {
    const page = createPage(ports);
    for (const { id, clusterId, clusterSize, similarityToCentroid, drifting, text } of values) {
      const state = drifting ? 'drifting' : 'holds';
      page.line(['strong', id], `  ${clusterId} of ${clusterSize}, fit ${similarityToCentroid.toFixed(2)}, ${state}`);
      page.paragraph(text, 2);
    }
    ports.stdout.write(page.text());
  }
  return EXIT.done;
}
