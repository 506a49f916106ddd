import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { ElectrumCall } from '@trailmark/ingest/on-demand/electrum';

/** What happens to the answers of a flight: `cut` ends the connection in the middle of one, `hang` leaves them out. */
export type LineFault = 'cut' | 'hang' | 'garbage' | 'flood' | 'unasked';

export interface ReplayLines {
  /** `tls://127.0.0.1:port`. */
  readonly place: string;
  /** SHA-256 of the public key it shows. */
  readonly pin: string;
  /** Calls in the order they came. */
  readonly calls: readonly ElectrumCall[];
  connections: number;
  close(): Promise<void>;
}

const read = (name: string): Buffer => readFileSync(fileURLToPath(new URL(`tls/${name}`, import.meta.url)));

function toAnswer(id: unknown, call: ElectrumCall, answer: (call: ElectrumCall) => unknown): string {
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: answer(call) });
  } catch (cause) {
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: (cause as Error).message } });
  }
}

function write(socket: TLSSocket, line: string, fault: LineFault | undefined): void {
  if (fault === 'hang') return;
  if (fault === 'garbage') socket.write('<html>busy</html>\n');
  else if (fault === 'flood') socket.write('x'.repeat(200_000));
  else if (fault === 'cut') {
    socket.write(line.slice(0, line.length >> 1));
    socket.end();
  } else {
    if (fault === 'unasked')
      socket.write('{"jsonrpc":"2.0","method":"blockchain.headers.subscribe","params":[{"height":1}]}\n');
    socket.write(`${line}\n`);
  }
}

/** A server of lines over TLS on loopback, with a certificate that no authority vouches for. */
export async function startReplayLines(
  answer: (call: ElectrumCall) => unknown,
  fault: (call: ElectrumCall, connection: number) => LineFault | undefined = () => undefined,
): Promise<ReplayLines> {
  const calls: ElectrumCall[] = [];
  const sockets = new Set<TLSSocket>();
  const cert = read('cert.pem');
  const server = createServer({ cert, key: read('key.pem') }, (socket) => {
    const connection = ++lines.connections;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let rest = '';
    socket.on('data', (chunk) => {
      const parts = `${rest}${chunk.toString('utf8')}`.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const { id, method, params } = JSON.parse(part) as ElectrumCall & { id: unknown };
        calls.push({ method, params });
        write(socket, toAnswer(id, { method, params }, answer), fault({ method, params }, connection));
      }
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const lines: ReplayLines = {
    place: `tls://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pin: createHash('sha256')
      .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    calls,
    connections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
  return lines;
}
