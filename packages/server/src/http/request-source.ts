import type { Context } from 'hono';
import type { RequestSource } from '../casework/caller.ts';

const MAX_AGENT = 300;

/** Peers whose word about the real client is taken; none unless configured. */
let trustedProxies: ReadonlySet<string> = new Set();

/** Names the proxies whose `X-Forwarded-For` is believed. Called once, before the first request. */
export function trustProxies(addresses: readonly string[]): void {
  trustedProxies = new Set(addresses);
}

/** Whether a peer is a proxy through which others come. */
export function isTrustedProxy(address: string): boolean {
  return trustedProxies.has(address.replace(/^::ffff:/, ''));
}

function peerOf(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return (env?.incoming?.socket?.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
}

/** Where a request came from: the peer, or what a trusted proxy states about it. */
export function readSource(c: Context): RequestSource {
  const peer = peerOf(c);
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const isBelieved = isTrustedProxy(peer) && /^[0-9a-fA-F.:]{2,45}$/.test(forwarded);
  return { address: isBelieved ? forwarded : peer, agent: (c.req.header('user-agent') ?? '').slice(0, MAX_AGENT) };
}
