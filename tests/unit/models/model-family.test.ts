import { describe, expect, it } from 'vitest';
import { familyOf, isSameModel } from '../../../src/models/index.js';

const named = (text: string) => {
  const [cli = '', ...model] = text.split(' ');
  return { cli, model: model.join(' '), family: familyOf(cli, model.join(' ')) };
};

describe('two ways to ask', () => {
  it.each([
    ['claude sonnet', 'anthropic claude-sonnet-5-5'],
    ['claude sonnet', 'openrouter anthropic/claude-sonnet-5.5'],
    ['claude sonnet', 'droid claude-sonnet-4-6'],
    ['anthropic claude-sonnet-5-5', 'openrouter anthropic/claude-sonnet-5.5:thinking'],
    ['anthropic claude-sonnet-5-5-20261101', 'anthropic claude-sonnet-5-5'],
    ['claude default', 'anthropic claude-opus-5-5'],
    ['anthropic claude-haiku-latest', 'claude haiku'],
    ['codex gpt-6.1-sol', 'openai gpt-6.1-sol'],
    ['openai gpt-6.1-terra-2026-10-01', 'openrouter openai/gpt-6.1-terra'],
    ['gemini gemini-3.8-flash', 'openrouter google/gemini-3.8-flash'],
    ['gemini gemini-3.1-pro-preview', 'openrouter google/gemini-3.1-pro:free'],
    ['ollama qwen3:32b', 'lmstudio Qwen3-32B-GGUF'],
    ['ollama gemma3:27b-it-q4_K_M', 'lmstudio google/gemma-3-27b'],
    ['ollama llama3.3:70b', 'llamacpp Llama-3.3-70B-Instruct-Q5_K_S.gguf'],
    ['ollama gpt-oss:latest', 'lmstudio openai/gpt-oss'],
    ['lmstudio hermes-4-70b', 'openrouter nousresearch/hermes-4-70b'],
    ['nebius deepseek-ai/DeepSeek-V4-Pro', 'openrouter deepseek/deepseek-v4-pro'],
  ])('%s and %s are one model of one family', (a, b) => {
    expect(isSameModel(named(a), named(b))).toBe(true);
    expect(isSameModel(named(b), named(a))).toBe(true);
    expect(named(a).family).toBe(named(b).family);
  });

  it.each([
    ['claude sonnet', 'claude opus'],
    ['claude sonnet', 'anthropic claude-opus-5-5'],
    ['anthropic claude-sonnet-5-5', 'droid claude-sonnet-4-6'],
    ['codex gpt-6.1-sol', 'openai gpt-6.1-terra'],
    ['openai gpt-6.1-sol', 'openai gpt-6-sol'],
    ['gemini gemini-2.5-pro', 'openrouter google/gemini-2.5-flash'],
    ['ollama qwen3:32b', 'ollama qwen3:14b'],
    ['ollama qwen3:2b', 'ollama qwen:32b'],
    ['ollama qwen3:32b', 'ollama qwen3-coder:32b'],
    ['nebius Qwen/Qwen3-235B-A22B-Instruct-2507', 'nebius Qwen/Qwen3-235B-A22B-Thinking-2507'],
    ['nebius deepseek-ai/DeepSeek-V4-Pro', 'nebius deepseek-ai/DeepSeek-V4-Flash'],
    ['my-tool default', 'other-tool default'],
    ['my-tool pro', 'gemini gemini-3.1-pro'],
  ])('%s and %s are two models', (a, b) => {
    expect(isSameModel(named(a), named(b))).toBe(false);
    expect(isSameModel(named(b), named(a))).toBe(false);
  });
});
