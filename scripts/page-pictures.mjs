// Takes a picture of every page of a project, light and dark, 1280 and 400 pixels wide:
//   node scripts/page-pictures.mjs <project> <folder for the pictures>
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { launchChromium } from './bench/view/in-browser.mjs';
import { startView } from './bench/view/view-machine.mjs';
import { PAGE_PATHS } from './page-paths.mjs';

/** Lists whose first row has a page of its own. */
const LISTS = ['/deliberations', '/decisions', '/journal'];

const [project, folder] = process.argv.slice(2);
if (project === undefined || folder === undefined) {
  console.error('Usage: node scripts/page-pictures.mjs <project> <folder for the pictures>');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const view = await startView({ project: path.resolve(project), env: process.env });
const browser = await launchChromium();
try {
  await takePictures(await browser.newPage());
} finally {
  await browser.close();
  await view.end();
}

async function takePictures(page) {
  await page.goto(view.address);
  await page.locator('h1').waitFor();
  for (const target of [...PAGE_PATHS, ...(await firstRows(page))]) {
    await page.goto(view.url + target);
    await page.locator('h1').waitFor();
    await page.getByText('Loading …', { exact: true }).waitFor({ state: 'detached' });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 900 });
        const name = `${nameOf(target)}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: path.join(folder, name), fullPage: true });
        console.log(name);
      }
    }
  }
}

async function firstRows(page) {
  const found = [];
  for (const list of LISTS) {
    await page.goto(view.url + list);
    await page.getByText('Loading …', { exact: true }).waitFor({ state: 'detached' });
    const [link] = await page.locator(`main tbody a[href^="${list}/"]`).all();
    if (link !== undefined) found.push(await link.getAttribute('href'));
  }
  return found;
}

/** The id of a row is left out, so that the pictures of two projects have the same names. */
function nameOf(target) {
  if (target === '/') return 'home';
  const [, page, row] = target.split('/');
  return row === undefined ? page.replace(/\?show=/, '-') : `${page}-one`;
}
