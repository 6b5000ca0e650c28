import { homedir } from 'node:os';
import type { CouncilDependencies } from '../council.js';
import type { TimeLimits } from '../debate/time-limits.js';
import type { Redact } from '../redact.js';
import { type CheckedCitation, checkCitations } from './citations/check-citations.js';
import { openProject } from './confinement/project.js';
import { cutOutput } from './cut-output.js';
import { type EvidenceRound, openEvidenceRound } from './evidence-round.js';
import { runTool } from './run-tool.js';
import { getFileTree } from './tools/get-file-tree.js';
import { EVIDENCE_TOOLS } from './tools/index.js';

/** The project of one deliberation, as far as its participants may look at it. */
export interface Evidence {
  /** For the first round's prompt. */
  readonly fileTree: string | undefined;
  openRound(round: number, limits: TimeLimits): EvidenceRound;
  /** Compares the places that an answer cites with the files. */
  checkCitations(answer: string, limits: TimeLimits): Promise<readonly CheckedCitation[]>;
}

/** Undefined where it is turned off, or where the folder cannot be opened: a deliberation needs no project. */
export async function openEvidence(
  workingDirectory: string,
  limits: TimeLimits,
  redact: Redact,
  { settings, clock, logger }: CouncilDependencies,
): Promise<Evidence | undefined> {
  const { evidence, dataFolder } = settings;
  if (!evidence.enabled) return undefined;
  const rules = { deny: evidence.deny, dataFolder, homeFolder: homedir() };
  const opened = await openProject(workingDirectory, rules);
  if (!opened.ok) {
    logger.log('warn', 'project_not_opened', { reason: opened.error });
    return undefined;
  }
  const bench = { project: opened.value, settings: evidence, redact };
  return {
    fileTree: await readFileTree(),
    openRound: (round, roundLimits) =>
      openEvidenceRound(round, EVIDENCE_TOOLS, { ...bench, limits: roundLimits }, clock),
    checkCitations: (answer, turnLimits) => checkCitations(answer, { ...bench, limits: turnLimits }),
  };

  async function readFileTree(): Promise<string | undefined> {
    const { enabled, maxDepth, maxFiles } = settings.fileTree;
    if (!enabled) return undefined;
    const given = { max_depth: maxDepth, max_files: maxFiles } as never;
    const tree = await runTool({ tool: getFileTree, given }, { ...bench, limits });
    if (!tree.ok) logger.log('warn', 'file_tree_not_read', { reason: tree.error });
    return tree.ok && tree.value !== '(empty)' ? cutOutput(tree.value, LONGEST_TREE) : undefined;
  }
}

const LONGEST_TREE = 12_000;
