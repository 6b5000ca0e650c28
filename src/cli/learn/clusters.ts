import type { AxisClusters } from '../../learning/index.js';
import { AXES } from '../../learning/vocabulary.js';
import { EXIT } from '../cli-error.js';
import { parseChoice } from '../options/parse-choice.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { openLearning } from './open-learning.js';

/** The groups on an axis, each with its title and what its most typical member says. */
export interface ClustersOptions extends ProjectOptions {
  readonly json?: boolean;
}

export async function showClusters(
  axisName: string,
  options: ClustersOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const axis = parseChoice('axis', axisName, AXES) ?? 'full';
  const learning = await openLearning(options, ports);
  const found = await learning.getClusters(axis);
  if (options.json === true) {
    printJson(snakeCase(found), ports);
    return EXIT.done;
  }
  const page = createPage(ports);
  if (found.clusters.length > 0) page.table(NAMES, rowsOf(found));
  if (found.noiseReason !== null) page.paragraph(found.noiseReason);
  if (found.warning !== undefined) page.paragraph(found.warning);
  ports.stdout.write(page.text());
  return EXIT.done;
}

const NAMES = ['cluster', 'size', 'weight', 'title', 'for instance'];

function rowsOf({ clusters }: AxisClusters): string[][] {
  return clusters.map(({ clusterId, size, averageWeight, title, examples }) => [
    clusterId,
    String(size),
    averageWeight.toFixed(2),
    title,
    examples[0]?.text ?? '',
  ]);
}
