// Swaps a file and a folder of the project for links, again and again, until the parent closes the channel.
//   node swap.mjs <race folder> <outside folder> <denied file>
import { existsSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [race, outside, denied] = process.argv.slice(2);
const file = join(race, 'file.txt');
const folder = join(race, 'folder');
const stages = [
  () => symlinkSync(join(outside, 'secret.txt'), join(race, 'next')),
  () => symlinkSync(denied, join(race, 'next')),
  // Opening it waits for a writer, unless it is opened without waiting.
  () => linkSync(join(race, 'kept-pipe'), join(race, 'next')),
];
let swaps = 0;

function swapFile() {
  for (const makeLink of stages) {
    makeLink();
    renameSync(join(race, 'next'), file);
    writeFileSync(join(race, 'plain'), 'plain text\n');
    renameSync(join(race, 'plain'), file);
    swaps += 2;
  }
}

function swapFolder() {
  renameSync(folder, join(race, 'aside'));
  symlinkSync(join(outside, 'folder'), folder);
  rmSync(folder);
  renameSync(join(race, 'aside'), folder);
  swaps += 2;
}

process.on('message', () => process.send({ swaps }));
process.on('disconnect', () => process.exit(0));

function turn() {
  for (let count = 0; count < 50; count++) {
    swapFile();
    if (existsSync(folder)) swapFolder();
  }
  setImmediate(turn);
}
turn();
