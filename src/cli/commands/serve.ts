import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';

export function addServe(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  program
    .command('serve')
    .summary('run the MCP server on standard input and output')
    .description('The MCP server that Claude Code and other clients start; it speaks on standard input and output.')
    .option('--config <file>', 'a configuration file that wins over the others')
    .addHelpText('after', EXAMPLE)
    .action(async ({ config }: { readonly config?: string }) => {
      await ports.serve(config === undefined ? {} : { configFile: resolve(ports.currentFolder, config) });
      finish(EXIT.done);
    });
}

const EXAMPLE = `
Example (\`witan init\` does this for a project):
  claude mcp add witan -- witan serve`;
