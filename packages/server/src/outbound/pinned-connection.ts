import { createHash } from 'node:crypto';
import type { ClientRequestArgs } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { AppError } from '@trailmark/core/errors';

/** SHA-256 of the public key a server has shown, as lower-case hex; undefined without a certificate. */
function readKeyHash(socket: TLSSocket): string | undefined {
  const der = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return der && createHash('sha256').update(der).digest('hex');
}

/**
 * A connection over TLS to the holder of one key, whoever signed its certificate. Nothing is written before the key was
 * compared.
 */
export function createPinnedConnection(
  url: URL,
  { pin, lookup, signal }: { readonly pin: string; readonly lookup: LookupFunction; readonly signal: AbortSignal },
): NonNullable<ClientRequestArgs['createConnection']> {
  return (_, done) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const servername = isIP(host) === 0 ? host : '';
    const socket = connect({ host, servername, port: Number(url.port || 443), lookup, rejectUnauthorized: false });
    const stop = (): void => void socket.destroy(new AppError('unavailable', 'It was cancelled.'));
    signal.addEventListener('abort', stop, { once: true });
    const fail = (error: Error): void => done(error, socket);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      signal.removeEventListener('abort', stop);
      if (readKeyHash(socket) === pin) return done(null, socket);
      const message = `${url.host} shows another key than the one that is pinned: nothing was sent to it.`;
      socket.on('error', () => {});
      socket.destroy();
      return done(new AppError('forbidden', message), socket);
    });
    return undefined;
  };
}
