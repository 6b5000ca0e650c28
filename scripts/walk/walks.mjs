import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPage } from '../bench/coach/coach-machine.mjs';
import { startSession } from '../bench/mcp-session.mjs';
import { signIn } from '../bench/view/view-machine.mjs';
import { startProgram } from './start-program.mjs';

/** A home and a project of their own, with two programs on the PATH that answer as `claude` and `gemini` do. */
export function plantMachine(root, copy) {
  const [home, project, bin] = ['home', 'project', 'bin'].map((name) => path.join(root, name));
  const graphs = path.join(project, '.claude', 'graphs');
  for (const folder of [home, bin, graphs]) mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, path.join(bin, 'node'));
  for (const name of MODELS) symlinkSync(path.join(import.meta.dirname, 'model.mjs'), path.join(bin, name));
  writeFileSync(path.join(graphs, 'default_graph.json'), JSON.stringify({ nodes: [ITEM], links: [] }));
  writeFileSync(path.join(project, 'notes.txt'), NOTES);
  const env = { HOME: home, PATH: bin, OLLAMA_HOST: 'http://127.0.0.1:1', GEMINI_API_KEY: 'none' };
  return { copy, project, env };
}

const NOTES = 'One process writes to the queue.\n';
const MODELS = ['claude', 'gemini'];
const ITEM = {
  id: 'process_item',
  type: 'Concept',
  label: 'Checklist of the notes',
  description: 'Read this before the notes change',
  confidence: 1,
  evidence: 'A change broke the build',
  created_at: '2026-11-01T09:00:00Z',
  status: 'active',
  process_type: 'checklist',
  priority: 'HIGH',
  trigger_conditions: { tool_names: ['Write'], file_patterns: ['notes.txt'] },
  checklist: { title: 'Notes', items: ['The tests pass'] },
};

/** In this order: each finds what the ones before it stored. A walk resolves with the functions that ran, as `file function`. */
export const WALKS = {
  /** The second one in a server: the first opens what the project has. */
  async deliberation(machine) {
    const { program, call } = await serve(machine);
    const participants = MODELS.map((cli) => ({ cli, model: 'default' }));
    const deliberate = async (question) => {
      const result = await call('deliberate', { question, participants, mode: 'conference', rounds: 2 });
      if (result.rounds_completed !== 2 || result.voting_result === null || result.integrity.missing.length > 0)
        throw new Error(`not a whole deliberation: ${JSON.stringify(result)}`);
    };
    await deliberate('Should the queue use SQLite or PostgreSQL?');
    const ran = await program.walk(() => deliberate('Should the jobs be in SQLite or PostgreSQL?'));
    await program.end();
    return ran;
  },

  async hook(machine) {
    await startProgram(machine, ['witan.cjs', 'init', '--trust-knowledge']).run('');
    // The first call builds the index. One session in ten is a control group that is shown nothing.
    for (let session = 0; session < 20; session++) {
      const { output, ran } = await startProgram(machine, ['witan.cjs', 'hook', 'pre-tool-use']).run(
        writeCall(machine, session),
      );
      if (session > 0 && output.includes('additionalContext')) return ran;
    }
    throw new Error('the hook shows no item');
  },

  async start_ghap(machine) {
    const { program, call } = await serve(machine);
    const ran = await program.walk(() => call('start_ghap', GHAP));
    await program.end();
    return ran;
  },

  async 'buffer:update'(machine) {
    // Without the models on the PATH, whose answers would be part of the walk.
    const env = { ...machine.env, PATH: '' };
    const program = startProgram({ ...machine, env }, ['witan.cjs', 'coach', '--no-open']);
    const { origin: url, port, hash } = new URL(await program.prints(/http:\S+#k=\S+/));
    const { Authorization } = await signIn({ url, code: hash.slice('#k='.length) });
    const page = await openPage({ port, key: Authorization.replace('Bearer ', '') });
    page.send('session:start', { goal: 'Learn' });
    await page.next('session:started');
    // A key that was pressed: a large change would also be logged.
    const buffer = { path: 'notes.txt', content: `${NOTES}x`, cursorPosition: { line: 2, column: 1 } };
    const ran = await program.walk(() => page.send('buffer:update', buffer));
    page.close();
    await program.end();
    return ran;
  },

  async home(machine) {
    const program = startProgram(machine, ['witan.cjs', 'view', '--no-open']);
    const { origin: url, hash } = new URL(await program.prints(/http:\S+#k=\S+/));
    const ran = await program.walk(async () => {
      await fetch(url);
      const headers = await signIn({ url, code: hash.slice('#k='.length) });
      const home = await fetch(`${url}/api/home`, { headers });
      if (!home.ok) throw new Error(`the home page failed: ${await home.text()}`);
    });
    await program.end();
    return ran;
  },
};

const GHAP = {
  domain: 'debugging',
  strategy: 'systematic-elimination',
  goal: 'Find why the parser drops the last line',
  hypothesis: 'The reader stops at the last newline',
  action: 'Feed a file without a final newline',
  prediction: 'The last line is missing',
};

async function serve(machine) {
  const program = startProgram(machine, ['witan.cjs', 'serve']);
  const session = startSession(program.child);
  await session.initialize();
  await session.request('tools/list');
  const call = async (name, input) => {
    const result = await session.request('tools/call', { name, arguments: input });
    if (result === undefined || result.isError) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  return { program, call };
}

function writeCall({ project }, session) {
  return JSON.stringify({
    session_id: `walk-${session}`,
    transcript_path: path.join(project, 'transcript.jsonl'),
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: path.join(project, 'notes.txt'), content: 'two\n' },
    tool_use_id: `toolu_${session}`,
  });
}
