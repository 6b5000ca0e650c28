// Guards against a project that came from a stranger: its config, its registration, its stored text.
const neither = (mutation) => ({ ...mutation, builds: 'neither' });
const PLAIN_TEXT = ['tests/unit/kernel/plain-text.test.ts'];
const TRUST = ['tests/unit/guidance/operations/trust.test.ts'];
const STORED_TEXT = ['tests/integration/terminal/stored-text.test.ts'];

export const PROJECTS = {
  'hostile-init': [
    neither({
      removes: 'the question before a config is trusted',
      file: 'src/cli/init/questions.ts',
      edits: [{ from: 'question.isGiven || (await ask(question, shell))', to: 'question.isGiven || true' }],
      suites: ['tests/unit/cli/init/trust.test.ts'],
    }),
    neither({
      removes: 'the need for a terminal on which the question is seen',
      file: 'src/cli/init/questions.ts',
      edits: [{ from: '? askYesNo(question, shell) : undefined', to: '? askYesNo(question, shell) : true' }],
      suites: ['tests/unit/cli/init/trust.test.ts'],
    }),
    neither({
      removes: 'the neutralized tags in the texts of items',
      file: 'src/kernel/quote.ts',
      edits: [{ from: ".replace(/<(?=[/!?a-z])/gi, '‹')", to: '' }],
      suites: ['tests/unit/guidance/render.test.ts'],
    }),
    neither({
      removes: 'the pins of programs',
      file: 'src/config/trust/named-files.ts',
      edits: [{ from: '  if (files.length > 0) hash', to: '  if (files.length < 0) hash' }],
      suites: ['tests/unit/config/pinned-programs.test.ts'],
    }),
    neither({
      removes: 'the look at the arguments of a program',
      file: 'src/config/trust/named-files.ts',
      edits: [{ from: '...(Array.isArray(adapter.args) ? adapter.args : [])', to: '' }],
      suites: ['tests/unit/config/pinned-programs.test.ts'],
    }),
    neither({
      removes: 'the entry in .mcp.json that is written whole',
      file: 'src/cli/init/registration.ts',
      edits: [
        {
          from: 'return setAt(text, path, entry);',
          to: 'return setAt(text, path, { ...(entryIn(text, list) as object), ...entry });',
        },
      ],
      suites: ['tests/unit/cli/init/registration.test.ts'],
    }),
    neither({
      removes: 'the refusal of a linked .claude',
      file: 'src/cli/init/read-client-file.ts',
      edits: [{ from: '?.isSymbolicLink() === true) {', to: "?.isSymbolicLink() === true && file === '') {" }],
      suites: ['tests/unit/cli/init/command.test.ts'],
    }),
    neither({
      removes: 'the signature that keeps slash commands of the user',
      file: 'src/cli/init/slash-commands-step.ts',
      edits: [{ from: "isSigned(found) ? 'old' : 'foreign'", to: "'old'" }],
      suites: ['tests/unit/cli/init/slash-commands.test.ts'],
    }),
    neither({
      removes: 'the refusal of a linked folder of slash commands',
      file: 'src/cli/init/slash-commands-step.ts',
      edits: [{ from: 'if (await isLink(folder)) {', to: "if (await isLink('')) {" }],
      suites: ['tests/unit/cli/init/slash-commands.test.ts'],
    }),
    neither({
      removes: 'the refusal of a linked config',
      file: 'src/config/files/read-config-text.ts',
      edits: [{ from: 'followsLink ? 0 : constants.O_NOFOLLOW', to: 'followsLink ? 0 : 0' }],
      suites: ['tests/unit/config/hostile-project-file.test.ts'],
    }),
    neither({
      removes: 'the refusal of a linked data folder',
      file: 'src/config/layers/read-project-file.ts',
      edits: [{ from: 'ReadText = (await isLink(dirname(own)))', to: "ReadText = (await isLink(''))" }],
      suites: ['tests/unit/config/hostile-project-file.test.ts'],
    }),
    neither({
      removes: 'the count of keys before a config is parsed',
      file: 'src/config/files/parse-document.ts',
      edits: [{ from: '    if (keys > MAX_KEYS)', to: '    if (keys < 0)' }],
      suites: ['tests/unit/config/hostile-project-file.test.ts'],
    }),
    neither({
      removes: 'the list of what a project changes',
      file: 'src/config/load-settings.ts',
      edits: [{ from: "    if (key[0] === 'version' ||", to: "    if (key[0] !== 'version' ||" }],
      suites: ['tests/unit/config/project-changes.test.ts'],
    }),
    neither({
      removes: 'the redaction of a value before it is cut',
      file: 'src/council/open-council.ts',
      edits: [{ from: 'plainLine(redactNow(value))', to: 'plainLine(value)' }],
      suites: ['tests/unit/council/open-council.test.ts'],
    }),
  ],
  'pulled-knowledge': [
    neither({
      removes: 'the look into the list of trusted items',
      file: 'src/guidance/graph/item-trust.ts',
      edits: [{ from: 'trusted.has(itemHash(item)) ? item', to: 'trusted.has(itemHash(item)) || true ? item' }],
      suites: TRUST,
    }),
    neither({
      removes: 'the status from the hash of an item',
      file: 'src/guidance/graph/item-trust.ts',
      edits: [{ from: 'source, priority, status, triggers, content];', to: 'source, priority, triggers, content];' }],
      suites: TRUST,
    }),
    neither({
      removes: 'the difference between items of others and own ones at a call',
      file: 'src/guidance/injection/decide-injection.ts',
      edits: [{ from: 'matching.filter(({ item }) => item.isForeign !== true);', to: 'matching;' }],
      suites: ['tests/unit/guidance/injection/decide-injection.test.ts', 'tests/unit/hooks/pre-tool-use.test.ts'],
    }),
    neither({
      removes: 'the difference between a review and an edit',
      file: 'src/guidance/operations/change-node.ts',
      edits: [{ from: "(trust === 'kept' && !wasForeign)", to: "trust === 'kept'" }],
      suites: TRUST,
    }),
    neither({
      removes: 'the refusal to learn into one of two items with one id',
      file: 'src/guidance/changes/graph-shelf.ts',
      edits: [{ from: 'if (twin !== undefined) return failure(', to: 'if (found === twin) return failure(' }],
      suites: TRUST,
    }),
    neither({
      removes: 'the refusal to review one of two items with one id',
      file: 'src/guidance/operations/change-node.ts',
      edits: [{ from: "trust === 'given' && twin !== undefined", to: "trust === 'given' && twin === found" }],
      suites: TRUST,
    }),
    neither({
      removes: 'the rank of items with the same id',
      file: 'src/guidance/hook-index/join-items.ts',
      edits: [{ from: '(isForeign ? 3 : 0)', to: '(isForeign ? 0 : 0)' }],
      suites: TRUST,
    }),
    neither({
      removes: 'the titles that an agent reads in place of the texts of others',
      file: 'src/mcp/tools/guidance/list-knowledge.ts',
      edits: [{ from: 'found.filter(({ item }) => item.isForeign !== true)', to: 'found' }],
      suites: ['tests/unit/mcp/tools/guidance-tools.test.ts'],
    }),
  ],
  'terminal-text': [
    neither({
      removes: 'the cleaning of characters that take no room',
      file: 'src/kernel/plain-text.ts',
      edits: [{ from: "\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]/gu,\n        '',", to: "]/gu,\n        ''," }],
      suites: PLAIN_TEXT,
    }),
    neither({
      removes: 'the escapes in JSON',
      file: 'src/kernel/plain-text.ts',
      edits: [
        { from: '  return replaceHidden(json, (hidden) =>', to: '  return json ?? replaceHidden(json, (hidden) =>' },
      ],
      suites: PLAIN_TEXT,
    }),
    neither({
      removes: 'the last look at what is printed',
      file: 'src/cli/text/guard-output.ts',
      edits: [
        { from: 'stream.write(guardText(text, stream.isTerminal))', to: 'stream.write(text ?? guardText(text, true))' },
      ],
      suites: ['tests/unit/cli/text/guard-output.test.ts'],
    }),
    neither({
      removes: 'the rule that a redraw must be at the beginning',
      file: 'src/cli/text/guard-output.ts',
      edits: [{ from: '/(^\\r(?:', to: '/(\\r(?:' }],
      suites: ['tests/unit/cli/text/guard-output.test.ts'],
    }),
    {
      removes: 'the one line of a page',
      file: 'src/cli/text/page.ts',
      edits: [{ from: "  return plainText(text).replaceAll('\\n', ' ');", to: '  return plainText(text);' }],
      suites: STORED_TEXT,
    },
    neither({
      removes: 'the look at the scheme of a link',
      file: 'src/council/transcript/safe-text.ts',
      edits: [{ from: '    isInert(scheme) ? whole', to: '    isInert(scheme) || true ? whole' }],
      suites: ['tests/unit/council/active-links.test.ts'],
    }),
    neither({
      removes: 'the doubt about fences behind other signs',
      file: 'src/council/transcript/safe-text.ts',
      edits: [{ from: '  if (/^[\\s>*', to: '  if (false && /^[\\s>*' }],
      suites: ['tests/unit/council/active-links.test.ts'],
    }),
  ],
  'pty-commands': [
    {
      removes: 'the require in place of import()',
      file: 'scripts/build/bundle-all.mjs',
      edits: [{ from: "  supported: { 'dynamic-import': false },\n", to: '' }],
    },
    {
      removes: 'the no of an empty answer',
      file: 'src/cli/confirm.ts',
      edits: [{ from: '/^y(es)?$/i', to: '/^(y(es)?|)$/i' }],
    },
    {
      removes: 'the look at the answer before something is deleted',
      file: 'src/cli/confirm.ts',
      edits: [
        { from: '  if (isAgreed !== undefined) return isAgreed;', to: '  if (isAgreed !== undefined) return true;' },
      ],
    },
  ],
};
