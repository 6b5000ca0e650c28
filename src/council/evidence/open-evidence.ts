import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { failure, success } from '../../kernel/result.js';
import type { Entry } from '../../project/list-checked-folder.js';
import { openProject, type Project } from '../../project/project.js';
import { renderFileTree } from '../../project/render-file-tree.js';
import type { EngineDependencies } from '../contract/council.js';
import type { CheckedRequest } from '../contract/request.js';
import { RECORD } from '../record/record-keys.js';
import type { Recorder, RoundLimits } from '../record/run.js';
import type { Redact } from '../redact.js';
import type { TimeLimits } from '../time-limits.js';
import { type CheckedCitation, checkCitations } from './citations/check-citations.js';
import { type EvidenceRound, openEvidenceRound } from './evidence-round.js';
import { runTool, type ToolBench } from './run-tool.js';
import { ASK_NARROWER, cutOutput } from './tool.js';
import { EVIDENCE_TOOLS } from './tools/index.js';

/** What the participants of one deliberation may read of the project. */
export interface Evidence {
  /** For the first round's prompt. */
  readonly fileTree: string | undefined;
  /** What the marks around findings are made from; no participant ever sees it. */
  readonly markSecret: string;
  openRound(round: number, time: TimeLimits, limits: RoundLimits): EvidenceRound;
  /** Compares the citations of an answer with the files. */
  checkCitations(answer: string, limits: TimeLimits): Promise<readonly CheckedCitation[]>;
}

export interface OpenedEvidence {
  /** Undefined where it is turned off or refused: a deliberation needs no project. */
  readonly evidence: Evidence | undefined;
  /** Why the folder cannot be looked at, although participants should; null otherwise. */
  readonly refusal: string | null;
}

interface EvidenceContext extends Pick<EngineDependencies, 'settings' | 'clock' | 'logger'> {
  readonly request: Pick<CheckedRequest, 'workingDirectory'>;
  readonly limits: TimeLimits;
  readonly redact: Redact;
  readonly run: Recorder;
}

export async function openEvidence(context: EvidenceContext): Promise<OpenedEvidence> {
  const { request, redact, settings, clock, logger, run } = context;
  const { workingDirectory } = request;
  const { evidence, dataFolder, transcriptsFolder } = settings;
  if (!evidence.enabled) return { evidence: undefined, refusal: null };
  const rules = { deny: evidence.deny, ownFolders: [dataFolder, transcriptsFolder], homeFolder: homedir() };
  const opened =
    evidence.refusal === undefined ? await openProject(workingDirectory, rules) : failure(evidence.refusal);
  if (!opened.ok) logger.log('warn', 'project_not_opened', { reason: opened.error });
  const project = opened.ok ? opened.value : refusingProject(workingDirectory, opened.error);
  const bench = { project, settings: evidence, redact };
  const first = await run.record<FirstLook>(
    RECORD.project,
    async () =>
      opened.ok
        ? { refusal: null, fileTree: await readFileTree(bench, context) }
        : { refusal: opened.error, fileTree: null },
    { refusal: 'it was not looked at when it was recorded', fileTree: null },
  );
  if (first.refusal !== null) return { evidence: undefined, refusal: first.refusal };
  const ran = new Set<string>();
  return {
    evidence: {
      fileTree: first.fileTree ?? undefined,
      markSecret: run.recordSync(RECORD.markSecret, () => randomBytes(16).toString('hex')),
      openRound: (round, time, { maxRequestsPerAnswer, outputMaxChars }) => {
        const limited = { ...evidence, maxRequestsPerAnswer, outputMaxChars };
        const roundBench = { ...bench, settings: limited, limits: time };
        return openEvidenceRound({ round, tools: EVIDENCE_TOOLS, ran, recorder: run }, roundBench, clock);
      },
      checkCitations: (answer, time) =>
        run.record(
          RECORD.citations(answer),
          async (): Promise<readonly CheckedCitation[]> => checkCitations(answer, { ...bench, limits: time }),
          [],
        ),
    },
    refusal: null,
  };
}

async function readFileTree(
  bench: Omit<ToolBench, 'limits'>,
  { settings, limits, logger }: EvidenceContext,
): Promise<string | null> {
  const { enabled, maxDepth, maxFiles } = settings.fileTree;
  if (!enabled) return null;
  const tree = await runTool(
    'the file tree',
    async ({ project, signal }) => success(await renderFileTree(project, { maxDepth, maxFiles }, signal)),
    { ...bench, limits },
  );
  if (!tree.ok) logger.log('warn', 'file_tree_not_read', { reason: tree.error });
  return tree.ok && tree.value.text !== '' ? cutOutput(tree.value, MAX_TREE_LENGTH, ASK_NARROWER) : null;
}

interface FirstLook {
  readonly refusal: string | null;
  readonly fileTree: string | null;
}

const MAX_TREE_LENGTH = 12_000;

/** A folder that could be looked at when the deliberation began and cannot any more: every look says why. */
function refusingProject(root: string, reason: string): Project {
  return {
    root,
    openFile: async () => failure(reason),
    listFolder: async () => failure(reason),
    locateFolder: async () => failure(reason),
    walk: nothing,
    refusal: () => reason,
  };
}

async function* nothing(): AsyncGenerator<Entry> {
  // There is nothing below a folder that cannot be looked at.
}
