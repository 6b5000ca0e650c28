import { homedir } from 'node:os';
import type { OpenProgram } from '../cli/program-port.js';
import {
  type ActionLog,
  type CoachingStore,
  type CoachSessions,
  createModelsView,
  createSnapshots,
} from '../coaching/index.js';
import type { Workspace } from '../coaching/workspace/workspace.js';
import { UserError } from '../kernel/user-error.js';
import type { CoachPart } from '../mcp/index.js';
import { openProject } from '../project/project.js';

interface CoachPartContext {
  readonly program: Pick<OpenProgram, 'redact' | 'configuration'>;
  /** Witan's own, which no model may see. */
  readonly ownFolders: readonly string[];
  readonly workspace: Workspace;
  readonly store: CoachingStore;
  readonly actionLog: Pick<ActionLog, 'logAction'>;
  readonly sessions: CoachSessions;
}

/** The coach, as the tools of agents use it. */
export async function openCoachPart(context: CoachPartContext): Promise<CoachPart> {
  const { program, ownFolders, workspace, store, actionLog, sessions } = context;
  const { deniedFiles: deny, transcriptsFolder } = program.configuration;
  const rules = { deny, ownFolders: [...ownFolders, transcriptsFolder], homeFolder: homedir() };
  const project = await openProject(workspace.root, rules);
  if (!project.ok) throw new UserError('validation_error', project.error);
  const redactText = (text: string) => program.redact(text);
  const view = createModelsView({ workspace, project: project.value, redactText });
  return {
    sessions,
    view,
    readSnapshot: createSnapshots({ store, view }),
    async logCall(toolName, clientSession) {
      const sessionId = sessions.currentId();
      if (sessionId === null) return false;
      await actionLog.logAction(sessionId, 'mcp_tool_call', { toolName, sessionId: clientSession });
      return true;
    },
  };
}
