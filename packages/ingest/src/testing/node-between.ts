import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
interface Reply {
  readonly id: number;
  readonly result?: unknown;
}

/** A node that answers what another does, unless a test makes it say something else. */
export interface NodeBetween {
  readonly url: string;
  /** Methods with their first parameter, in the order they came. */
  readonly calls: string[];
  /** Changes the result of a call; null is a node that has no answer. */
  change: ((result: unknown, call: Call) => unknown) | undefined;
  /** Breaks each connection off. */
  isSilent: boolean;
  close(): void;
}

/** Opens one in front of a node that speaks JSON-RPC in batches. */
export async function openNodeBetween(target: string): Promise<NodeBetween> {
  const server: Server = createServer(async (incoming, outgoing) => {
    if (between.isSilent) {
      incoming.socket.destroy();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const calls = JSON.parse(body) as readonly Call[];
    for (const { method, params } of calls) between.calls.push(`${method} ${JSON.stringify(params[0] ?? null)}`);
    const { authorization } = incoming.headers;
    const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
    const answer = await fetch(target, { method: 'POST', headers, body });
    const replies = (await answer.json()) as readonly Reply[];
    const changed = replies.map((reply) => {
      const call = calls.find(({ id }) => id === reply.id);
      return call && between.change ? { ...reply, result: between.change(reply.result, call) } : reply;
    });
    outgoing.end(JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const between: NodeBetween = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ calls: [], change: undefined, isSilent: false },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return between;
}
