import { markHidden } from '../kernel/plain-text.js';

/** A file may put line ends and terminal commands into its keys; a message that repeats them stays one plain line. */
export const oneLine = markHidden;
