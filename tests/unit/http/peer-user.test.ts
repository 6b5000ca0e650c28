import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { platform, release } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPeerUsers } from '../../../src/http/guard/peer-user.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const OWN = process.geteuid?.() ?? 0;
const OTHER = OWN + 1000;
const IDENTITY = '         0          0 4294967295\n';

describe('the user at the other end of a connection', () => {
  it.skipIf(platform() !== 'linux' || /microsoft/i.test(release()))(
    'A connection of this process has its user in the tables of Linux.',
    async () => {
      const { accepted, port } = await connected();
      const users = openPeerUsers(port);
      expect(users.isKnown).toBe(true);
      expect(users.find(accepted)).toBe('own');
    },
  );

  it.each([
    ['the same user', OWN, '01', 'own'],
    ['root', 0, '01', 'own'],
    ['another user', OTHER, '01', 'other'],
    // Linux lists a connection without an owner as one of root.
    ['no one any more, because it was closed', 0, '05', 'other'],
    ['no one any more, because it ended', 0, '06', 'other'],
  ] as const)('is found if it is %s', (_name, user, state, expected) => {
    for (const table of ['tcp', 'tcp6'] as const) {
      const users = openPeerUsers(PORT, tables({ table, rows: [{ user, state }] }));
      expect(users.isKnown).toBe(true);
      expect(users.find(SOCKET)).toBe(expected);
    }
  });

  it('A connection that is in no table is of another user.', () => {
    expect(openPeerUsers(PORT, tables({ rows: [] })).find(SOCKET)).toBe('other');
    expect(openPeerUsers(PORT, tables({ rows: [] })).find({} as Socket)).toBe('other');
  });

  it('The user of the other end, or of another connection, does not count.', () => {
    const reversed = { user: 0, state: '01', ends: [hex(PORT), hex(PEER_PORT)] } as const;
    const another = { user: 0, state: '01', ends: [hex(PEER_PORT + 1), hex(PORT)] } as const;
    const folder = tables({ rows: [reversed, another, { user: OTHER, state: '01' }] });
    expect(openPeerUsers(PORT, folder).find(SOCKET)).toBe('other');
  });

  it('The user of a connection is looked for once.', () => {
    const folder = tables({ rows: [{ user: OWN, state: '01' }] });
    const { find } = openPeerUsers(PORT, folder);
    expect(find(SOCKET)).toBe('own');
    writeFileSync(path.join(folder, 'net/tcp'), '');
    expect(find(SOCKET)).toBe('own');
  });

  it('The user is unknown without the tables, and if they have no number in this container.', () => {
    const nowhere = openPeerUsers(PORT, '/no/such/folder');
    expect(nowhere.isKnown).toBe(false);
    expect(nowhere.find(SOCKET)).toBe('unknown');
    const rows = [{ user: 65_534, state: '01' }] as const;
    expect(openPeerUsers(PORT, tables({ rows, map: '0 1000 1\n' })).find(SOCKET)).toBe('unknown');
    expect(openPeerUsers(PORT, tables({ rows })).find(SOCKET)).toBe(OWN === 65_534 ? 'own' : 'other');
  });
});

const PORT = 47_600;
const PEER_PORT = 50_000;
const SOCKET = {
  localAddress: '127.0.0.1',
  localPort: PORT,
  remoteAddress: '127.0.0.1',
  remotePort: PEER_PORT,
} as Socket;

interface Row {
  readonly user: number;
  readonly state: string;
  /** Of the peer, then ours. */
  readonly ends?: readonly [string, string];
}

interface Tables {
  readonly rows: readonly Row[];
  readonly table?: 'tcp' | 'tcp6';
  readonly map?: string;
}

/** Files as Linux shows them on a little-endian machine: our own socket that listens, and these connections. */
function tables({ rows, table = 'tcp', map = IDENTITY }: Tables): string {
  const folder = scratchFolder('proc');
  for (const name of ['net', 'self']) mkdirSync(path.join(folder, name));
  const listening = line({ user: OWN, state: '0A', ends: [hex(PORT), '00000000:0000'] });
  const lines = rows.map(line);
  const mapped = lines.map((each) => each.replaceAll(/ ([\dA-F]{8}:)/g, ' 0000000000000000FFFF0000$1'));
  const found = { tcp: [listening, ...(table === 'tcp' ? lines : [])], tcp6: table === 'tcp6' ? mapped : [] };
  for (const [name, content] of Object.entries(found))
    writeFileSync(path.join(folder, 'net', name), `${HEADER}${content.join('')}`);
  writeFileSync(path.join(folder, 'self/uid_map'), map);
  return folder;
}

const HEADER =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode              \n';

function line({ user, state, ends = [hex(PEER_PORT), hex(PORT)] }: Row): string {
  const rest = `00000000:00000000 00:00000000 00000000 ${String(user).padStart(5)}        0 1061 1 0000000000000000 100 0`;
  return `   0: ${ends[0]} ${ends[1]} ${state} ${rest}\n`;
}

function hex(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase()}`;
}

/** A real connection, and our end of it. */
async function connected() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [accepted] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => void accepted.destroy());
  return { accepted, port };
}
