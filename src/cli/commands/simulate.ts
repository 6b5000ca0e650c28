import type { Command } from 'commander';
import { parseNumber } from '../parse-number.js';
import type { CommandLinePorts } from '../ports.js';
import type { SimulateOptions } from '../simulate/read-options.js';
import { simulate } from '../simulate/simulate.js';
import type { SimulationPorts } from '../simulate/simulation.js';

export function addSimulate(
  program: Command,
  ports: CommandLinePorts & SimulationPorts,
  finish: (exitCode: number) => void,
): void {
  program
    .command('simulate')
    .summary('how often scripted models are right alone, by majority, in debates and in this engine')
    .description(
      'Runs the engine against scripted models on questions with known answers. No model is called, nothing is stored.',
    )
    .option('--models <number>', 'participants (default: 3)', parseNumber)
    .option('--accuracy <share>', 'how often each is right on its own, or "mixed" (default: 0.7)')
    .option('--conformity <share>', 'how likely it is to give in to a majority (default: 0.3)', parseNumber)
    .option('--correction <share>', 'how likely the right argument is to convince it (default: 0)', parseNumber)
    .option('--calibrated', 'its confidence is the share of times that it is right (default)')
    .option('--overconfident', 'it is always sure, right or wrong')
    .option('--failures <share>', 'the share of calls that fail (default: 0)', parseNumber)
    .option('--questions <number>', 'questions in each cell (default: 2000)', parseNumber)
    .option('--seed <number>', 'another seed, other questions (default: 1)', parseNumber)
    .option('--rounds <number>', 'rounds of this engine at most (default: as usual, and 4 with challenge)', parseNumber)
    .option('--grid', 'all 192 combinations that the engine is judged by: an hour and a half of one core')
    .option('--jobs <number>', 'with --grid: cells at a time (default: one less than there are cores)', parseNumber)
    .option('--exit-zero', 'exit 0 also where a target is not met')
    .option('--json', 'print JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (options: SimulateOptions) => finish(await simulate(options, ports)));
}

const EXAMPLE = `
Example:
  witan simulate --models 5 --accuracy mixed --conformity 0.6

"This engine" is as it is when nobody changes anything; "with challenge" asks only those who hold the leading option
again (deliberate --challenge). Both are judged.

Exit code: 1 if a target of either is missed or unclear, or if it was cancelled, else 0. Below 200 questions all are
unclear.`;
