import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@trailmark/core/errors';
import { isOwnNetworkAddress, isPublicAddress } from './public-address.ts';

/** Where a source is queried. */
export interface Endpoint {
  readonly url: URL;
  /** An administrator of the installation set it: it may be in the own network, as exactly this host and port. */
  readonly isOwn: boolean;
  /** SHA-256 of the public key (SPKI) that the server must show, 64 hex digits: it takes the place of authorities. */
  readonly pin?: string | undefined;
  /** Ports of public hosts that may be queried; those of the web by default. */
  readonly ports?: readonly string[] | undefined;
}

/** Looks a name up; the system's way unless a test has its own. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: readonly { readonly address: string; readonly family: number }[]) => void,
) => void;

const PUBLIC_PORTS: readonly string[] = ['', '443', '8443'];

function refuse(sentence: string): never {
  throw new AppError('forbidden', sentence);
}

function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
}

/** Addresses that may be connected to: public ones, and the own network's where the endpoint was set by an administrator. */
function mayConnect(address: string, { isOwn }: Endpoint, url: URL): boolean {
  if (isOwn && isOwnNetworkAddress(address)) return true;
  // Without TLS nothing leaves the own network.
  return url.protocol === 'https:' && isPublicAddress(address);
}

/**
 * Holds a URL to its endpoint: no credentials, no other host. Public sources: HTTPS to a name, usual ports. An endpoint set
 * by an administrator: exactly its scheme, host and port. Names are checked again where they are resolved. Throws `forbidden`.
 */
export function assertTarget(url: URL, endpoint: Endpoint): void {
  const place = `${url.protocol}//${url.host}`;
  if (url.username !== '' || url.password !== '') refuse('A web address with a name or password in it is not asked.');
  if (endpoint.isOwn) {
    if (url.origin !== endpoint.url.origin || !['http:', 'https:'].includes(url.protocol)) {
      refuse(`Only ${endpoint.url.origin} may be contacted here, not ${place.slice(0, 200)}.`);
    }
  } else if (
    url.protocol !== 'https:' ||
    url.hostname !== endpoint.url.hostname ||
    !(endpoint.ports ?? PUBLIC_PORTS).includes(url.port) ||
    literalOf(url) !== undefined
  ) {
    refuse(`Only https://${endpoint.url.hostname} may be contacted here, not ${place.slice(0, 200)}.`);
  }
  const literal = literalOf(url);
  if (literal !== undefined && !mayConnect(literal, endpoint, url)) {
    refuse(`${literal} is neither an address of the own network nor a public one that is contacted over HTTPS.`);
  }
}

/** An endpoint as text, without a slash at its end. Throws `invalid`. */
export function parseEndpoint(
  text: string,
  isOwn: boolean,
  { pin, ports }: Pick<Endpoint, 'pin' | 'ports'> = {},
): Endpoint {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    const message = 'This is not an endpoint: https:// and a host is expected, without parameters.';
    throw new AppError('invalid', message, { context: { field: 'endpoint' } });
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  const endpoint = { url, isOwn, pin, ports };
  if (pin !== undefined && url.protocol !== 'https:') {
    throw new AppError('invalid', 'A pin needs an endpoint over https.', { context: { field: 'pin' } });
  }
  try {
    assertTarget(url, endpoint);
  } catch (cause) {
    if (!AppError.is(cause, 'forbidden')) throw cause;
    throw new AppError('invalid', cause.message, { context: { field: 'endpoint' }, cause });
  }
  return endpoint;
}

const resolveBySystem: Resolve = (hostname, done) =>
  lookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []));

/** Every address a name leads to must be one that may be connected to. */
function judgeAddresses(
  hostname: string,
  addresses: readonly { readonly address: string }[],
  endpoint: Endpoint,
  url: URL,
): Error | undefined {
  if (addresses.length === 0) return new AppError('unavailable', `The name ${hostname} leads nowhere.`);
  if (addresses.every(({ address }) => mayConnect(address, endpoint, url))) return undefined;
  const where = endpoint.isOwn ? 'that is not asked this way' : 'that is not public';
  return new AppError('forbidden', `The name ${hostname} leads to an address ${where}: nothing is sent to it.`);
}

/** A lookup for one connection, which then goes to what was checked. */
export function createCheckedLookup(endpoint: Endpoint, url: URL, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      const fault = error ?? judgeAddresses(hostname, addresses, endpoint, url);
      const [first] = addresses;
      if (fault || !first) done(fault ?? null, '', 4);
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}
