import { launchChromium } from '../view/in-browser.mjs';
import { connectAgent } from './coach-machine.mjs';

const CALLS = 30;

/** From the call of a tool until its mark is drawn, in a real browser. */
export async function timeDecorations(coach) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(coach.address());
    await page.getByText('connected').waitFor();
    const call = await connectAgent(coach);
    await call('paige_open_file', { path: 'large.txt' });
    await page.locator('.cm-content').waitFor();
    const times = [];
    for (let turn = -3; turn < CALLS; turn++) {
      await call('paige_clear_highlights', {});
      await page.evaluate(untilMarked, false);
      const shown = page.evaluate(untilMarked, true);
      const started = Date.now();
      await call('paige_highlight_lines', { path: 'large.txt', start: 2, end: 4, style: 'focus' });
      const shownAt = await shown;
      if (turn >= 0) times.push(shownAt - started);
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the time of the first frame with, or without, a mark. */
async function untilMarked(isExpected) {
  const isMarked = () =>
    [...document.querySelectorAll('*')].some((element) => element.shadowRoot?.querySelector('.cm-line.cm-coach-focus'));
  while (isMarked() !== isExpected) await new Promise(requestAnimationFrame);
  return Date.now();
}
