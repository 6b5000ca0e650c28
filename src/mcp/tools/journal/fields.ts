import { optionalText } from '../../fields.js';

export const OPEN_ENTRY_ID = optionalText(100, 'Which entry; needed only if several are open');
