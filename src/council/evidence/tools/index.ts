import type { EvidenceTool } from '../tool.js';
import { getFileTree } from './get-file-tree.js';
import { listFiles } from './list-files.js';
import { readFile } from './read-file.js';
import { runCommand } from './run-command.js';
import { searchCode } from './search-code.js';

/** Every tool that a participant may ask for; a file of this folder that is missing here is found by a test. */
export const EVIDENCE_TOOLS: readonly EvidenceTool[] = [readFile, searchCode, listFiles, runCommand, getFileTree];
