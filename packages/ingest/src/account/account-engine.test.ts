import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountBlock, BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { afterAll, expect, test } from 'vitest';
import { AccountEngine } from './account-engine.ts';
import type { AccountPort } from './account-port.ts';
import type { AccountSource } from './account-source.ts';

const staging = mkdtempSync(join(tmpdir(), 'trailmark-engine-'));
afterAll(() => rmSync(staging, { recursive: true, force: true }));

const TOKEN = '70'.repeat(20);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A chain whose blocks from `at` on belong to a branch of their own. */
function extend(chain: readonly AccountBlock[], count: number, branch: string): AccountBlock[] {
  const blocks = [...chain];
  for (let i = 0; i < count; i++) {
    const height = blocks.length;
    blocks.push({
      height,
      hash: hashOf(`${branch} ${height}`),
      parentHash: blocks[height - 1]?.hash ?? '00'.repeat(32),
      time: 1_600_000_000 + height,
      producer: '',
      holds: BLOCK_HOLDS_ALL,
      transactionTotal: 0,
      source: 'node test',
      transactions: [],
      moves: [
        {
          kind: 'token',
          asset: TOKEN,
          from: '',
          to: '01'.repeat(20),
          amount: 1n,
          tokenId: undefined,
          logIndex: 0,
          tracePath: undefined,
          flags: 0,
        },
      ],
    });
  }
  return blocks;
}

/** A node, an index and the engine between them, in memory. */
class World {
  node: AccountBlock[];
  /** Called before each request for blocks. */
  onBlocks: () => void = () => undefined;
  /** Called before each write. */
  onCommit: () => void = () => undefined;
  tokens: NonNullable<AccountSource['tokens']> = async () => [];
  readonly held: { height: number; hash: string }[] = [];
  readonly notes: string[] = [];
  readonly untold = new Set<number>();
  readonly engine: AccountEngine;

  constructor(node: AccountBlock[], fromHeight = 0) {
    this.node = node;
    this.engine = new AccountEngine({
      chain: 'eth',
      chainName: 'Ethereum',
      source: this.source(),
      port: this.port(fromHeight),
      stagingDirectory: staging,
      fromHeight,
      onNote: (note) => this.notes.push(note),
    });
  }

  /** Looks until nothing fails and nothing comes, as a worker that follows does. */
  async follow(): Promise<void> {
    for (let tries = 0; tries < 40; tries++) {
      const added = await this.engine.catchUp().catch((error: unknown) => {
        if (!AppError.is(error, 'unavailable')) throw error;
        return -1;
      });
      if (added === 0) return;
    }
    throw new Error('The index never came to rest.');
  }

  private source(): AccountSource {
    const world = this;
    return {
      description: 'node test',
      head: async () => {
        const { height, hash } = world.node.at(-1) as AccountBlock;
        return { height, hash };
      },
      hashAt: async (height) => (world.untold.has(height) ? undefined : world.node[height]?.hash),
      async *blocks({ from, to }) {
        for (let height = from; height <= to; height++) {
          world.onBlocks();
          const block = world.node[height];
          if (!block) throw new AppError('unavailable', `The node has no block ${height}.`);
          yield [block];
        }
      },
      tokens: (contracts, signal) => world.tokens(contracts, signal),
      close: async () => undefined,
    };
  }

  private port(fromHeight: number): AccountPort {
    const { held } = this;
    return {
      runTop: async () => held.at(-1),
      lastRunStart: async () => held[0]?.height,
      indexedHash: async (height) => held.find((block) => block.height === height)?.hash,
      indexedBlocks: async (heights) => heights.map(() => undefined),
      merge: async () => undefined,
      commit: async (batch) => {
        rmSync(batch.directory, { recursive: true });
        this.onCommit();
        for (const { height, hash } of batch.blocks) {
          if (height !== (held.at(-1)?.height ?? fromHeight - 1) + 1) throw new AppError('conflict', 'Not the next.');
          held.push({ height, hash });
        }
      },
      invalidate: async (from, to) => {
        const kept = held.filter(({ height }) => height < from || height > to);
        held.splice(0, held.length, ...kept);
      },
      unknownTokens: async (contracts) => [...contracts],
      putTokens: async () => undefined,
    };
  }

  expectSame(from = 0): void {
    expect(this.held).toEqual(this.node.slice(from).map(({ height, hash }) => ({ height, hash })));
  }
}

test('a node that reorganises under every request ends as the index once it is stable', async () => {
  const world = new World(extend([], 30, 'main'));
  let turns = 0;
  world.onBlocks = () => {
    if (++turns > 200 || turns % 2 === 0) return;
    const depth = 1 + (turns % 5);
    world.node = extend(world.node.slice(0, world.node.length - depth), depth + (turns % 3), `branch ${turns}`);
  };
  for (let looks = 0; looks < 400 && turns < 200; looks++) {
    await world.engine.catchUp().catch((error: unknown) => expect(error).toMatchObject({ kind: 'unavailable' }));
    // Each look finds something new, as on a chain that grows.
    world.node = extend(world.node, 2, `growth ${looks}`);
  }
  expect(turns).toBeGreaterThan(100);
  await world.follow();
  world.expectSame();
  expect(world.notes.length).toBeGreaterThan(5);
});

test('a node restarted with another history replaces the index, and it is reported', async () => {
  const world = new World(extend([], 12, 'first'));
  await world.follow();
  world.node = extend([], 5, 'second');
  await world.follow();
  world.expectSame();
  expect(world.notes).toEqual(['The node shares no block from 0 on: blocks 0 to 11 of Ethereum were taken back.']);
});

test('a node that went back in height takes nothing back, and continues where it left off', async () => {
  const world = new World(extend([], 12, 'main'));
  await world.follow();
  const before = [...world.held];
  const whole = world.node;
  world.node = whole.slice(0, 7);
  await world.follow();
  expect(world.held).toEqual(before);
  world.node = extend(whole, 3, 'main');
  await world.follow();
  world.expectSame();
  expect(world.notes).toEqual([]);
});

test('a node that has not reached the first height to read takes nothing back', async () => {
  const world = new World(extend([], 12, 'main'), 8);
  await world.follow();
  world.expectSame(8);
  const before = [...world.held];
  world.node = world.node.slice(0, 5);
  await world.follow();
  expect(world.held).toEqual(before);
});

test('a node that does not return a block below its head is queried again instead of taken for another chain', async () => {
  const world = new World(extend([], 12, 'main'));
  await world.follow();
  const before = [...world.held];
  world.node = extend(world.node, 1, 'main');
  for (let height = 0; height < 12; height++) world.untold.add(height);
  await expect(world.engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable', message: /tells no block 11/ });
  expect(world.held).toEqual(before);
  world.untold.clear();
  await world.follow();
  world.expectSame();
});

test('a reorganisation deeper than a thousand blocks stops the reading before anything is removed', async () => {
  const world = new World(extend([], 1_300, 'main'));
  await world.follow();
  world.node = extend(world.node.slice(0, 100), 1_300, 'other');
  await expect(world.engine.catchUp()).rejects.toMatchObject({ kind: 'inconsistent', message: /1000 blocks below/ });
  expect(world.held.length).toBe(1_300);
});

test('a write that failed is reported once, and the next round continues', async () => {
  // Blocks so large that each is a batch.
  const large = (block: AccountBlock) => ({ ...block, moves: Array.from({ length: 60_000 }, () => block.moves[0]) });
  const world = new World(extend([], 3, 'main').map(large) as AccountBlock[]);
  let failures = 2;
  world.onCommit = () => {
    if (failures-- > 0) throw new AppError('unavailable', 'The store cannot be reached.');
  };
  await expect(world.engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(world.engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await world.engine.catchUp()).toBe(3);
  world.expectSame();
  expect(readdirSync(staging)).toEqual([]);
});

test('token contracts that hang or fail hold up no block', async () => {
  const world = new World(extend([], 4, 'main'));
  world.tokens = () => new Promise(() => undefined);
  await world.follow();
  world.expectSame();
  world.engine.close();
  const other = new World(extend([], 4, 'main'));
  let asked = 0;
  other.tokens = async () => {
    asked++;
    throw new AppError('inconsistent', 'The answer is larger than allowed.');
  };
  for (let looks = 0; looks < 5; looks++) {
    await other.follow();
    other.node = extend(other.node, 1, `more ${looks}`);
  }
  await other.engine.settleTokens();
  expect(asked).toBe(1);
});
