import { join } from 'node:path';
import type * as Coach from '../program/open-coach.js';
import { loadBundle } from './load-bundle.js';

/** Of the text of coach-main.cjs; set by the build. */
declare const COACH_MAIN: string;

// What `witan coach` loads in place of open-coach.ts: the same, with its code cache.
const { exports: coach, storeCode } = loadBundle<typeof Coach>(join(__dirname, 'coach-main.cjs'), COACH_MAIN, 'latin1');
process.once('exit', storeCode);

export const { openCoach, openCoachOwnData } = coach;
