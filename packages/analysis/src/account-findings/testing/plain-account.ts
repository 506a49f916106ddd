import type {
  AccountBlockRecord,
  AccountLedger,
  AccountTransactionRecord,
  StoredMove,
} from '@trailmark/core/account-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';

/** 40 hex digits from a short name, for tests. */
export function key(name: string): string {
  return [...name]
    .map((sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padStart(40, '0')
    .slice(-40);
}

export interface PlainAccount {
  readonly address: string;
  readonly moves: readonly StoredMove[];
  /** Seconds between blocks. */
  readonly blockTime?: number;
  readonly sentCount?: number;
  readonly createdAt?: Position;
  readonly record?: Partial<AccountTransactionRecord>;
  readonly holds?: number;
  readonly actsAsContract?: boolean;
  readonly wasCalledWithData?: boolean;
}

export function hashOf(position: Position): string {
  return position.toString(16).padStart(64, '0');
}

interface Row {
  address: string;
  asset: string;
  sentTo: bigint;
  receivedFrom: bigint;
  moves: number;
  firstPosition: Position;
  lastPosition: Position;
}

function sumRows({ address, moves }: PlainAccount): Row[] {
  const rows = new Map<string, Row>();
  for (const move of moves) {
    if (move.kind === 'fee' || move.kind === 'tip') continue;
    const other = move.from === address ? move.to : move.from;
    const id = `${other}/${move.asset}`;
    const row = rows.get(id) ?? {
      ...{ address: other, asset: move.asset, sentTo: 0n, receivedFrom: 0n, moves: 0 },
      firstPosition: move.position,
      lastPosition: move.position,
    };
    if (move.from === address) row.sentTo += move.amount;
    else row.receivedFrom += move.amount;
    row.moves++;
    row.lastPosition = move.position;
    rows.set(id, row);
  }
  return [...rows.values()];
}

/** What of an account reader the findings ask, answered from the moves of one address. */
export function openPlainAccount(account: PlainAccount): AccountLedger {
  const { address, moves } = account;
  const assets = [...new Set(moves.map(({ asset }) => asset))].map((asset) => {
    const own = moves.filter((move) => move.asset === asset);
    const sum = (side: 'from' | 'to') =>
      own.filter((move) => move[side] === address).reduce((total, { amount }) => total + amount, 0n);
    return {
      ...{ asset, received: sum('to'), sent: sum('from'), moves: own.length },
      firstPosition: own[0]?.position ?? 0,
      lastPosition: own.at(-1)?.position ?? 0,
    };
  });
  const last = moves.at(-1)?.position ?? 0;
  const tip = positionHeight(last);
  const block = (height: number): AccountBlockRecord => ({
    ...{ height, hash: '', parentHash: '', time: height * (account.blockTime ?? 600), producer: '', source: 'test' },
    ...{ holds: account.holds ?? 14, transactionCount: 1, transactionTotal: 1 },
  });
  const reader: Partial<AccountLedger> = {
    tip: () => block(tip),
    block,
    heightRanges: () => [
      { fromHeight: 0, toHeight: tip, blocks: tip + 1, source: 'test', holds: account.holds ?? 1 + 4 + 8 },
    ],
    totals: async () =>
      new Map([
        [
          address,
          {
            transactionCount: new Set(moves.map(({ position }) => position)).size,
            blockPaymentCount: 0,
            moveCount: moves.length,
            firstPosition: moves[0]?.position ?? 0,
            lastPosition: last,
            sentCount: account.sentCount ?? 1,
            createdAt: account.createdAt,
            actsAsContract: account.actsAsContract ?? false,
            wasCalledWithData: account.wasCalledWithData ?? false,
            native: undefined,
            assetCount: assets.length,
          },
        ],
      ]),
    assetsOf: async () => ({ items: assets, total: assets.length }),
    counterparties: async (_, { sort, limit }) => {
      const rows = sumRows(account).sort((a, b) =>
        sort === 'sent' ? Number(b.sentTo - a.sentTo) : Number(b.receivedFrom - a.receivedFrom),
      );
      return { items: rows.slice(0, limit), total: rows.length };
    },
    moves: async (_, { asset }) => moves.filter((move) => move.asset === asset),
    transactions: async (positions) =>
      positions.map(
        (position) => ({ hash: hashOf(position), position, ...account.record }) as AccountTransactionRecord,
      ),
    firstFunders: async () => {
      const first = moves.find(({ asset, to, kind }) => asset === '' && to === address && kind !== 'fee');
      return new Map(first ? [[address, first]] : []);
    },
    addressCoverage: async () => [],
  };
  return reader as AccountLedger;
}
