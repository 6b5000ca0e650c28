import type { CoachForAgents } from '../../../coaching/index.js';
import type { Open, Tool } from '../../define-tool.js';
import { clearHighlightsTool } from './clear-highlights.js';
import { clearHintsTool } from './clear-hints.js';
import { endSessionTool } from './end-session.js';
import { getBufferTool } from './get-buffer.js';
import { getDiffTool } from './get-diff.js';
import { getOpenFilesTool } from './get-open-files.js';
import { getSessionStateTool } from './get-session-state.js';
import { highlightLinesTool } from './highlight-lines.js';
import { hintFilesTool } from './hint-files.js';
import { openFileTool } from './open-file.js';
import { recordCalls } from './record-calls.js';
import { runCoachingPipelineTool } from './run-coaching-pipeline.js';
import { showIssueContextTool } from './show-issue-context.js';
import { showMessageTool } from './show-message.js';
import { startSessionTool } from './start-session.js';
import { updatePhaseTool } from './update-phase.js';

/** None of them writes a file: the person writes the code. */
export function coachingTools(open: Open<CoachForAgents>): readonly Tool[] {
  const tools = [
    startSessionTool(open),
    runCoachingPipelineTool(open),
    getSessionStateTool(open),
    getOpenFilesTool(open),
    getBufferTool(open),
    getDiffTool(open),
    openFileTool(open),
    highlightLinesTool(open),
    clearHighlightsTool(open),
    hintFilesTool(open),
    clearHintsTool(open),
    showMessageTool(open),
    showIssueContextTool(open),
    updatePhaseTool(open),
    endSessionTool(open),
  ];
  return tools.map((tool) => recordCalls(tool, open));
}
