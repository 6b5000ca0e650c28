// A command line of nothing but `simulate`, for runs in processes of their own.
import { Command } from 'commander';
import { addSimulate } from '../../../src/cli/commands/simulate.js';
import { commandLinePorts } from '../../../src/main/command-line-ports.js';
import { openSimulation } from '../../../src/main/simulate.js';

const ports = { ...commandLinePorts(), openSimulation };
const program = new Command('witan');
addSimulate(program, ports, (exitCode) => void ports.exit(exitCode));
void program.parseAsync();
