import { createContext } from 'preact';

/** Whether long texts and lists are shown as a whole: in an export no button would work. */
export const ShowAll = createContext(false);
