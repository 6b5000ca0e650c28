import { Command } from 'commander';
import { EXIT } from './cli-error.js';
import type { Shell } from './shell.js';
import { createPage, type Page, printJson } from './text/page.js';

/** What a command shows: JSON with `--json`, else a page for people. */
export interface Output {
  readonly json: unknown;
  readonly render: (page: Page) => void;
  /** Default: done. */
  readonly exitCode?: number;
}

interface Frame {
  readonly shell: Pick<Shell, 'stdout' | 'environment'>;
  readonly finish: (exitCode: number) => void;
}

/** A command of `witan`: its handler returns what is shown, and options that many commands share have a method here. */
export class CliCommand extends Command {
  readonly #frame: Frame;

  constructor(name: string | undefined, frame: Frame) {
    super(name);
    this.#frame = frame;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#frame);
  }

  /** For a command about a project; see `openProject`. */
  projectOptions(): this {
    return this.option('--cwd <folder>', 'the project folder (default: the current folder)').option(
      '--config <file>',
      'a configuration file that wins over the others',
    );
  }

  jsonOption(help = 'print JSON and nothing else'): this {
    return this.option('--json', help);
  }

  example(...lines: readonly string[]): this {
    return this.note(`Example${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }

  /** A paragraph at the end of the help. */
  note(text: string): this {
    return this.addHelpText('after', `\n${text}`);
  }

  /** A handler that has printed by itself returns an exit code. */
  run<Args extends unknown[]>(handler: (...args: Args) => Promise<Output | number>): this {
    const { shell, finish } = this.#frame;
    return this.action(async (...args: Args) => {
      const result = await handler(...args);
      if (typeof result === 'number') return finish(result);
      if (this.opts().json === true) printJson(result.json, shell);
      else {
        const page = createPage(shell);
        result.render(page);
        shell.stdout.write(page.text());
      }
      finish(result.exitCode ?? EXIT.done);
    });
  }
}
