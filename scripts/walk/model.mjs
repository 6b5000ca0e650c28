#!/usr/bin/env node
// Answers as the command-line tool does under whose name it is called: looks at a file, changes one vote, writes the summary.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const isClaude = path.basename(process.argv[1]) === 'claude';

const READ = JSON.stringify({ name: 'read_file', arguments: { path: 'notes.txt' } });
const SUMMARY = {
  consensus: 'Both chose SQLite.',
  key_agreements: ['one process writes'],
  key_disagreements: [],
  final_recommendation: 'SQLite',
};

if (process.argv.includes('--version')) console.log('1.0.0');
else if (process.argv.includes('status')) console.log('{"loggedIn": true}');
else {
  const text = answer(readFileSync(0, 'utf8'));
  const claude = { type: 'result', is_error: false, result: text, total_cost_usd: 0.01, usage: {} };
  console.log(JSON.stringify(isClaude ? claude : { session_id: 's', response: text, stats: { models: {} } }));
}

function answer(prompt) {
  if (prompt.includes('you write its summary')) return JSON.stringify(SUMMARY);
  const option = isClaude || prompt.includes('## What to do in round 2') ? 'SQLite' : 'PostgreSQL';
  const request = isClaude && !prompt.includes('## Results of your requests') ? `TOOL_REQUEST: ${READ}\n` : '';
  const vote = { option, confidence: 0.8, rationale: 'notes.txt:1 says so', continue_debate: true };
  return `One process writes, see notes.txt:1.\n${request}VOTE: ${JSON.stringify(vote)}`;
}
