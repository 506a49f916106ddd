import { lookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@trailmark/core/errors';
import { isPublicAddress } from './public-address.ts';

export interface TransportAnswer {
  readonly status: number;
  /** Where a redirection leads, as the server wrote it. */
  readonly location: string | undefined;
  readonly body: Uint8Array;
}

export interface TransportLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Sends one GET and reads the answer up to the limit. Redirections are answers, not followed. */
export type Transport = (url: URL, limits: TransportLimits) => Promise<TransportAnswer>;

/** Resolves a name and refuses it when any of its addresses is not public: the connection goes to what was checked. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error || !first) {
      done(error ?? new Error('no address'), '', 4);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      const message = `The name ${hostname} leads to an address that is not public, so nothing is sent to it.`;
      done(new AppError('forbidden', message), '', 4);
    } else if (options.all === true) {
      done(null, addresses);
    } else {
      done(null, first.address, first.family);
    }
  });
};

/** HTTPS with the system's certificates, to public addresses only. No proxy, no cookies, no cache. */
export const httpsTransport: Transport = (url, { maxBytes, signal }) => {
  const { promise, resolve, reject } = Promise.withResolvers<TransportAnswer>();
  if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    reject(new AppError('forbidden', 'Only names are asked, and only over HTTPS.'));
    return promise;
  }
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Trailmark' };
  const sent = request(url, { method: 'GET', headers, signal, lookup: publicLookup, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        sent.destroy(new AppError('invalid', `The answer of ${url.host} is longer than ${maxBytes} bytes.`));
      } else chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: Buffer.concat(chunks) }),
    );
  });
  sent.on('error', reject);
  sent.end();
  return promise;
};
