export type Api = 'chat' | 'priced chat' | 'responses' | 'messages' | 'ollama';

interface Billed {
  readonly input: number;
  readonly output: number;
  readonly usd: number;
}

/** The bodies of one API, each with what it was billed. */
export interface Wire {
  answer(text: string, billed: Billed): unknown;
  truncated(text: string, billed: Billed): unknown;
  refusal(billed: Billed): unknown;
  error(message: string): unknown;
  billedError(message: string, billed: Billed): unknown;
}

export function wireOf(api: Api): Wire {
  switch (api) {
    case 'chat':
      return chat(({ input, output }) => ({ prompt_tokens: input, completion_tokens: output }));
    case 'priced chat':
      // The back end names its own price, and the registry has none.
      return chat(({ input, output, usd }) => ({ prompt_tokens: input, completion_tokens: output, cost: usd }));
    case 'responses':
      return RESPONSES;
    case 'messages':
      return MESSAGES;
    case 'ollama':
      return OLLAMA;
  }
}

function chat(usageOf: (billed: Billed) => object): Wire {
  const body = (content: string | null, finish: string, billed: Billed, refusal?: string) => ({
    choices: [{ message: { role: 'assistant', content, refusal }, finish_reason: finish }],
    usage: usageOf(billed),
  });
  return {
    answer: (text, billed) => body(text, 'stop', billed),
    truncated: (text, billed) => body(text, 'length', billed),
    refusal: (billed) => body(null, 'stop', billed, 'I would rather not.'),
    error: (message) => ({ error: { message } }),
    billedError: (message, billed) => ({ error: { message }, usage: usageOf(billed) }),
  };
}

const inAndOut = ({ input, output }: Billed) => ({ input_tokens: input, output_tokens: output });

const RESPONSES: Wire = {
  answer: (text, billed) => ({ output: [says(text)], usage: inAndOut(billed) }),
  truncated: (text, billed) => ({
    output: text === '' ? [] : [says(text)],
    incomplete_details: { reason: 'max_output_tokens' },
    usage: inAndOut(billed),
  }),
  refusal: (billed) => ({
    output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }],
    usage: inAndOut(billed),
  }),
  error: (message) => ({ error: { message } }),
  billedError: (message, billed) => ({ error: { message }, usage: inAndOut(billed) }),
};

function says(text: string): object {
  return { type: 'message', content: [{ type: 'output_text', text }] };
}

const MESSAGES: Wire = {
  answer: (text, billed) => message(text, 'end_turn', billed),
  truncated: (text, billed) => message(text, 'max_tokens', billed),
  refusal: (billed) => message('', 'refusal', billed),
  error: (text) => ({ type: 'error', error: { type: 'some_error', message: text } }),
  billedError: (text, billed) => ({
    type: 'error',
    error: { type: 'some_error', message: text },
    usage: inAndOut(billed),
  }),
};

function message(text: string, stop: string, { input, output }: Billed): object {
  const content = text === '' ? [] : [{ type: 'text', text }];
  // What is read from and written to the cache is billed beside the rest.
  const usage = {
    input_tokens: input - 7,
    cache_creation_input_tokens: 4,
    cache_read_input_tokens: 3,
    output_tokens: output,
  };
  return { id: 'm', type: 'message', role: 'assistant', model: 'm', content, stop_reason: stop, usage };
}

const OLLAMA: Wire = {
  answer: (text, billed) => ollama(text, 'stop', billed),
  truncated: (text, billed) => ollama(text, 'length', billed),
  // It has no sign for a refusal: the model answers with nothing.
  refusal: (billed) => ollama('', 'stop', billed),
  error: (message) => ({ error: message }),
  billedError: (message, { input, output }) => ({ error: message, prompt_eval_count: input, eval_count: output }),
};

function ollama(text: string, reason: string, { input, output }: Billed): object {
  return {
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: reason,
    prompt_eval_count: input,
    eval_count: output,
  };
}
