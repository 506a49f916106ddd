import type { ReplayAnswer, ReplayRequest } from './replay-server.ts';

/** A small history as TronGrid reports it: transfers of the coin that the address sent, and a token it received. */
export const TRON_HISTORY = {
  genesisHash: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  tip: 60_000_000,
  /** Base58Check of `hex`. */
  address: 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB',
  hex: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
  otherHex: '41d0995a2071de293ff0c1fa25131c0f4bab3535ae',
  other: 'TUzBG3hz7nRJAiyD4vsFhWnTsSwRyYmH3y',
  token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  count: 5,
};
type TronHistory = typeof TRON_HISTORY;

const START = 1_589_169_090_000;
const tronHash = (n: number, kind: number): string => (kind * 1_000 + n).toString(16).padStart(64, '0');
const heightOf = (n: number): number => 19_634_882 + n;
const momentOf = (n: number): number => START + n * 3_000;

function coinRow({ hex, otherHex }: TronHistory, n: number): unknown {
  const value = { amount: 2 ** 53 - 1, owner_address: hex, to_address: otherHex };
  const parameter = { type_url: 'type.googleapis.com/protocol.TransferContract', value };
  return {
    blockNumber: heightOf(n),
    block_timestamp: momentOf(n),
    txID: tronHash(n, 1),
    ret: [{ contractRet: 'SUCCESS', fee: 100_000 }],
    raw_data: { contract: [{ parameter, type: 'TransferContract' }], timestamp: momentOf(n) },
    internal_transactions: [],
  };
}

function tokenRow({ address, other, token }: TronHistory, n: number): unknown {
  return {
    transaction_id: tronHash(n, 2),
    token_info: { symbol: 'USDX', address: token, decimals: 6, name: 'Invented dollar' },
    block_timestamp: momentOf(n),
    from: other,
    to: address,
    type: 'Transfer',
    value: (2n ** 256n - 1n).toString(),
  };
}

function answerList(rows: readonly unknown[], query: URLSearchParams): ReplayAnswer {
  const from = Number(query.get('fingerprint') ?? 0);
  const shown = rows.slice(from, from + 3);
  const next = from + 3 < rows.length ? { fingerprint: String(from + 3) } : {};
  return { json: { success: true, meta: { at: START, page_size: shown.length, ...next }, data: shown } };
}

/** Answers as TronGrid does, three rows per page, oldest first. */
export function answerAsTronGrid(history: TronHistory): (request: ReplayRequest) => ReplayAnswer {
  const numbers = Array.from({ length: history.count }, (_, n) => n);
  return ({ path, query, body }) => {
    if (path === '/wallet/getblockbynum') return { json: { blockID: history.genesisHash } };
    if (path === '/wallet/getnowblock') return { json: { block_header: { raw_data: { number: history.tip } } } };
    if (path === '/wallet/gettransactioninfobyid') {
      const id = (body as { value: string }).value;
      const n = numbers.find((number) => tronHash(number, 2) === id);
      return { json: n === undefined ? {} : { id, blockNumber: heightOf(n), blockTimeStamp: momentOf(n) } };
    }
    const row = path.endsWith('/trc20') ? tokenRow : coinRow;
    return answerList(
      numbers.map((n) => row(history, n)),
      query,
    );
  };
}
