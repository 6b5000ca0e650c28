import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, success } from '../../src/kernel/result.js';
import type { CliAdapterSettings, ModelAdapter, ModelRequest } from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { findModelFile } from './discovery/find-model-file.js';
import type { CliTool, Environment, Reading } from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/** llama.cpp on this machine, one run per question. */
export function createLlamacppAdapter(
  settings: CliAdapterSettings,
  name = 'llamacpp',
  environment: Environment = process.env,
): ModelAdapter {
  const tool: CliTool = {
    name,
    installHint: 'install llama.cpp (for example: brew install llama.cpp), or set its command to the full path',
    loginHint: 'llama.cpp needs no login',
    environmentNames: () => ['LLAMA_*', 'GGML_*', 'CUDA_VISIBLE_DEVICES', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
    invoke: async (request, _settings, scratch) => {
      const model = await findModelFile(
        request.model,
        { workingDirectory: request.workingDirectory, modelPaths: settings.modelPaths },
        environment,
      );
      if (!model.ok) return failure({ kind: 'unknown_model', model: request.model, detail: model.error });
      const promptFile = join(scratch, 'prompt.txt');
      await writeFile(promptFile, request.prompt, { mode: 0o600 });
      return success({ args: [...argumentsFor(model.value, promptFile), ...settings.args], stdin: '' });
    },
    read: readCompletion,
  };
  return { ...createCliAdapter(tool, settings, environment), isLocal: true };
}

/** The context fits a whole debate; `-no-cnv` keeps it from waiting for input. */
function argumentsFor(modelFile: string, promptFile: string): string[] {
  return ['-m', modelFile, '-f', promptFile, '-n', '2048', '-c', '16384', '-no-cnv'];
}

/** It prints the prompt, the completion and an end mark. Token counts are only in its log. */
function readCompletion(output: ChildOutput, request: ModelRequest): Reading {
  const text = withoutEcho(output.stdout, request.prompt)
    .trimEnd()
    .replace(/\[end of text\]$/, '');
  return { kind: 'answer', text, usage: {} };
}

function withoutEcho(text: string, prompt: string): string {
  const written = text.trimStart();
  const echoed = prompt.trim();
  if (written.startsWith(echoed)) return written.slice(echoed.length);
  // Tokenizing can change spaces, so the end of the prompt is found by its last lines.
  const ending = echoed.slice(-ECHO_ENDING);
  const found = written.slice(0, echoed.length + ECHO_SLACK).lastIndexOf(ending);
  return found === -1 || echoed.length < ECHO_ENDING ? written : written.slice(found + ending.length);
}

const ECHO_ENDING = 120;
const ECHO_SLACK = 1000;
