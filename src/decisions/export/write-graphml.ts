import { cutText } from '../../kernel/cut-text.js';
import type { Decision } from '../model/decision.js';
import type { ArchivedFilter, DecisionGraph } from '../model/decision-graph.js';
import { createEdgeCollector, type Edge } from './edges.js';

/** GraphML, as Gephi, yEd and NetworkX read it. */
export async function* writeGraphml(
  graph: DecisionGraph,
  { archived }: { readonly archived: ArchivedFilter },
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
${Object.entries(NODE_KEYS).map(keyOf('node')).join('\n')}
${Object.entries(EDGE_KEYS).map(keyOf('edge')).join('\n')}
  <graph id="decisions" edgedefault="undirected">
`;
  const collector = createEdgeCollector();
  for await (const decision of graph.all({ archived })) {
    collector.add(decision);
    yield toNode(decision);
  }
  let number = 0;
  for await (const edge of collector.edges(graph)) {
    yield toEdge(edge, number);
    number += 1;
  }
  yield '  </graph>\n</graphml>\n';
}

type KeyType = 'string' | 'double' | 'int' | 'boolean';

const NODE_KEYS = {
  label: 'string',
  question: 'string',
  consensus: 'string',
  winning_option: 'string',
  first_round_winner: 'string',
  status: 'string',
  participants: 'string',
  decided_at: 'string',
  working_directory: 'string',
  outcome: 'string',
  outcome_note: 'string',
  cost_usd: 'double',
  voters: 'int',
  archived: 'boolean',
} as const satisfies Record<string, KeyType>;

const EDGE_KEYS = { kind: 'string', score: 'double', weight: 'double' } as const satisfies Record<string, KeyType>;

const keyOf =
  (kind: 'node' | 'edge') =>
  ([name, type]: [string, KeyType]) =>
    `  <key id="${kind}_${name}" for="${kind}" attr.name="${name}" attr.type="${type}"/>`;

function toNode(decision: Decision): string {
  const values: Record<keyof typeof NODE_KEYS, string | number | boolean | null> = {
    label: cutText(decision.question, MAX_LABEL_LENGTH),
    question: decision.question,
    consensus: decision.consensus,
    winning_option: decision.winningOption,
    first_round_winner: decision.firstRoundWinner,
    status: decision.status,
    participants: decision.participants.join(', '),
    decided_at: decision.decidedAt.toISOString(),
    working_directory: decision.workingDirectory,
    outcome: decision.outcome?.outcome ?? null,
    outcome_note: decision.outcome?.note ?? null,
    cost_usd: decision.costUsd,
    voters: decision.stances.filter(({ option }) => option !== null).length,
    archived: decision.archivedAt !== null,
  };
  return `    <node id="${escapeXml(decision.id)}">${toData('node', values)}</node>\n`;
}

const MAX_LABEL_LENGTH = 80;

function toEdge({ from, to, kind, score }: Edge, number: number): string {
  const data = toData('edge', { kind, score, weight: score ?? 1 });
  return `    <edge id="e${number}" source="${escapeXml(from)}" target="${escapeXml(to)}">${data}</edge>\n`;
}

function toData(kind: 'node' | 'edge', values: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<data key="${kind}_${name}">${escapeXml(String(value))}</data>`)
    .join('');
}

/** XML has no way at all to write most control characters: a single one would make the whole file unreadable. */
function escapeXml(text: string): string {
  return text
    .replace(ILLEGAL, '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g;
