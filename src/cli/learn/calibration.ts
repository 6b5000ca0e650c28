import type { PredictionRate } from '../../learning/index.js';
import { EXIT } from '../cli-error.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { openLearning } from './open-learning.js';

export interface CalibrationOptions extends ProjectOptions {
  readonly json?: boolean;
}

/** How many predictions were confirmed, by domain and strategy. */
export async function showCalibration(options: CalibrationOptions, ports: CommandLinePorts): Promise<number> {
  const learning = await openLearning(options, ports);
  const calibration = await learning.calibration();
  if (options.json === true) {
    printJson(snakeCase(calibration), ports);
    return EXIT.done;
  }
  const { overall, domains, strategies, pairs } = calibration;
  const page = createPage(ports);
  page.table(NAMES, [
    rowOf('all', overall),
    ...domains.map((rate) => rowOf(rate.domain, rate)),
    ...strategies.map((rate) => rowOf(rate.strategy, rate)),
    ...pairs.map((rate) => rowOf(`${rate.strategy} in ${rate.domain}`, rate)),
  ]);
  page.paragraph('Interval: where the true share lies with 95 % confidence. Abandoned hypotheses do not count.');
  ports.stdout.write(page.text());
  return EXIT.done;
}

const NAMES = ['predictions', 'confirmed', 'share', 'interval'];

function rowOf(name: string, { confirmed, count, rate, interval: [low, high] }: PredictionRate): string[] {
  if (count === 0) return [name, '0 of 0', '', ''];
  return [name, `${confirmed} of ${count}`, percent(rate), `${percent(low)} to ${percent(high)}`];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
