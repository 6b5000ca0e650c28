import { findChromium } from './find-chromium.js';

/** Runs once before all browser tests, so that the reason is printed once. */
export default function sayWhyNoBrowser(): void {
  if (findChromium() !== undefined) return;
  console.log('skipped: the tests in a browser; install chromium-headless-shell or name a Chromium in WITAN_CHROMIUM');
}
