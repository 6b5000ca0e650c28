import { expect, it } from 'vitest';
import { withoutPaths } from '../../../src/main/open-server-journal.js';

it.each([
  ["ENOENT: no such file, open '/home/someone/.config/key.pem'", "ENOENT: no such file, open '…/key.pem'"],
  ['at C:\\Users\\someone\\data.db', 'at …/data.db'],
  ['the server at http://127.0.0.1:11434/api/embed is down', 'the server at http://127.0.0.1:11434/api/embed is down'],
  ['either/or is no path', 'either/or is no path'],
])('shortens %j to %j for the client', (message, shown) => {
  expect(withoutPaths(message)).toBe(shown);
});
