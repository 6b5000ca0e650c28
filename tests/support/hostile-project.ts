import { silentLogger } from '../../src/kernel/logger.js';
import type { ModelAdapter } from '../../src/models/index.js';
import { openProgram } from '../../src/program/open-program.js';
import type { Program } from '../../src/program/program.js';
import { HOSTILE_LONG, HOSTILE_SHORT } from './hostile-texts.js';
import { resolvedEntry } from './learning-fixture.js';

/** A project in which every stored text is hostile, stored by the real program. */
export async function fillWithHostileTexts(folder: string): Promise<void> {
  const names = ['alpha', 'beta'];
  const program = await openProgram({
    projectFolder: folder,
    environment: process.env,
    logger: silentLogger,
    providedAdapters: Object.fromEntries(names.map((name) => [name, hostileVoter(name)])),
  });
  try {
    const participants = names.map((cli) => ({ cli, model: `${cli}-1` }));
    for (const text of pick(4)) {
      const question = `Should we use ${text.slice(0, 300)} or not?`;
      const options = [text.slice(0, 200), 'not'];
      await program.council.deliberate({
        question,
        options,
        participants,
        working_directory: folder,
        rounds: 1,
        context: text,
      });
    }
    await fillJournal(program);
    await fillKnowledge(program);
  } finally {
    await program.close();
  }
}

let next = 0;

/** The next texts, in turn, so that all of them are used. */
function pick(count: number): string[] {
  return Array.from({ length: count }, () => HOSTILE_SHORT[next++ % HOSTILE_SHORT.length] ?? '');
}

/** All short texts in one answer and all long ones in the other. */
function hostileVoter(name: string): ModelAdapter {
  const body =
    name === 'alpha' ? HOSTILE_SHORT.join('\n\n') : HOSTILE_LONG.map((text) => text.slice(0, 60_000)).join('\n\n');
  return {
    name,
    kind: 'http',
    availability: async () => ({ available: true, detail: 'scripted', models: [`${name}-1`] }),
    async ask() {
      const [rationale = ''] = pick(1);
      const vote = { option: 'O1', confidence: 0.9, rationale, continue_debate: false };
      return { ok: true, value: { text: `${body}\n\nVOTE: ${JSON.stringify(vote)}`, usage: { costUsd: 0.01 } } };
    },
  };
}

async function fillJournal({ journal, learning }: Program): Promise<void> {
  const opened = await learning();
  for (const number of HOSTILE_SHORT.keys()) {
    // Another text in each field: a few entries show all of them.
    const [goal = '', hypothesis = '', action = '', prediction = '', surprise = '', ...others] = pick(9);
    const [what_worked = '', takeaway = '', description = '', result = ''] = others;
    await opened.save(
      resolvedEntry({
        id: `ghap_20261116_101500_${String(number).padStart(6, '0')}`,
        goal,
        hypothesis,
        action,
        prediction,
        surprise,
        lesson: { what_worked, takeaway },
        root_cause: { category: 'wrong-assumption', description },
        outcome: { status: 'confirmed', result, captured_at: '2026-11-16T10:30:00Z', auto_captured: false },
      }),
    );
  }
  await journal.startSession();
  for (const text of pick(5)) {
    await journal.create({
      domain: 'debugging',
      strategy: 'root-cause-analysis',
      goal: text,
      hypothesis: text,
      action: text,
      prediction: text,
    });
  }
  await journal.startSession();
}

async function fillKnowledge({ knowledge }: Program): Promise<void> {
  const opened = await knowledge();
  for (const [number, text] of HOSTILE_SHORT.entries()) {
    await opened.add({
      label: `${number} ${text.slice(0, 150)}`,
      description: text,
      evidence: text,
      priority: 'HIGH',
      process_type: 'checklist',
      trigger_conditions: { tool_names: ['Bash'], action_keywords: [text.slice(0, 50)] },
      checklist: { title: text, items: [text, HOSTILE_LONG[number % HOSTILE_LONG.length]?.slice(0, 5_000) ?? ''] },
    });
  }
}
