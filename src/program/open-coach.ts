import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Closer, type CoachContext, type OwnData, openCoachParts, openOwnData } from '../coaching/index.js';
import type { DeliberationResult } from '../council/index.js';
import { renderItem } from '../guidance/index.js';
import { type CoachOptions, type Pages, startPages } from '../http/index.js';
import { cutText } from '../kernel/cut-text.js';
import { VERSION } from '../kernel/installation.js';
import { plainField } from '../kernel/quote.js';
import { realPathOf } from '../kernel/real-path.js';
import { personFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';
import { COACH_INSTRUCTIONS, coachingTools, createMcpServer } from '../mcp/index.js';
import type { CoachingParts, Program, StartCoach } from './program.js';

/** The coach of a project: its data, its server and everything that runs until it is closed. */
export async function openCoach(program: Program, start: StartCoach): Promise<Pages> {
  const { logger } = program;
  const closers: Closer[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  // The pages ask the sessions, and the sessions tell the pages.
  let served: Pages['own'];
  const announce: CoachContext['announce'] = (...event) => {
    const broadcast: typeof announce | undefined = served?.broadcast;
    broadcast?.(...event);
  };
  try {
    const coaching = await program.coaching();
    const { page, agents, wrapUps, sessions } = await openCoachParts(
      {
        ...coaching,
        ...{ projectFolder: program.projectFolder, clock: program.clock, logger, log: start.log, announce },
        dataFolder: coachDataFolder(start.dataFolder),
        hidden: {
          ...program.settings.storage,
          dataFolder: program.settings.storage.memoriesFolder,
          deny: program.settings.evidence.deny,
        },
        deliberate: askCouncil(program, coaching),
        notesFor: (paths) => readProjectNotes(program, paths),
        redact: (text, path) => program.redactor.redact(text, path),
        note: async (session) => served?.noteSession(session),
        hasPages: () => served?.hasPages() ?? false,
      },
      closers,
    );
    const coach: CoachOptions = {
      ...start,
      page,
      async connectAgent(transport) {
        const tools = coachingTools(async () => agents);
        const texts = { name: 'witan-coach', version: VERSION, instructions: COACH_INSTRUCTIONS };
        await createMcpServer({ ...texts, tools, logger }).protocol.connect(transport);
      },
      trace: (line) => logger.log('info', 'coach', { line }),
    };
    const pages = await startPages({ program, port: start.port, coach });
    const { own } = pages;
    served = own;
    // Another process is the coach of this project: it has the databases open, too.
    if (own === undefined) {
      await close();
      return pages;
    }
    closers.push(() => own.close());
    // Before the server: an agent may wait for a wrap-up.
    closers.push(() => wrapUps.close());
    await sessions.continueWrapUps();
    return { ...pages, own: { ...own, close } };
  } catch (error) {
    await close();
    throw error;
  }
}

function askCouncil({ council, projectFolder }: Program, { isBilled }: CoachingParts): CoachContext['deliberate'] {
  return async ({ question, context, maxCostUsd }, { signal, started }) => {
    const { participants } = await council.defaultPanel();
    const billed = await Promise.all(participants.map((each) => isBilled(findAdapter(each))));
    const request = {
      question,
      context,
      working_directory: projectFolder,
      // The council refuses a cap for models without a price, which tools with a subscription may have.
      ...(billed.includes(true) && { max_cost_usd: Number(maxCostUsd.toFixed(4)) }),
    };
    const result = await council.deliberate(request, {
      signal,
      onProgress(event) {
        if (event.kind === 'started' && event.recorded) started(event.deliberation_id);
      },
    });
    const { status, deliberation_id: deliberationId, cost } = result;
    const verdict = result.demo === true ? `demo council, no model: ${result.verdict}` : result.verdict;
    const costUsd = await sumBilled(cost, isBilled);
    return { verdict, hasAnswer: status !== 'failed', deliberationId, costUsd, seconds: cost.seconds };
  };
}

/** The known part: a call that timed out was not billed. */
async function sumBilled(
  { by_participant: rows }: DeliberationResult['cost'],
  isBilled: CoachingParts['isBilled'],
): Promise<number> {
  const dollars = await Promise.all(
    rows.map(async ({ participant, usd }) =>
      usd !== 'unknown' && (await isBilled(findAdapter(participant))) ? usd : 0,
    ),
  );
  return dollars.reduce((sum, usd) => sum + usd, 0);
}

/** Participants are named `model@adapter`, with a number if one model has two seats. */
function findAdapter(participant: string): string {
  return participant.slice(participant.lastIndexOf('@') + 1).replace(/#\d+$/, '');
}

/** The data of the coach is in the person's own folder, unless another one was chosen. */
function coachDataFolder(chosen: string | undefined): string {
  return realPathOf(chosen ?? join(personFolder(homedir(), process.env), 'coach'));
}

/** Makes no data where there is none. */
export async function openCoachOwnData(program: Program, dataFolder: string | undefined): Promise<OwnData> {
  const folder = coachDataFolder(dataFolder);
  if (!existsSync(join(folder, 'paige.db'))) {
    throw new UserError('not_found', `there is no data of the coach in ${folder}; \`witan coach\` makes it`);
  }
  const redact = (text: string) => program.redactor.redact(text);
  return openOwnData({ ...(await program.coaching()), folder, redact, logger: program.logger });
}

/** What the project has learned that matters for files: its strongest values, and critical guidance that matches one of them. */
export async function readProjectNotes(
  { knowledge, existingLearning }: Pick<Program, 'knowledge' | 'existingLearning'>,
  paths: readonly string[],
): Promise<readonly string[]> {
  const [items, learned] = await Promise.all([knowledge(), existingLearning()]);
  const values = (await learned?.strongestValues(MAX_VALUES)) ?? [];
  const matched = items.tryCalls(paths.map((target) => ({ tool: 'Edit', target }))).flatMap((trial) => trial.items);
  // Of an item that the user has not trusted, hooks show the title only.
  const critical = matched.filter(
    ({ item, outcome }) => item.priority === 'CRITICAL' && (outcome === 'pauses' || outcome === 'shown'),
  );
  const unique = new Map(critical.map(({ item }) => [item.id, item]));
  return [
    ...values.map(({ text }) => `Value: ${cutText(plainField(text), MAX_VALUE_LENGTH)}`),
    ...[...unique.values()].slice(0, MAX_ITEMS).map((item) => `Rule: ${cutText(renderItem(item), MAX_ITEM_LENGTH)}`),
  ];
}

const MAX_VALUES = 5;
const MAX_VALUE_LENGTH = 300;
const MAX_ITEMS = 10;
const MAX_ITEM_LENGTH = 2_000;
