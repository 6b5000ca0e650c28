import { homedir } from 'node:os';
import type { OpenProgram } from '../cli/program-port.js';
import {
  type ActionLog,
  type CoachingStore,
  type CoachSessions,
  createModelsView,
  createSnapshots,
  type ModelsView,
  type Pipeline,
} from './index.js';
import type { Workspace } from './workspace/workspace.js';
import { UserError } from '../kernel/user-error.js';
import type { CoachPart } from '../mcp/index.js';
import { openProject } from '../project/project.js';

interface ViewContext {
  readonly program: Pick<OpenProgram, 'redact' | 'configuration'>;
  /** Witan's own, which no model may see. */
  readonly ownFolders: readonly string[];
  readonly workspace: Workspace;
}

interface CoachPartContext {
  readonly store: CoachingStore;
  readonly actionLog: Pick<ActionLog, 'logAction'>;
  readonly sessions: CoachSessions;
  readonly view: ModelsView;
  readonly pipeline: Pick<Pipeline, 'run'>;
}

/** The project as models may see it. */
export async function openModelsView({ program, ownFolders, workspace }: ViewContext): Promise<ModelsView> {
  const { deniedFiles: deny, transcriptsFolder } = program.configuration;
  const rules = { deny, ownFolders: [...ownFolders, transcriptsFolder], homeFolder: homedir() };
  const project = await openProject(workspace.root, rules);
  if (!project.ok) throw new UserError('validation_error', project.error);
  return createModelsView({ workspace, project: project.value, redactText: program.redact });
}

/** The coach, as the tools of agents use it. */
export function openCoachPart(context: CoachPartContext): CoachPart {
  const { view, store, actionLog, sessions, pipeline } = context;
  return {
    sessions,
    view,
    pipeline,
    readSnapshot: createSnapshots({ store, view }),
    async logCall(toolName, clientSession) {
      const sessionId = sessions.currentId();
      if (sessionId === null) return false;
      await actionLog.logAction(sessionId, 'mcp_tool_call', { toolName, sessionId: clientSession });
      return true;
    },
  };
}
