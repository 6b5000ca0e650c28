import { plainLine } from '../../kernel/plain-text.js';
import type { Shell, UnusedDatabase } from '../shell.js';
import type { Step } from './step.js';

export interface AdoptionOptions {
  readonly adopt: boolean;
  /** Asks nothing. */
  readonly dryRun: boolean;
}

type Needs = Pick<Shell, 'unusedDatabases' | 'ask' | 'stderr'>;

/** Databases and a journal that came or moved with the project are only used if the user agrees, one by one. */
export async function adoptionSteps(folder: string, options: AdoptionOptions, shell: Needs): Promise<Step[]> {
  const steps: Step[] = [];
  for (const database of await shell.unusedDatabases(folder)) {
    if (database.action === 'none') {
      shell.stderr.write(`witan: ${plainLine(database.description)}\n`);
    } else if (options.adopt || (await isWanted(database, options, shell))) {
      steps.push(stepFor(database));
    } else {
      const { name, action, description } = database;
      shell.stderr.write(
        `witan: ${name} is not used (${plainLine(description)}); \`witan init --adopt\` ${EFFECTS[action]}\n`,
      );
    }
  }
  return steps;
}

type Adoptable = Extract<UnusedDatabase, { apply: unknown }>;

const EFFECTS = { adopt: 'uses it', 'move-aside': 'moves it aside' } as const;

async function isWanted(database: Adoptable, { dryRun }: AdoptionOptions, { ask }: Needs): Promise<boolean> {
  if (dryRun) return false;
  return YES.test((await ask(`${questionAbout(database)} [y/N] `)) ?? '');
}

const YES = /^\s*y(es)?\s*$/i;

function questionAbout({ name, action, description }: Adoptable): string {
  const shown = plainLine(description);
  if (action === 'move-aside') return `${shown}\nMove ${name} aside, so that a new one can be made?`;
  return [
    `${name} came with this project or was moved: ${shown}.`,
    'If it is not yours, it may mislead participants, the count of votes and your agent. Use it?',
  ].join('\n');
}

function stepFor({ name, action, description, apply }: Adoptable): Step {
  const shown = plainLine(description);
  if (action === 'move-aside')
    return { title: `${name} (moved aside: a new one can be made)`, lines: [`! ${shown}`], apply };
  return {
    title: `your lists of databases and journals (outside the project): ${name} is used from now on (${shown})`,
    lines: [],
    apply,
  };
}
