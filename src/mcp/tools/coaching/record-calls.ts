import type { CoachForAgents } from '../../../coaching/index.js';
import { isUserError } from '../../../kernel/user-error.js';
import type { Open, Tool } from '../../define-tool.js';

/** Every call is in the action log of its session, and nothing that a tool says contains a secret of the project. */
export function recordCalls(tool: Tool, open: Open<CoachForAgents>): Tool {
  return {
    ...tool,
    async call(rawArguments, call) {
      const { logCall, view } = await open();
      const log = () => logCall(tool.name, call.clientSession);
      const isLogged = await log();
      try {
        return await view.redact(await tool.call(rawArguments, call));
      } catch (error) {
        if (isUserError(error)) error.message = await view.redact(error.message);
        throw error;
      } finally {
        // The call that starts a session belongs to it.
        if (!isLogged) await log();
      }
    },
  };
}
