import { z } from 'zod';
import {
  FILE_HINT_STYLES,
  HINT_LEVELS,
  LINE_HINT_STYLES,
  MESSAGE_TYPES,
  PHASE_STATUSES,
} from '../../../coaching/vocabulary.js';

/** Parts that several messages have. Texts have a limit, so that one message cannot fill the memory. */
export const path = z.string().min(1).max(4_096);
export const id = z.string().min(1).max(100);
export const shortText = z.string().max(2_000);
/** A whole file: at most 2 MiB are edited, which can be as many characters. */
export const fileText = z.string().max(2_097_152);
const line = z.int().min(1);

export const hintLevel = z.enum(HINT_LEVELS);
export const period = z.enum(['7d', '30d', 'all']);
export const cursor = z.object({ line, column: z.int().min(0) });
export const range = z.object({
  startLine: line,
  startColumn: z.int().min(0),
  endLine: line,
  endColumn: z.int().min(0),
});
export const size = z.object({ width: z.number(), height: z.number() });
/** A hash of the bytes on disk; null for a file that does not exist yet. */
export const version = z.string().max(64).nullable();
/** The lines that a message of the coach belongs to. */
const anchor = z.object({ path, startLine: line, endLine: line.optional() });

export const phase = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: z.enum(PHASE_STATUSES),
  hintLevel,
  expectedFiles: z.array(path).readonly(),
});

export const fileHint = z.object({
  path,
  style: z.enum(FILE_HINT_STYLES),
  directories: z.array(path).readonly().optional(),
});

export const highlight = z.object({
  path,
  start: line,
  end: line,
  style: z.enum(LINE_HINT_STYLES),
  hoverText: z.string().optional(),
});

export const issueContext = z.object({
  number: z.int().nullable(),
  title: z.string(),
  summary: z.string(),
  labels: z.array(z.string()).readonly(),
  url: z.string().nullable(),
});

export const message = z.object({
  message: z.string(),
  type: z.enum(MESSAGE_TYPES),
  anchor: anchor.optional(),
  sentAt: z.string().optional(),
});

/** A session that another run of the coach left open. */
export const unfinished = z.object({
  id,
  issueNumber: z.int().nullable(),
  issueTitle: z.string().nullable(),
  startedAt: z.string(),
});

export const error = z.object({ error: z.string() });

export const constraint = z.object({ title: z.string(), description: z.string(), minLevel: z.number() });

const treeNodeBase = z.object({ name: z.string(), path: z.string(), type: z.enum(['file', 'directory']) });
export type TreeNode = z.infer<typeof treeNodeBase> & { children?: TreeNode[] | undefined };
export const treeNode: z.ZodType<TreeNode> = treeNodeBase.extend({
  children: z.lazy(() => z.array(treeNode)).optional(),
});
