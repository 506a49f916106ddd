/**
 * `squid.ts <peers> <url> <token> <blocks>`: reads the Transfer logs of a token with the processor of Subsquid into memory,
 * summing what each address received. Prints one JSON line.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface Head {
  readonly height: number;
  readonly hash: string;
}
interface Log {
  readonly topics: readonly string[];
  readonly data: string;
}
interface Batch {
  readonly blocks: readonly { readonly logs: readonly Log[] }[];
}
interface Processor {
  setRpcEndpoint(options: object): Processor;
  setFinalityConfirmation(depth: number): Processor;
  setFields(fields: object): Processor;
  addLog(filter: object): Processor;
  setBlockRange(range: object): Processor;
  run(database: object, handle: (batch: Batch) => Promise<void>): void;
}

const [peers = '', url = '', token = '', blocks = '0'] = process.argv.slice(2);
const last = Number(blocks);
const { EvmBatchProcessor } = createRequire(join(peers, 'package.json'))('@subsquid/evm-processor') as {
  EvmBatchProcessor: new () => Processor;
};

/** Keeps nothing but the height reached: the fastest database there is. */
class Memory {
  readonly supportsHotBlocks = true;
  readonly reached = Promise.withResolvers<void>();
  #state: Head & { top: readonly Head[] } = { height: -1, hash: '0x', top: [] };

  async connect() {
    return this.#state;
  }

  async transact(info: { nextHead: Head }, work: (store: object) => Promise<void>): Promise<void> {
    await work({});
    this.#advance(info.nextHead);
  }

  async transactHot2(
    info: { newBlocks: readonly Head[] },
    work: (store: object, from: number, to: number) => Promise<void>,
  ): Promise<void> {
    await work({}, 0, info.newBlocks.length);
    this.#advance(info.newBlocks.at(-1));
  }

  #advance(head: Head | undefined): void {
    if (head) this.#state = { ...head, top: [] };
    if (this.#state.height >= last) this.reached.resolve();
  }
}

const received = new Map<string, bigint>();
let logs = 0;
const started = performance.now();
const memory = new Memory();
new EvmBatchProcessor()
  .setRpcEndpoint({ url, capacity: 10, maxBatchCallSize: 200 })
  .setFinalityConfirmation(0)
  .setFields({ log: { topics: true, data: true, transactionHash: true } })
  .addLog({ address: [token], topic0: [TRANSFER] })
  .setBlockRange({ from: 0, to: last })
  .run(memory, async (batch) => {
    for (const block of batch.blocks) {
      for (const { topics, data } of block.logs) {
        const to = topics[2] ?? '';
        received.set(to, (received.get(to) ?? 0n) + BigInt(data));
        logs++;
      }
    }
  });
await memory.reached.promise;
console.log(JSON.stringify({ logs, seconds: (performance.now() - started) / 1_000, addresses: received.size }));
process.exit(0);
