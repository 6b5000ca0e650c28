import type { ParticipantRequest } from '../../council/index.js';
import { UserError } from '../../kernel/user-error.js';

/** `adapter` or `adapter:model`; only the first colon divides, because models have colons too (`ollama:llama3:8b`). */
export function parseParticipant(text: string): ParticipantRequest {
  const colon = text.indexOf(':');
  const cli = (colon === -1 ? text : text.slice(0, colon)).trim();
  const model = colon === -1 ? undefined : text.slice(colon + 1).trim();
  if (cli === '' || model === '') {
    throw new UserError(
      'validation_error',
      `--participant "${text}" is incomplete; write adapter or adapter:model, for example -p claude:sonnet`,
    );
  }
  return model === undefined ? { cli } : { cli, model };
}
