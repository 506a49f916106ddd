import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onOwnerKnown } from './connection-owner.ts';
import { isTrustedProxy } from './request-source.ts';
import { networkOf } from './source-network.ts';

/** How many connections are open at once. */
export interface ConnectionLimits {
  readonly all: number;
  /** Of visitors together: what is left over is kept for people who are signed in. */
  readonly visitors: number;
  /** Of visitors of one source, unless it is a trusted proxy, through which everybody comes. */
  readonly ofSource: number;
  readonly ofAccount: number;
}

export const CONNECTIONS: ConnectionLimits = { all: 1_000, visitors: 800, ofSource: 100, ofAccount: 64 };

interface Connection {
  readonly source: string;
  readonly isOfProxy: boolean;
  readonly end: () => void;
  /** Answers that have not been received to their end. */
  readonly answers: Set<ServerResponse>;
  account: string | undefined;
}

/** Whether the server does nothing for a connection: it is idle, unfinished, or its answer only waits to be received. */
function isWaiting({ answers }: Connection): boolean {
  return [...answers].every(({ writableEnded }) => writableEnded);
}

/**
 * What connections a server holds, the one that was used longest ago first. A new one is never refused for one that only waits: that
 * is closed instead, so that idle and unfinished connections keep nobody out.
 */
class ConnectionBook {
  readonly #limits: ConnectionLimits;
  readonly #held = new Set<Connection>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  #list(is: (connection: Connection) => boolean): Connection[] {
    return [...this.#held].filter(is);
  }

  /** Ends the one of these that has waited longest; false where all of them are at work. */
  #endOne(connections: readonly Connection[]): boolean {
    const waiting = connections.find(isWaiting);
    if (!waiting) return false;
    this.remove(waiting);
    waiting.end();
    return true;
  }

  /** Visitors of the source that holds the most. */
  #ofLargestSource(visitors: readonly Connection[]): readonly Connection[] {
    const bySource = Map.groupBy(visitors, ({ source }) => source);
    return [...bySource.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
  }

  /** Takes a connection in, ending another where its share is used up; false where there is no room. */
  add(connection: Connection): boolean {
    const { all, visitors: most, ofSource } = this.#limits;
    const visitors = this.#list(({ account }) => account === undefined);
    const own = connection.isOfProxy ? [] : visitors.filter(({ source }) => source === connection.source);
    if (own.length >= ofSource) {
      if (!this.#endOne(own)) return false;
    } else if (visitors.length >= most || this.#held.size >= all) {
      const isFull = visitors.length < most;
      const choices = [this.#ofLargestSource(visitors), visitors, ...(isFull ? [[...this.#held]] : [])];
      if (!choices.some((choice) => this.#endOne(choice))) return false;
    }
    this.#held.add(connection);
    return true;
  }

  /** Notes that a connection was used just now. */
  touch(connection: Connection): void {
    if (this.#held.delete(connection)) this.#held.add(connection);
  }

  giveTo(connection: Connection, account: string): void {
    connection.account = account;
    const own = this.#list((each) => each.account === account && each !== connection);
    if (own.length >= this.#limits.ofAccount) this.#endOne(own);
  }

  remove(connection: Connection): void {
    this.#held.delete(connection);
  }
}

/** Name of a connection, the same for a TLS socket and the one below it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function watchRequests(server: Server, book: ConnectionBook, byName: ReadonlyMap<string, Connection>): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = byName.get(nameOf(socket));
    if (!connection) return;
    connection.answers.add(response);
    onOwnerKnown(socket, (account) => book.giveTo(connection, account));
    response.once('close', () => {
      connection.answers.delete(response);
      book.touch(connection);
    });
  });
}

/** Holds a server to its limits of connections, by source and by account. */
export function keepConnections(server: Server, limits: ConnectionLimits = CONNECTIONS): void {
  const book = new ConnectionBook(limits);
  const byName = new Map<string, Connection>();
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    const address = socket.remoteAddress ?? '';
    const connection: Connection = {
      source: networkOf(address),
      isOfProxy: isTrustedProxy(address),
      end: () => socket.destroy(),
      answers: new Set(),
      account: undefined,
    };
    if (!book.add(connection)) {
      socket.destroy();
      return;
    }
    byName.set(name, connection);
    socket.once('close', () => {
      book.remove(connection);
      if (byName.get(name) === connection) byName.delete(name);
    });
  });
  watchRequests(server, book, byName);
}
