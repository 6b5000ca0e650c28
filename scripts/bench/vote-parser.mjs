import { parseVote } from '../../dist/council.js';
import { median, rounded } from './median.mjs';

const RUNS = 9;
const SIZE = 1_000_000;

/** A megabyte of what makes parsers slow: votes that never end, nested braces, quotes, escapes. */
export async function measureVoteParser() {
  const texts = {
    'open votes': fill('VOTE: {"option": "a", '),
    'nested braces': `VOTE: ${fill('{"a":')}`,
    'closed and broken': fill('VOTE: {"option": "a", "confidence": }\n'),
    escapes: `VOTE: {"option": "${fill('\\"')}`,
    fences: fill('```\n**VOTE:** {\n'),
  };
  const times = Object.entries(texts).map(([name, text]) => ({ name, ms: median(timesOf(text)) }));
  const worst = times.reduce((slowest, each) => (each.ms > slowest.ms ? each : slowest));
  const note = `1 MB of adversarial text, the worst of ${times.length} kinds (${worst.name}), ${RUNS} runs`;
  return [{ name: 'vote parser', value: rounded(worst.ms, 1), unit: 'ms', target: 50, note }];
}

function timesOf(text) {
  return Array.from({ length: RUNS }, () => {
    const started = performance.now();
    parseVote(text);
    return performance.now() - started;
  });
}

function fill(unit) {
  return unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
}
