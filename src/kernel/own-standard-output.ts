import { Writable } from 'node:stream';

/**
 * Takes standard output away from all code but the caller. What console.log or a library prints from then on goes to
 * standard error: one stray line on standard output breaks the protocol.
 */
export function ownStandardOutput(
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  // A broken pipe reaches the caller through its own writer; without a listener here it would end the process.
  stdout.on('error', () => undefined);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => {
      write(chunk, encoding, done);
    },
  });
}
