import type { ReplayAnswer, ReplayRequest } from './replay-server.ts';

/** The history that the invented explorers report, oldest first. */
export interface InventedHistory {
  readonly genesisHash: string;
  readonly tip: number;
  readonly address: string;
  readonly other: string;
  readonly token: string;
  /** How many transactions, one per block from height 100; every third carries a token transfer, every fifth an internal call. */
  readonly count: number;
}

export const INVENTED: InventedHistory = {
  genesisHash: 'd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  tip: 100_000,
  address: `0x${'a1'.repeat(20)}`,
  other: `0x${'b2'.repeat(20)}`,
  token: `0x${'c3'.repeat(20)}`,
  count: 7,
};

const START = 1_600_000_000;

export const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
export const heightOf = (number: number): number => 100 + number;
const timeOf = (number: number): number => START + number * 12;
const isoOf = (number: number): string => new Date(timeOf(number) * 1000).toISOString().replace('Z', '000Z');

function numbers({ count }: InventedHistory, step: number): number[] {
  return Array.from({ length: count }, (_, n) => n).filter((n) => n % step === 0);
}

const NOT_FOUND: ReplayAnswer = { status: 404, json: { message: 'Not found' } };

function scoutRow(history: InventedHistory, list: string, n: number): unknown {
  const { address, other, token } = history;
  const base = { block_number: heightOf(n), timestamp: isoOf(n), from: { hash: address }, to: { hash: other } };
  if (list === 'token-transfers') {
    const total = { value: (2n ** 256n - 1n).toString(), decimals: '6' };
    const about = {
      address_hash: token,
      symbol: 'USDX',
      name: 'Invented <b>dollar</b>',
      decimals: '6',
      type: 'ERC-20',
    };
    return { ...base, transaction_hash: hashOf(n), log_index: 3, token: about, token_type: 'ERC-20', total };
  }
  if (list === 'internal-transactions') {
    const call = { type: 'call', success: true, error: null, index: 1, value: '5', created_contract: { hash: null } };
    return { ...base, ...call, transaction_hash: hashOf(n), transaction_index: 4, from: base.to, to: base.from };
  }
  return {
    ...base,
    hash: hashOf(n),
    position: 4,
    created_contract: null,
    value: '1000000000000000000',
    fee: { type: 'actual', value: '21000000000000' },
    status: 'ok',
    result: 'success',
    gas_used: '21000',
    gas_price: '1000000000',
    nonce: n,
    type: 2,
    raw_input: '0x',
  };
}

const SCOUT_STEPS: Readonly<Record<string, number>> = {
  transactions: 1,
  'token-transfers': 3,
  'internal-transactions': 5,
};

/** Answers as Blockscout does, `size` rows per page, newest first. */
export function answerAsBlockscout(history: InventedHistory, size = 3): (request: ReplayRequest) => ReplayAnswer {
  return ({ path, query }) => {
    if (path === '/api/v2/blocks/0') return { json: { height: 0, hash: `0x${history.genesisHash}` } };
    if (path === '/api/v2/blocks') return { json: { items: [{ height: history.tip }], next_page_params: null } };
    const list = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]{40}\/([a-z-]+)$/.exec(path)?.[1] ?? '';
    const step = SCOUT_STEPS[list];
    if (step === undefined) return NOT_FOUND;
    const before = Number(query.get('block_number') ?? Number.MAX_SAFE_INTEGER);
    const left = numbers(history, step)
      .reverse()
      .filter((n) => heightOf(n) < before);
    const shown = left.slice(0, size);
    const last = shown.at(-1);
    const next = left.length > size && last !== undefined ? { block_number: heightOf(last), index: 4 } : null;
    return { json: { items: shown.map((n) => scoutRow(history, list, n)), next_page_params: next } };
  };
}

const SCAN_STEPS: Readonly<Record<string, number>> = { txlist: 1, tokentx: 3, txlistinternal: 5 };

function scanRow({ address, other, token }: InventedHistory, action: string, n: number): unknown {
  const base = {
    blockNumber: String(heightOf(n)),
    timeStamp: String(timeOf(n)),
    hash: hashOf(n),
    from: address,
    to: other,
  };
  if (action === 'tokentx') {
    const value = (2n ** 256n - 1n).toString();
    const about = { tokenName: 'Invented dollar', tokenSymbol: 'USDX', tokenDecimal: '6' };
    return { ...base, transactionIndex: '4', contractAddress: token, value, ...about, input: 'deprecated' };
  }
  if (action === 'txlistinternal') {
    return {
      ...base,
      from: other,
      to: address,
      value: '5',
      contractAddress: '',
      type: 'call',
      traceId: '0_1',
      isError: '0',
    };
  }
  const gas = { gasUsed: '21000', gasPrice: '1000000000', isError: '0', txreceipt_status: '1' };
  const call = { value: '1000000000000000000', input: '0x', nonce: String(n), contractAddress: '' };
  return { ...base, ...gas, ...call, transactionIndex: '4' };
}

/** Answers as Etherscan does, oldest first, `offset` rows per page from `startblock`. */
export function answerAsEtherscan(history: InventedHistory): (request: ReplayRequest) => ReplayAnswer {
  return ({ query }) => {
    const action = query.get('action') ?? '';
    const [page, offset] = [Number(query.get('page')), Number(query.get('offset'))];
    if (action === 'eth_getBlockByNumber') {
      return { json: { jsonrpc: '2.0', id: 1, result: { number: '0x0', hash: `0x${history.genesisHash}` } } };
    }
    if (action === 'eth_blockNumber') {
      return { json: { jsonrpc: '2.0', id: 1, result: `0x${history.tip.toString(16)}` } };
    }
    const from = Number(query.get('startblock'));
    const step = SCAN_STEPS[action] ?? Number.MAX_SAFE_INTEGER;
    const rows = numbers(step === Number.MAX_SAFE_INTEGER ? { ...history, count: 0 } : history, step)
      .filter((n) => heightOf(n) >= from)
      .slice((page - 1) * offset, page * offset)
      .map((n) => scanRow(history, action, n));
    if (rows.length === 0) return { json: { status: '0', message: 'No transactions found', result: [] } };
    return { json: { status: '1', message: 'OK', result: rows } };
  };
}
