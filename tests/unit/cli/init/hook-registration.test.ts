import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  registerHooks as addHooks,
  type HookRemoval,
  registeredHooks as readHooks,
  unregisterHooks as removeHooks,
} from '../../../../src/cli/init/hook-registration.js';

const shown = '.claude/settings.json';
const registerHooks = (text: string | undefined, hooks: Parameters<typeof addHooks>[1]) => addHooks(text, hooks, shown);
const unregisterHooks = (text: string, removal: Omit<HookRemoval, 'shown'> = {}) =>
  removeHooks(text, { shown, ...removal });
const registeredHooks = (text: string) => readHooks(text, shown);

const registrations = (folder: string) => [
  {
    event: 'PreToolUse',
    matcher: 'Write|Bash',
    command: 'env',
    args: ['node', `${folder}/dist/hook.cjs`, 'pre-tool-use'],
  },
  { event: 'Stop', command: 'env', args: ['node', `${folder}/dist/hook.cjs`, 'stop'] },
];
const OURS = registrations('/opt/witan');
const THEIRS = { matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] };

describe('registering hooks in .claude/settings.json', () => {
  it('creates the file if there is none, and removes it again', () => {
    const text = registerHooks(undefined, OURS);
    expect(JSON.parse(text).hooks).toEqual({
      PreToolUse: [
        {
          matcher: 'Write|Bash',
          hooks: [{ type: 'command', command: 'env', args: OURS[0]?.args, timeout: 5 }],
        },
      ],
      Stop: [{ hooks: [{ type: 'command', command: 'env', args: OURS[1]?.args, timeout: 5 }] }],
    });
    expect(unregisterHooks(text)).toBeUndefined();
  });

  it.each([
    [
      'beside hooks of the same event',
      `{\n  "hooks": {\n    "PreToolUse": [\n      ${JSON.stringify(THEIRS)}\n    ]\n  }\n}\n`,
    ],
    ['beside hooks of another event', `{"hooks":{"Notification":[${JSON.stringify(THEIRS)}]},"model":"opus"}`],
    [
      'with tabs and Windows line ends',
      `{\r\n\t"permissions": { "allow": ["Read"] },\r\n\t"hooks": {\r\n\t\t"Stop": [ ${JSON.stringify(THEIRS)} ]\r\n\t}\r\n}\r\n`,
    ],
    ['without any hooks', '{\n    "env": { "A": "}{" }\n}'],
  ])('restores a file byte for byte: %s', (_, before) => {
    const after = registerHooks(before, OURS);
    expect(JSON.parse(after).hooks.PreToolUse.at(-1).matcher).toBe('Write|Bash');
    expect(registerHooks(after, OURS)).toBe(after);
    expect(unregisterHooks(after)).toBe(before);
    for (const line of before.split('\n'))
      expect(after).toContain(
        line
          .trim()
          .replace(/[\]}]*$/, '')
          .slice(0, 20),
      );
  });

  it('Hooks are added to a file with a string of 9 MB, which stays.', () => {
    const before = `{"note":"${'x'.repeat(9_000_000)}"}`;
    expect(unregisterHooks(registerHooks(before, OURS)) === before).toBe(true);
  });

  it('updates the program of an earlier installation instead of adding a second', () => {
    const before = registerHooks(`{"hooks":{"Stop":[${JSON.stringify(THEIRS)}]}}`, registrations('/old/folder'));
    const after = registerHooks(before, OURS);
    expect(after).not.toContain('/old/folder');
    expect(JSON.parse(after).hooks.Stop).toHaveLength(2);
    expect(JSON.parse(after).hooks.PreToolUse).toHaveLength(1);
  });

  it('keeps the user’s hook in a group that it shares with ours', () => {
    const [group] = JSON.parse(registerHooks(undefined, OURS)).hooks.Stop;
    const shared = JSON.stringify({ hooks: { Stop: [{ hooks: [...THEIRS.hooks, ...group.hooks] }] } });
    expect(JSON.parse(unregisterHooks(shared) ?? '')).toEqual({ hooks: { Stop: [{ hooks: THEIRS.hooks }] } });
    expect(JSON.parse(registerHooks(shared, OURS)).hooks.Stop).toEqual([{ hooks: [...THEIRS.hooks, ...group.hooks] }]);
  });

  it('renews the tools of an earlier version, and leaves the user’s hook of the same group as it is', () => {
    const [group] = JSON.parse(registerHooks(undefined, OURS)).hooks.PreToolUse;
    const old = { ...group, matcher: 'Write' };
    const alone = JSON.stringify({ hooks: { PreToolUse: [old] } });
    expect(JSON.parse(registerHooks(alone, OURS)).hooks.PreToolUse).toEqual([group]);
    const shared = JSON.stringify({ hooks: { PreToolUse: [{ ...old, hooks: [...THEIRS.hooks, ...group.hooks] }] } });
    const after = registerHooks(shared, OURS);
    expect(JSON.parse(after).hooks.PreToolUse).toEqual([{ matcher: 'Write', hooks: THEIRS.hooks }, group]);
    expect(registerHooks(after, OURS)).toBe(after);
  });

  it('changes no file without our hooks', () => {
    const text = `{ "hooks": { "Stop": [${JSON.stringify(THEIRS)}] } }`;
    expect(unregisterHooks(text)).toBe(text);
    expect(registeredHooks(text).size).toBe(0);
    expect([...registeredHooks(registerHooks(text, OURS)).keys()]).toEqual(['Stop', 'PreToolUse']);
  });

  it.each([
    ['[]', /is not a JSON object/],
    ['{"hooks": []}', /"hooks" that is not an object/],
    ['{"hooks": {"Stop": {}}}', /"hooks\.Stop" that is not a list/],
    ['{', /not valid JSON/],
  ])('refuses a file that it cannot read, and says what is wrong: %s', (text, fault) => {
    expect(() => registerHooks(text, OURS)).toThrow(fault);
  });

  it('changes nothing but its own lines in any settings', () => {
    const group = fc.record({ matcher: fc.string(), hooks: fc.array(fc.record({ command: fc.string() })) });
    const settings = fc.record({
      hooks: fc.dictionary(fc.constantFrom('Stop', 'PreToolUse', 'Other'), fc.array(group, { minLength: 1 }), {
        minKeys: 1,
      }),
      more: fc.jsonValue(),
    });
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 1, 2, '\t'), (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        const after = registerHooks(before, OURS);
        expect(unregisterHooks(after)).toBe(before);
      }),
    );
  });
});
