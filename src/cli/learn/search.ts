import { DOMAINS, OUTCOME_STATUSES } from '../../journal/vocabulary.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { FoundExperience } from '../../learning/index.js';
import { AXES } from '../../learning/vocabulary.js';
import { EXIT } from '../cli-error.js';
import { parseChoice } from '../options/parse-choice.js';
import { checkLimit } from '../options/parse-limit.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { type Color, colorFor } from '../text/color.js';
import { lineWidth } from '../text/line-width.js';
import { printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { wrapText } from '../text/wrap-text.js';
import { openLearning } from './open-learning.js';

export interface SearchOptions extends ProjectOptions {
  readonly axis?: string;
  readonly domain?: string;
  readonly outcome?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

export async function search(query: string, options: SearchOptions, ports: CommandLinePorts): Promise<number> {
  const request = {
    query,
    axis: parseChoice('--axis', options.axis, AXES) ?? 'full',
    domain: parseChoice('--domain', options.domain, DOMAINS),
    outcome: parseChoice('--outcome', options.outcome, OUTCOME_STATUSES),
    limit: checkLimit(options.limit, 10, 50),
  };
  const learning = await openLearning(options, ports);
  const { found, notice } = await learning.searchExperiences(request);
  for (const warning of [notice, await learning.leftOut()]) {
    if (warning !== undefined) ports.stderr.write(`witan: ${warning}\n`);
  }
  if (options.json === true) {
    const results = found.map(({ experience, score }) => ({ ...(snakeCase(experience) as object), score }));
    printJson({ results, count: results.length }, ports);
  } else if (found.length === 0) ports.stdout.write('Nothing like it was tried yet.\n');
  else {
    const color = colorFor(ports.stdout, ports.environment);
    ports.stdout.write(found.map((one) => renderFound(one, lineWidth(ports.stdout), color)).join('\n'));
  }
  return EXIT.done;
}

function renderFound({ experience, score }: FoundExperience, width: number, color: Color): string {
  const { id, outcomeStatus, confidenceTier, goal, hypothesis, outcomeResult, lesson } = experience;
  const rows: [string, string][] = [
    ['goal', goal],
    ['believed', hypothesis],
    [outcomeStatus, outcomeResult],
    ...(lesson === null ? [] : [['worked', lesson.what_worked] as [string, string]]),
  ];
  const lines = rows.flatMap(([label, text]) =>
    wrapText(plainLine(text), width - MARGIN).map(
      (line, index) => `  ${(index === 0 ? plainLine(label) : '').padEnd(MARGIN - 2)}${line}`,
    ),
  );
  return `${[color('strong', `${score.toFixed(2)}  ${plainLine(id)}  ${plainLine(confidenceTier)}`), ...lines].join('\n')}\n`;
}

const MARGIN = 13;
