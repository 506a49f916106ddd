import {
  type AccountBlock,
  type AccountLog,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  MOVE_STAKE,
  MOVE_WRAP,
  type ValueMove,
} from '@trailmark/core/account-block';

export interface RandomBlocksOptions {
  readonly seed: number;
  readonly blocks: number;
  readonly firstHeight?: number;
  readonly addresses?: number;
  readonly transactionsEach?: number;
  readonly source?: string;
}

/** The largest amount there is, which must not wrap when it is added to itself. */
export const LARGEST_AMOUNT = 2n ** 256n - 1n;

/** A small generator (mulberry32): the same seed gives the same ledger everywhere. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Every third address shares its first eight bytes with the one before, as a look-alike may. */
export function randomAddress(index: number): string {
  const group = index % 3 === 2 ? index - 1 : index;
  return `${(0xa1b2c3d4 + group * 7919).toString(16).padStart(8, '0')}${'5e'.repeat(4)}${(index + 1).toString(16).padStart(24, '0')}`;
}

export const RANDOM_CONTRACTS = ['11'.repeat(20), '22'.repeat(20), `${'22'.repeat(8)}${'33'.repeat(12)}`];

class Builder {
  private readonly random: (below: number) => number;
  private readonly options: RandomBlocksOptions;

  constructor(options: RandomBlocksOptions) {
    this.options = options;
    this.random = createRandom(options.seed);
  }

  block(height: number): AccountBlock {
    const { random } = this;
    const count = random((this.options.transactionsEach ?? 4) + 1);
    const transactions = Array.from({ length: count }, (_, index) => this.transaction(index));
    return {
      height,
      hash: this.hex(32),
      parentHash: this.hex(32),
      time: 1_600_000_000 + height * 4_000 + random(900),
      producer: this.address(),
      holds: BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS,
      transactionTotal: count,
      source: this.options.source ?? 'node http://127.0.0.1:8545',
      transactions,
      moves: random(3) === 0 ? [this.move('reward', '', this.address()), this.move('reward', '', this.address())] : [],
    };
  }

  private transaction(index: number): AccountTransaction {
    const { random } = this;
    const from = this.address();
    const to = this.address();
    const isFailed = random(8) === 0;
    const fee = BigInt(random(5000));
    const isCreation = random(9) === 0;
    const input = random(2) === 0 ? '' : this.hex(4 + random(40));
    const logAt = 100 * index;
    const inner = isFailed ? [] : this.innerMoves(logAt);
    const logs = isFailed ? [] : this.logs(logAt + 50);
    return {
      index,
      indexEstimated: false,
      hash: this.hex(32),
      from,
      to: isCreation ? '' : to,
      created: isCreation ? to : '',
      value: BigInt(random(10)),
      status: isFailed ? 'failed' : 'ok',
      failure: isFailed ? 'OUT_OF_ENERGY "<b>"' : undefined,
      fee,
      feePayer: from,
      gasUsed: BigInt(random(2 ** 31)),
      gasPrice: random(2) === 0 ? undefined : 0n,
      nonce: BigInt(random(300)),
      type: random(4),
      input,
      inputLength: input.length / 2,
      holds: HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS,
      moves: [
        { ...this.move('fee', from, ''), asset: '', amount: fee },
        ...(isFailed ? [] : [{ ...this.move('native', from, to), asset: '' }]),
        ...inner,
      ],
      logs,
      mentions: logs.flatMap(({ logIndex }) => (random(2) === 0 ? [{ address: this.address(), logIndex }] : [])),
    };
  }

  private innerMoves(logAt: number): ValueMove[] {
    const { random } = this;
    const internals = Array.from({ length: random(3) }, (_, i) => ({
      ...this.move('internal', this.address(), this.address()),
      tracePath: `0.${i}`,
    }));
    const tokens = Array.from({ length: random(5) }, (_, i) => this.tokenMove(logAt + i));
    return [...internals, ...tokens];
  }

  private tokenMove(logIndex: number): ValueMove {
    const { random } = this;
    const asset = RANDOM_CONTRACTS[random(RANDOM_CONTRACTS.length)] ?? '';
    const kind = (['token', 'token', 'nft', 'multi-token', 'trc10', 'stated'] as const)[random(6)] ?? 'token';
    const move = this.move(kind, random(9) === 0 ? '' : this.address(), random(9) === 0 ? '' : this.address());
    if (kind === 'trc10') return { ...move, asset: `trc10:${1_000_000 + random(2)}`, logIndex };
    if (kind === 'stated') return { ...move, asset: 'usd', logIndex };
    if (kind === 'token') return { ...move, asset, logIndex };
    const tokenId = random(4) === 0 ? LARGEST_AMOUNT : BigInt(random(3));
    return { ...move, asset, logIndex, tokenId, ...(kind === 'nft' ? { amount: 1n } : {}) };
  }

  private move(kind: ValueMove['kind'], from: string, to: string): ValueMove {
    const { random } = this;
    const amounts = [0n, BigInt(random(100)), BigInt(random(2 ** 31)) * 10n ** 18n, LARGEST_AMOUNT];
    const amount = amounts[random(40) === 0 ? 3 : random(3)] ?? 0n;
    const flags = [MOVE_WRAP, MOVE_STAKE][random(10)] ?? 0;
    return { kind, asset: '', from, to, amount, tokenId: undefined, logIndex: undefined, tracePath: undefined, flags };
  }

  private logs(from: number): AccountLog[] {
    const { random } = this;
    return Array.from({ length: random(3) }, (_, i) => ({
      logIndex: from + i,
      address: RANDOM_CONTRACTS[random(RANDOM_CONTRACTS.length)] ?? '',
      topics: Array.from({ length: random(5) }, () => this.hex(32)),
      data: this.hex(random(100)),
    }));
  }

  private address(): string {
    return randomAddress(this.random(this.options.addresses ?? 7));
  }

  private hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.random(256).toString(16).padStart(2, '0')).join('');
  }
}

/** A random ledger of whole blocks that exercises every kind of move: small enough to be queried exhaustively. */
export function randomAccountBlocks(options: RandomBlocksOptions): AccountBlock[] {
  const builder = new Builder(options);
  const first = options.firstHeight ?? 100;
  return Array.from({ length: options.blocks }, (_, i) => builder.block(first + i));
}
