import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness, release } from 'node:os';
import { join } from 'node:path';

/** The user of the program at the other end of a connection; `unknown` where the system does not tell. */
export type PeerUser = 'own' | 'other' | 'unknown';

/** The connections of this machine as Linux lists them, with the user that each end belongs to. `port` is one we listen on. */
export function openPeerUsers(port: number, processFolder = '/proc') {
  const own = process.geteuid?.();
  const listening = ` ${hexAddress('127.0.0.1', port)} 00000000:0000 0A `;
  // The browser of a person with WSL is a program of Windows, which is in no table or has the user of a relay.
  const isKnown = !/microsoft/i.test(release()) && own !== undefined && findUser(processFolder, listening) === own;
  const found = new WeakMap<Socket, PeerUser>();
  return {
    /** False on systems without these tables: there, only the key tells who asks. */
    isKnown,
    /** Looks once for each connection. */
    find: (socket: Socket): PeerUser => {
      if (!isKnown) return 'unknown';
      const known = found.get(socket) ?? judge(findPeer(processFolder, socket), own, processFolder);
      found.set(socket, known);
      return known;
    },
  };
}

/** A connection in no table was closed by its owner, who wants no answer and may hide behind that. */
function judge(user: number | undefined, own: number | undefined, processFolder: string): PeerUser {
  if (user === undefined) return 'other';
  if (user === UNMAPPED_USER && !seesAllUsers(processFolder)) return 'unknown';
  return user === own || user === 0 ? 'own' : 'other';
}

/** The number of every user without one in the user namespace of a container. */
const UNMAPPED_USER = 65_534;

function seesAllUsers(processFolder: string): boolean {
  return /^\s*0\s+0\s+4294967295\s*$/.test(read(join(processFolder, 'self/uid_map')));
}

/** Only of an established connection: one that its owner has closed is listed as root's. */
function findPeer(processFolder: string, socket: Socket): number | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (localAddress === undefined || localPort === undefined) return undefined;
  if (remoteAddress === undefined || remotePort === undefined) return undefined;
  const row = ` ${hexAddress(remoteAddress, remotePort)} ${hexAddress(localAddress, localPort)} 01 `;
  // A table that changes while it is read can leave out a row.
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const user = findUser(processFolder, row);
    if (user !== undefined) return user;
  }
  return undefined;
}

const MAX_ATTEMPTS = 3;

/** A program that uses IPv6 sockets for IPv4 is in the other table. */
function findUser(processFolder: string, row: string): number | undefined {
  const mapped = row.replaceAll(/[\dA-F]{8}(?=:)/g, (address) => MAPPED_ADDRESS + address);
  return (
    userInRow(read(join(processFolder, 'net/tcp')), row) ?? userInRow(read(join(processFolder, 'net/tcp6')), mapped)
  );
}

const MAPPED_ADDRESS = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

/** The columns after the state: queues, timer, retransmits, user. */
function userInRow(table: string, row: string): number | undefined {
  const index = table.indexOf(row);
  if (index === -1) return undefined;
  const [, user] = /^\S+ +\S+ +\S+ +(\d+) /.exec(table.slice(index + row.length, index + row.length + 100)) ?? [];
  return user === undefined ? undefined : Number(user);
}

/** As in the tables: the bytes of an address are those of a number of this machine. */
function hexAddress(address: string, port: number): string {
  const bytes = Buffer.from(
    address
      .replace(/^::ffff:/, '')
      .split('.')
      .map(Number),
  );
  return `${(endianness() === 'LE' ? bytes.reverse() : bytes).toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
