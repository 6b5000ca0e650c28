import { expect, test } from 'vitest';
import { scratch } from './scratch.js';

async function changesBy(text: string, { isTrusted = false, user = '' } = {}) {
  const folders = await scratch();
  if (user !== '') await folders.write(folders.userFile, user);
  await folders.write(folders.projectFile, text);
  if (isTrusted) await folders.trust();
  return (await folders.load()).projectChanges;
}

test('says what an untrusted project changes, with values of single settings only', async () => {
  expect(
    await changesBy(`
version: "1.0"
evidence: { deny: ["src/payments/**"], enabled: false }
council: { quorum: 0.9 }
adapters: { claude: { enabled: false } }
`),
  ).toEqual([
    { key: 'evidence.deny', value: undefined },
    { key: 'evidence.enabled', value: 'false' },
    { key: 'council.quorum', value: '0.9' },
    { key: 'adapters.claude.enabled', value: 'false' },
  ]);
});

test('leaves out settings that are the same without the project', async () => {
  expect(await changesBy('council: { quorum: 0.5 }\nevidence: { deny: ["*.pem"], enabled: true }')).toEqual([]);
  expect(await changesBy('council: { quorum: 0.8 }', { user: 'council: { quorum: 0.8 }' })).toEqual([]);
});

test('says it of a trusted project too, names a new adapter once and shows no secret', async () => {
  const text = `
adapters:
  mine: { type: cli, command: ./mine, args: ["--key=secret"] }
  openai: { api_key: sk-literal, base_url: "https://example.com/v1?token=1" }
`;
  const changes = await changesBy(text, { isTrusted: true });
  expect(changes).toEqual([
    { key: 'adapters.mine', value: undefined },
    { key: 'adapters.openai.api_key', value: undefined },
    { key: 'adapters.openai.base_url', value: undefined },
  ]);
});

test('without a file of the project nothing is changed', async () => {
  expect((await (await scratch()).load()).projectChanges).toEqual([]);
});
