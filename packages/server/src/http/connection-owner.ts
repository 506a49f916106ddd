import type { Context } from 'hono';
import type { Caller } from '../casework/caller.ts';
import { placeOf } from './load-shedding.ts';

/** Accounts whose requests came over a connection; a visitor's connection is not in it. */
const owners = new WeakMap<object, string>();
const listeners = new WeakMap<object, (account: string) => void>();

/** Calls back when a request over this connection turns out to belong to an account. */
export function onOwnerKnown(socket: object, listener: (account: string) => void): void {
  listeners.set(socket, listener);
}

function nameOwner(socket: object, account: string): void {
  if (owners.get(socket) === account) return;
  owners.set(socket, account);
  listeners.get(socket)?.(account);
}

/** Reports whose request this is to the shares of the server: people who are signed in have room that visitors do not get. */
export function settleCaller(c: Context, { account }: Caller): void {
  placeOf(c).belongsTo(account?.id);
  const socket = (c.env as { incoming?: { socket?: object } } | undefined)?.incoming?.socket;
  if (account && socket) nameOwner(socket, account.id);
}
