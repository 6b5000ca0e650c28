import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../kernel/error-code.js';
import { filesOfCommand, foreignKeys, REGISTRATION_FILE, registeredCommand } from '../init/registration.js';
import { readRegistrationFile } from '../init/registration-step.js';
import type { Finding } from './finding.js';

const SUBJECT = 'Claude Code';
const REGISTER = '`witan init` registers it';

/** Whether Claude Code in this project would find the server and could start it. */
export async function checkRegistration(projectFolder: string): Promise<Finding> {
  let text: string | undefined;
  try {
    text = await readRegistrationFile(join(projectFolder, REGISTRATION_FILE));
    const command = text === undefined ? undefined : registeredCommand(text);
    if (command === undefined)
      return { subject: SUBJECT, state: 'missing', text: 'not registered here', remedy: REGISTER };
    for (const file of filesOfCommand(command)) {
      const exists = await access(file).then(
        () => true,
        () => false,
      );
      if (!exists) {
        return {
          subject: SUBJECT,
          state: 'broken',
          text: `${REGISTRATION_FILE} names ${file}, which does not exist`,
          remedy: '`witan init` fixes it',
        };
      }
    }
    const foreign = foreignKeys(text ?? '');
    if (foreign.length > 0) {
      return {
        subject: SUBJECT,
        state: 'note',
        text: `registered in ${REGISTRATION_FILE} with more than witan writes: ${foreign.join(', ')}`,
        remedy: 'keep it if it is yours; `witan init` drops it',
      };
    }
    return { subject: SUBJECT, state: 'ok', text: `registered in ${REGISTRATION_FILE}` };
  } catch (error) {
    const message = errorMessage(error);
    return { subject: SUBJECT, state: 'broken', text: message };
  }
}
