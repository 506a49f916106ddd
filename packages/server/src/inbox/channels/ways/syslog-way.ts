import { AppError } from '@trailmark/core/errors';
import { assertTarget, parseEndpoint } from '../../../outbound/endpoint.ts';
import { openSocket } from '../../../outbound/open-socket.ts';
import type { ChannelPlace, ChannelWay, Delivery, Outcome } from './channel-way.ts';

/** Ports that are registered for syslog over TLS (RFC 5425) and over TCP (RFC 6587). */
const PORTS = { tls: '6514', tcp: '601' } as const;
/** Of public hosts: 443 is left out of a web address. */
const PUBLIC_PORTS: readonly string[] = ['', PORTS.tls];
/** Facility 13 (log audit), severity 5 (notice): RFC 5424, 6.2.1. */
const PRIORITY = 13 * 8 + 5;
const MOST_HOST = 255;
const PRODUCT = 'Trailmark';
/** Counted up when the fields of the event are others. */
const EVENT_VERSION = '1';

/** Addresses are judged as those of web servers are: over TLS to anywhere, without it to the own network only. */
function parse(text: string, isOwn: boolean): ChannelPlace {
  const [, scheme, host] = /^(tls|tcp):\/\/([^/?#@\s]+)\/?$/.exec(text.trim()) ?? [];
  const address = `${scheme === 'tls' ? 'https' : 'http'}://${host ?? ''}`;
  if ((scheme !== 'tls' && scheme !== 'tcp') || !URL.canParse(address)) {
    const example = 'tls://siem.example:6514, or tcp:// for a server of the own network';
    throw new AppError('invalid', `Enter the address of a syslog server: ${example}.`);
  }
  const url = new URL(address);
  // An address of a web page leaves out the port of its scheme: here a port is always named.
  const isNamed = /:\d+$/.test(host ?? '');
  if (!isNamed) url.port = PORTS[scheme];
  return { url, endpoint: parseEndpoint(url.origin, isOwn, { ports: PUBLIC_PORTS }) };
}

/** Characters of a name that RFC 5424 lets into its header. */
const toHeader = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, MOST_HOST) || '-';
/** Common Event Format 0: what would end a part of the header, or a value, is escaped. */
const inHeader = (text: string): string => text.replaceAll(/[\\|]/g, '\\$&').replaceAll(/[\r\n]+/g, ' ');
const inValue = (text: string): string => text.replaceAll(/[\\=]/g, '\\$&').replaceAll(/[\r\n]+/g, ' ');

/** One message of syslog (RFC 5424) whose text is an event of CEF. */
export function formatSyslog({ message, id, server }: Pick<Delivery, 'message' | 'id' | 'server'>): string {
  const { type, at, number, kind, kindName, url } = message;
  const severity = type === 'alert.raised' ? '5' : '2';
  const header = ['CEF:0', PRODUCT, PRODUCT, EVENT_VERSION, `${type}.${kind}`, kindName, severity];
  const values = { rt: String(at * 1_000), externalId: id, cs1Label: 'alert', cs1: number, request: url };
  const event = [
    header.map(inHeader).join('|'),
    Object.entries(values)
      .map(([key, value]) => `${key}=${inValue(value)}`)
      .join(' '),
  ].join('|');
  const time = new Date(at * 1_000).toISOString();
  return `<${PRIORITY}>1 ${time} ${toHeader(server)} ${PRODUCT} - ${type} - ${event}`;
}

/**
 * A frame with its length before it (RFC 6587, 3.4.1), on a connection of its own. Nothing answers: it is delivered when the receiver
 * has taken all of it and closed its side without a fault.
 */
async function send(delivery: Delivery): Promise<Outcome> {
  const { place, signal } = delivery;
  assertTarget(place.url, place.endpoint);
  const text = formatSyslog(delivery);
  const socket = await openSocket(place.endpoint, { signal });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  socket.on('error', reject);
  socket.once('close', (hadError) => {
    if (!hadError) resolve();
  });
  // What a receiver says is read and dropped: unread it would keep the connection open.
  socket.resume();
  socket.end(`${Buffer.byteLength(text)} ${text}`);
  try {
    await promise;
    return { status: null, fault: null };
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

/** A line of CEF over syslog, for a SIEM. */
export const syslogWay: ChannelWay = { parse, send };
