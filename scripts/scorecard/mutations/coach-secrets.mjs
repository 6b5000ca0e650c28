/** What keeps secrets of the person's project from an agent that coaches. */
const VIEW = { suites: ['tests/unit/coaching/models-view'], builds: 'neither' };
// The coach runs in the process of the test and only reads the built pages.
const TOOLS = { suites: ['tests/integration/coach/agents.test.ts'], builds: 'intact' };
const SAVED_FILES = 'src/coaching/models-view/models-view.ts';
const MODELS_VIEW = 'src/coaching/models-view/models-view.ts';

export const COACH_SECRETS = {
  'coach-secrets': [
    {
      removes: 'the names that are secret for a file only',
      file: SAVED_FILES,
      edits: [{ from: 'const refused = project.refusal(path, true);', to: 'const refused = project.refusal(path);' }],
      ...VIEW,
    },
    {
      removes: 'the look at the other names of a file',
      file: SAVED_FILES,
      edits: [{ from: 'return (await isFile(join(project.root, path))) ? opened.error : null;', to: 'return null;' }],
      ...VIEW,
    },
    {
      removes: 'the refusal of large and binary files',
      file: SAVED_FILES,
      edits: [{ from: '          expectEditable(path, file.size);\n', to: '' }],
      ...VIEW,
    },
    {
      removes: 'leaving out files of secrets where many are listed',
      file: MODELS_VIEW,
      edits: [{ from: 'return paths.filter((_, index) => refusals[index] === null);', to: 'return [...paths];' }],
      ...VIEW,
    },
    {
      removes: 'redacting the whole files that a diff is made of',
      file: 'src/coaching/models-view/models-view.ts',
      edits: [{ from: "(await redactText(text ?? '', path)).split", to: "(text ?? '').split" }],
      ...VIEW,
    },
    {
      removes: 'redacting texts in the editor',
      file: MODELS_VIEW,
      edits: [{ from: 'entry && redact({ path, ...entry })', to: 'entry && { path, ...entry }' }],
      ...VIEW,
    },
    {
      removes: 'redacting what a tool returns',
      file: 'src/mcp/tools/coaching/record-calls.ts',
      edits: [
        {
          from: 'return await view.redact(await tool.call(rawArguments, call));',
          to: 'return await tool.call(rawArguments, call);',
        },
      ],
      ...TOOLS,
    },
    {
      removes: 'redacting the error of a tool',
      file: 'src/mcp/tools/coaching/record-calls.ts',
      edits: [{ from: 'error.message = await view.redact(error.message)', to: 'void error' }],
      ...TOOLS,
    },
    {
      removes: 'refusing to open a file of secrets for an agent',
      file: 'src/mcp/tools/coaching/open-file.ts',
      edits: [{ from: 'await view.expectShown(input.path)', to: 'input.path' }],
      ...TOOLS,
    },
  ],
};
