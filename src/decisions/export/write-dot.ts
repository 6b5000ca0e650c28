import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Decision, Outcome } from '../model/decision.js';
import type { ArchivedFilter, DecisionGraph } from '../model/decision-graph.js';
import { createEdgeCollector, type Edge } from './edges.js';

/** The DOT language of Graphviz: `dot -Tsvg` draws it. */
export async function* writeDot(
  graph: DecisionGraph,
  { archived }: { readonly archived: ArchivedFilter },
): AsyncGenerator<string> {
  yield 'graph decisions {\n  graph [overlap=false];\n  node [shape=box, style="rounded,filled", fillcolor=white];\n';
  const collector = createEdgeCollector();
  for await (const decision of graph.all({ archived })) {
    collector.add(decision);
    yield toNode(decision);
  }
  for await (const edge of collector.edges(graph)) yield toEdge(edge);
  yield '}\n';
}

function toNode(decision: Decision): string {
  const { id, question, winningOption, decidedAt, outcome, archivedAt } = decision;
  const lines = [cut(question), `→ ${cut(winningOption ?? 'no winner')}`, decidedAt.toISOString().slice(0, 10)];
  if (outcome !== null) lines.push(outcome.outcome);
  const color = outcome === null ? '' : `, fillcolor="${COLORS[outcome.outcome]}"`;
  const style = archivedAt === null ? '' : ', style="rounded,filled,dashed"';
  return `  ${quoted([id])} [label=${shown(lines)}, tooltip=${shown([question])}${color}${style}];\n`;
}

const COLORS: Readonly<Record<Outcome['outcome'], string>> = {
  right: '#d8f0d8',
  wrong: '#f6d5d5',
  mixed: '#f8edc8',
  superseded: '#e4e4e4',
};

function toEdge({ from, to, kind, score }: Edge): string {
  const label = score === null ? '' : `label="${score.toFixed(2)}", `;
  const width = (0.5 + 2 * (score ?? 1)).toFixed(1);
  const style = kind === 'superseded_by' ? ', dir=forward, style=bold' : kind === 'repeats' ? ', style=dashed' : '';
  return `  ${quoted([from])} -- ${quoted([to])} [${label}penwidth=${width}${style}];\n`;
}

const MAX_LABEL_LENGTH = 60;

function cut(text: string): string {
  return cutText(plainLine(text), MAX_LABEL_LENGTH);
}

/** Graphviz reads text as HTML: `&lt;` would become a bracket that is not in the text. */
function shown(lines: readonly string[]): string {
  return quoted(lines.map((line) => line.replaceAll('&', '&amp;')));
}

/** In a quoted text only the quote and the backslash mean something; a line break is written as one, after both. */
function quoted(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    plainLine(line)
      .replace(/\p{Surrogate}/gu, '')
      .replace(/[\\"]/g, '\\$&'),
  );
  return `"${escaped.join('\\n')}"`;
}
