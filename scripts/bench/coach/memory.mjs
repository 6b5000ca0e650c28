import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scratchFolder } from '../mcp-session.mjs';
import { rounded } from '../median.mjs';
import { loadSources, ROOT } from '../semantics/load-sources.mjs';

const COUNT = 10_000;

/** What the coach's memory finds of the labeled set, how long a query takes at 10,000, and what a bad server costs. */
export async function measureMemory() {
  const sources = await loadSources({
    'src/coaching/memory/open-memory.ts': ['openMemory'],
    'adapters/memory/chroma.ts': ['createChromaServer'],
  });
  const { createSemantics } = await import(pathToFileURL(path.join(ROOT, 'dist/semantics.js')).href);
  const semantics = await createSemantics({ embedding: 'builtin' });
  const embedding = async () => ({
    ...semantics.embeddedWith,
    embed: (texts, signal) => semantics.embed(texts, signal ? { signal } : {}),
  });
  const open = (name, options = {}) => {
    const folder = path.join(scratchFolder(), name);
    return sources.openMemory({ folder, embedding, redact: async (text) => text, ...options });
  };
  const set = JSON.parse(readFileSync(path.join(ROOT, 'tests/data/coach-memories.json'), 'utf8'));
  try {
    return [
      ...(await measureRecall(await open('recall'), set)),
      await measureQueries(await open('many'), set),
      ...(await measureFaults((chroma) => open('faults', { chroma }), sources)),
    ];
  } finally {
    await semantics.close();
  }
}

async function measureRecall(memory, { memories, queries }) {
  await memory.addMemories({ memories, sessionId: 'set', project: 'set' });
  const figures = [];
  for (const form of ['plan', 'query']) {
    for (const half of ['tuning', 'held-out']) {
      const asked = queries.filter((one) => one.half === half);
      let sum = 0;
      for (const { relevant, [form]: queryText } of asked) {
        const found = (await memory.queryMemories({ queryText })).map(({ id }) => memories[Number(id.slice(8))].id);
        sum += relevant.filter((id) => found.includes(id)).length / relevant.length;
      }
      const name = `memory: recall@10 by ${form === 'plan' ? 'plan' : 'issue in other words'}, ${half}`;
      figures.push({ name, value: rounded(sum / asked.length), unit: '', least: 0.9 });
    }
  }
  await memory.close();
  return figures;
}

async function measureQueries(memory, { memories, queries }) {
  const many = Array.from({ length: COUNT }, (_, at) => {
    const one = memories[at % memories.length];
    return { ...one, content: `${one.content} Session ${at}.` };
  });
  await memory.addMemories({ memories: many, sessionId: 'many', project: 'many' });
  const times = [];
  // The first ones wait for vectors that are still computed.
  for (let run = 0; run < 30; run++) await memory.queryMemories({ queryText: 'caches and keys' });
  for (const { query, plan } of queries) {
    for (const queryText of [query, plan]) {
      const start = performance.now();
      await memory.queryMemories({ queryText });
      times.push(performance.now() - start);
    }
  }
  await memory.close();
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  return {
    name: 'memory: query at 10,000, p95',
    value: rounded(p95),
    unit: 'ms',
    target: 5,
    note: `${times.length} runs`,
  };
}

async function measureFaults(open, { createChromaServer }) {
  const faults = {
    refused: undefined,
    hung: () => undefined,
    garbage: (_request, response) => response.end('<html>'),
  };
  const figures = [];
  for (const [name, listener] of Object.entries(faults)) {
    const server = createServer(listener);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}`;
    if (listener === undefined) await new Promise((resolve) => server.close(resolve));
    const memory = await open(createChromaServer(url));
    await memory.isMemoryAvailable();
    const start = performance.now();
    await memory.queryMemories({ queryText: 'anything' });
    const value = rounded(performance.now() - start, 0);
    figures.push({ name: `memory: query, ChromaDB ${name}`, value, unit: 'ms', target: 1_600 });
    await memory.close();
    server.closeAllConnections();
    server.close();
  }
  return figures;
}
