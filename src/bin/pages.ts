import { join } from 'node:path';
import type * as Http from '../http/index.js';
import { loadBundle } from './load-bundle.js';

/** Of the text of pages-main.cjs; set by the build. */
declare const PAGES_MAIN: string;

// What `witan view` loads in place of src/http: the same, with its code cache.
const { exports: pages, storeCode } = loadBundle<typeof Http>(join(__dirname, 'pages-main.cjs'), PAGES_MAIN, 'latin1');
process.once('exit', storeCode);

export const { startPages } = pages;
