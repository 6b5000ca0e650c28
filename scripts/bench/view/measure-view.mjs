import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { median, rounded } from '../median.mjs';
import { measureFullProject } from './full-project.mjs';
import { openRuns, plantMachine, signIn, startView } from './view-machine.mjs';

const STARTS = 10;
const REQUESTS = 200;
const COMMITS = 20;

/** The server of the pages: its start, an answer, and how long a change of another process takes to reach a page. */
export async function measureView() {
  const machine = plantMachine();
  try {
    const starts = [];
    const bare = [];
    for (let run = -1; run < STARTS; run++) {
      const view = await startView(machine);
      await view.end();
      if (run < 0) continue;
      starts.push(view.milliseconds);
      bare.push(await timeBareNode(machine));
    }
    const view = await startView(machine);
    const answers = await timeHealth(view);
    const events = await timeEvents(view, machine);
    await view.end();
    return [
      figure('view, start to listening', starts, 400, `node -e 0 ${rounded(median(bare), 1)} ms, `),
      figure('view, /health', answers),
      figure('view, commit of another process to event', events, 500),
      ...(await measureFullProject(machine)),
    ];
  } finally {
    rmSync(machine.root, { recursive: true, force: true });
  }
}

function figure(name, times, target, comparison = '') {
  const note = `${comparison}largest ${rounded(Math.max(...times), 1)} ms of ${times.length}`;
  return { name, value: rounded(median(times), 1), unit: 'ms', target, note };
}

/** On a busy machine, only the comparison says something. */
function timeBareNode({ env }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', '0'], { env, stdio: 'ignore' });
    child.once('exit', () => resolve(performance.now() - started));
  });
}

async function timeHealth({ url }) {
  const times = [];
  for (let request = -20; request < REQUESTS; request++) {
    const started = performance.now();
    await (await fetch(`${url}/health`)).text();
    if (request >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** From the end of the commit to the event on the stream, as a page reads it. */
async function timeEvents(view, machine) {
  const database = openRuns(machine);
  const response = await fetch(`${view.url}/api/changes`, { headers: await signIn(view) });
  const events = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const nextChange = async () => {
    for (;;) if (((await events.read()).value ?? 'event: changed').includes('event: changed')) return;
  };
  await nextChange();
  const times = [];
  for (let commit = 0; commit < COMMITS; commit++) {
    database.exec(`UPDATE runs SET question = 'Is it fast? ${commit}'`);
    const committed = performance.now();
    await nextChange();
    times.push(performance.now() - committed);
  }
  await events.cancel();
  database.close();
  return times;
}
