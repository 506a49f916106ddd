import { AppError } from '@trailmark/core/errors';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import { type Endpoint, parseEndpoint } from './endpoint.ts';

/** Where a source is queried, and how that is written: `tls://host:port` for lines, else a web address. */
export interface SourcePlace {
  readonly endpoint: Endpoint;
  /** As it is stored and shown; holds no path of a web address where it is used for coverage (see `origin`). */
  readonly text: string;
  readonly origin: string;
}

function refuse(message: string): never {
  throw new AppError('invalid', message, { context: { field: 'endpoint' } });
}

/** A server of lines over TLS is subject to the same rules as one of HTTPS on that host and port. */
function parseLinePlace(given: string, isOwn: boolean, pin: string | undefined): SourcePlace {
  const match = /^(?:(?:tls|ssl):\/\/)?([^/\s@]+:\d{1,5})\/?$/i.exec(given.trim());
  if (!match?.[1]) refuse('An Electrum server is named as tls://host:port. Without TLS no request is made.');
  const endpoint = parseEndpoint(`https://${match[1]}`, isOwn, { pin });
  const text = `tls://${endpoint.url.hostname}:${endpoint.url.port || '443'}`;
  return { endpoint, text, origin: text };
}

/** An endpoint of a source as text. Throws `invalid`. */
export function parseSourcePlace(source: AnySource, given: string, isOwn: boolean, pin?: string): SourcePlace {
  if (source.kind === 'electrum') return parseLinePlace(given, isOwn, pin);
  const endpoint = parseEndpoint(given, isOwn, { pin });
  return { endpoint, text: endpoint.url.href.replace(/\/+$/, ''), origin: endpoint.url.origin };
}
