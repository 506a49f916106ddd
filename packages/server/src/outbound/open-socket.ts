import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AppError } from '@trailmark/core/errors';
import { createCheckedLookup, type Endpoint, type Resolve } from './endpoint.ts';
import { createPinnedConnection } from './pinned-connection.ts';

/** A connection to an address that was checked when its name was resolved: over TLS where the endpoint is https, else plain. */
export async function openSocket(
  endpoint: Endpoint,
  { resolve, signal }: { readonly resolve?: Resolve | undefined; readonly signal: AbortSignal },
): Promise<Socket> {
  const { url, pin } = endpoint;
  const lookup = createCheckedLookup(endpoint, url, resolve);
  const { promise, resolve: done, reject } = Promise.withResolvers<Socket>();
  if (pin !== undefined) {
    const open = createPinnedConnection(url, { pin, lookup, signal });
    open({}, (error, socket) => (error ? reject(error) : done(socket as Socket)));
    return promise;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const options = { host, port: Number(url.port || (isTls ? 443 : 80)), lookup };
  const socket = isTls ? connectTls({ ...options, servername: isIP(host) === 0 ? host : '' }) : connectPlain(options);
  const isOver = (): boolean => (signal.reason as Error).name === 'TimeoutError';
  const stop = (): void =>
    void socket.destroy(isOver() ? signal.reason : new AppError('unavailable', 'It was cancelled.'));
  signal.addEventListener('abort', stop, { once: true });
  socket.once('error', reject);
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.off('error', reject);
    done(socket);
  });
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
