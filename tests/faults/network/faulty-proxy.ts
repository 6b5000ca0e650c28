import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the proxy does with one connection of a client; `upstream` is the healthy server behind it. */
export type Fault = (client: Socket, upstream: () => Socket) => void;

export interface FaultyProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A proxy on this machine, between an adapter and a healthy server, that applies a fault to every connection. */
export async function startFaultyProxy(fault: Fault, upstreamUrl: string): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The other end leaves when its deadline is over; that is what is tested, and no fault of the proxy.
    socket.on('error', () => undefined);
    return socket;
  };
  const { hostname, port } = new URL(upstreamUrl);
  const server = createServer((client) => {
    keep(client);
    fault(client, () => {
      const upstream = keep(connect(Number(port), hostname));
      client.on('close', () => upstream.destroy());
      return upstream;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
