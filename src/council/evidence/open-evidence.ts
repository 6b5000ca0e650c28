import { homedir } from 'node:os';
import { success } from '../../kernel/result.js';
import type { CouncilDependencies } from '../council.js';
import type { Redact } from '../redact.js';
import type { TimeLimits } from '../time-limits.js';
import { type CheckedCitation, checkCitations } from './citations/check-citations.js';
import { openProject } from './confinement/project.js';
import { ASK_NARROWER, cutOutput } from './cut-output.js';
import { type EvidenceRound, openEvidenceRound } from './evidence-round.js';
import { runTool } from './run-tool.js';
import { EVIDENCE_TOOLS } from './tools/index.js';
import { renderFileTree } from './walk/render-file-tree.js';

/** The project of one deliberation, as far as its participants may look at it. */
export interface Evidence {
  /** For the first round's prompt. */
  readonly fileTree: string | undefined;
  openRound(round: number, limits: TimeLimits): EvidenceRound;
  /** Compares the places that an answer cites with the files. */
  checkCitations(answer: string, limits: TimeLimits): Promise<readonly CheckedCitation[]>;
}

export interface OpenedEvidence {
  /** Undefined where it is turned off or refused: a deliberation needs no project. */
  readonly evidence: Evidence | undefined;
  /** Why the folder cannot be looked at, although participants should; null otherwise. */
  readonly refusal: string | null;
}

export async function openEvidence(
  workingDirectory: string,
  limits: TimeLimits,
  redact: Redact,
  { settings, clock, logger }: CouncilDependencies,
): Promise<OpenedEvidence> {
  const { evidence, dataFolder, transcriptsFolder } = settings;
  if (!evidence.enabled) return { evidence: undefined, refusal: null };
  const rules = { deny: evidence.deny, ownFolders: [dataFolder, transcriptsFolder], homeFolder: homedir() };
  const opened = await openProject(workingDirectory, rules);
  if (!opened.ok) {
    logger.log('warn', 'project_not_opened', { reason: opened.error });
    return { evidence: undefined, refusal: opened.error };
  }
  const bench = { project: opened.value, settings: evidence, redact };
  const ran = new Set<string>();
  return {
    evidence: {
      fileTree: await readFileTree(),
      openRound: (round, roundLimits) =>
        openEvidenceRound({ round, tools: EVIDENCE_TOOLS, ran }, { ...bench, limits: roundLimits }, clock),
      checkCitations: (answer, turnLimits) => checkCitations(answer, { ...bench, limits: turnLimits }),
    },
    refusal: null,
  };

  async function readFileTree(): Promise<string | undefined> {
    const { enabled, maxDepth, maxFiles } = settings.fileTree;
    if (!enabled) return undefined;
    const tree = await runTool(
      'the file tree',
      async ({ project, signal }) => success(await renderFileTree(project, { maxDepth, maxFiles }, signal)),
      { ...bench, limits },
    );
    if (!tree.ok) logger.log('warn', 'file_tree_not_read', { reason: tree.error });
    return tree.ok && tree.value.text !== '' ? cutOutput(tree.value, LONGEST_TREE, ASK_NARROWER) : undefined;
  }
}

const LONGEST_TREE = 12_000;
