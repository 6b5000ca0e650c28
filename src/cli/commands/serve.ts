import { resolve } from 'node:path';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { Shell } from '../shell.js';

export function addServe(program: CliCommand, shell: Shell): void {
  program
    .command('serve')
    .summary('run the MCP server on standard input and output')
    .description('The MCP server that Claude Code and other clients start; it speaks on standard input and output.')
    .option('--config <file>', 'a configuration file that wins over the others')
    .note('Example (`witan init` does this for a project):\n  claude mcp add witan -- witan serve')
    .run(async ({ config }: { readonly config?: string }) => {
      await shell.serve(config === undefined ? {} : { configFile: resolve(shell.currentFolder, config) });
      return EXIT.done;
    });
}
