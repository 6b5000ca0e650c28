import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Every call in a session of its own, so that nothing counts as told already. */
export function callOf(project, run, { file, command }) {
  const input =
    command === undefined ? { file_path: path.join(project, file), content: 'x'.repeat(2_000) } : { command };
  return JSON.stringify({
    session_id: `bench-${run}-${process.hrtime.bigint()}`,
    transcript_path: path.join(project, 'transcript.jsonl'),
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: command === undefined ? 'Write' : 'Bash',
    tool_input: input,
    tool_use_id: `toolu_${run}`,
  });
}

const WITAN = path.resolve(import.meta.dirname, '../../../dist/witan.cjs');

/** The config folder of a user who trusts the project's items. */
export function configOf(project) {
  return `${project}-config`;
}

/** A graph with this many items of process knowledge and 400 other nodes, and a transcript. */
export function plantProject(items) {
  const project = mkdtempSync(path.join(tmpdir(), 'witan-hook-'));
  const graphs = path.join(project, '.claude', 'graphs');
  mkdirSync(graphs, { recursive: true });
  // A home of its own: init writes into the state of Claude Code.
  const env = { ...process.env, HOME: configOf(project), XDG_CONFIG_HOME: configOf(project) };
  const nodes = [
    ...Array.from({ length: items }, (_, at) => itemNode(at)),
    ...Array.from({ length: OTHER_NODES }, (_, at) => otherNode(at)),
  ];
  writeFileSync(path.join(graphs, 'default_graph.json'), JSON.stringify({ nodes, links: [] }));
  execFileSync(process.execPath, [WITAN, 'init', '--trust-knowledge'], { cwd: project, env });
  const turn = (at) => ({ type: 'user', message: { role: 'user', content: `Go on with part ${at} of the work.` } });
  writeFileSync(
    path.join(project, 'transcript.jsonl'),
    `${Array.from({ length: 400 }, (_, at) => JSON.stringify(turn(at))).join('\n')}\n`,
  );
  return project;
}

const OTHER_NODES = 400;

function itemNode(at) {
  return {
    id: `process_item_${at}`,
    type: 'Concept',
    label: `Checklist of area ${at}`,
    description: 'What is looked at before this area changes, because it went wrong before',
    confidence: 1,
    evidence: `Change ${at} broke the build`,
    created_at: '2026-11-01T09:00:00Z',
    status: 'active',
    process_type: 'checklist',
    // Below CRITICAL in the area that is written to: a pause happens once, an inform every time.
    priority: at % 5 === 4 ? 'CRITICAL' : 'HIGH',
    trigger_conditions: {
      tool_names: ['Write', 'Edit'],
      file_patterns: [`src/area${at}/**`, `**/area${at}.config.*`],
      action_keywords: [`release area ${at}`],
      context_keywords: ['deployment'],
    },
    checklist: {
      title: `Area ${at}`,
      items: ['The tests of the area pass', 'Its callers were looked at', 'The change is noted'],
    },
  };
}

function otherNode(at) {
  return {
    id: `n${at}`,
    type: 'Entity',
    label: `Entity ${at}`,
    description: 'Something else in the graph. '.repeat(6),
  };
}
