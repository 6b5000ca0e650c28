import type { ArchivedFilter, DecisionGraph } from '../model/decision-graph.js';
import { writeDot } from './write-dot.js';
import { writeGraphml } from './write-graphml.js';
import { writeJson } from './write-json.js';
import { writeMarkdown } from './write-markdown.js';

export const EXPORT_FORMATS = ['json', 'graphml', 'dot', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  readonly archived?: ArchivedFilter;
  readonly now: Date;
}

/** The whole graph as a text in pieces: however many decisions there are, a few are in memory at a time. */
export async function* exportDecisions(
  graph: DecisionGraph,
  format: ExportFormat,
  { archived = 'with', now }: ExportOptions,
): AsyncGenerator<string> {
  // A decision without links yet would be missing among the edges.
  await graph.drain({ maxMs: LINKING_MS });
  yield* WRITERS[format](graph, { archived, now });
}

const LINKING_MS = 10_000;

const WRITERS: Readonly<
  Record<ExportFormat, (graph: DecisionGraph, options: Required<ExportOptions>) => AsyncIterable<string>>
> = { json: writeJson, graphml: writeGraphml, dot: writeDot, markdown: writeMarkdown };
