import type { Priority, ProcessType, Status, Verdict } from '../../../guidance/index.js';
import { optionsOf } from '../../fields/options.js';

export const STATUSES = optionsOf<Status>({ draft: true, active: true, archived: true });
export const PRIORITIES = optionsOf<Priority>({ CRITICAL: true, HIGH: true, MEDIUM: true, LOW: true });
export const PROCESS_TYPES = optionsOf<ProcessType>({
  checklist: true,
  pattern: true,
  warning: true,
  requirement: true,
});
export const VERDICTS = optionsOf<Verdict>({ helpful: true, 'not-helpful': true, wrong: true, snooze: true });
