import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/kernel/logger.js';
import { sendEmbeddingRequest } from '../../../src/program/send-embedding-request.js';
import { openSimilarities } from '../../../src/semantics/open-similarities.js';

const text = (topic: string) =>
  `We compared several ways to store ${topic} and weighed cost against safety. `.repeat(8);

describe('the comparison of a council', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  it('uses the builtin backend when the configured one is missing', async () => {
    const { answers } = openSimilarities(
      { embedding: 'ollama', ollama: { baseUrl: 'http://127.0.0.1:1' } },
      sendEmbeddingRequest,
      silentLogger,
    );
    expect(await answers.compare(text('jobs'), text('jobs'))).toBe(1);
    expect(answers.backend).toBe('builtin');
  });

  it('uses the builtin backend when the configured one hangs', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/api/embed') return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ models: [{ name: 'nomic-embed-text:latest', model: 'nomic-embed-text:latest' }] }));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { answers } = openSimilarities(
      { embedding: 'ollama', ollama: { baseUrl } },
      sendEmbeddingRequest,
      silentLogger,
    );
    await answers.compare(text('jobs'), text('orders'));
    expect(answers.backend).toBe('builtin');
  });

  it('is closed in the middle of a comparison, and again afterwards', async () => {
    const { answers, close } = openSimilarities({ embedding: 'builtin' }, sendEmbeddingRequest, silentLogger);
    const long = (topic: string) => text(topic).repeat(40);
    const comparison = answers.compare(long('jobs'), long('orders'));
    await close();
    await close();
    // Whatever it comes to, it comes to an end, and it never rejects: a deliberation is not lost for a comparison.
    expect(await comparison).toBeGreaterThanOrEqual(0);
  });
});
