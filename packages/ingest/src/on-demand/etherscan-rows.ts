import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { isCancun } from '@trailmark/chains/evm/is-cancun';
import { type AccountKey, HAS_CALL, HAS_FEE, MOVE_UNPLACED, type MoveKind } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { assertTouches, type RowAnswer } from './blockscout-rows.ts';
import { callMoves, internalMove } from './call-moves.ts';
import { listedElsewhere, listedMove, type PlacedTransaction } from './placed-transactions.ts';
import {
  findAmount,
  findHash,
  findKey,
  findText,
  type Row,
  readAmount,
  readContract,
  readCount,
  readHash,
  readTokenParty,
} from './read-row.ts';

const MAX_INPUT_BYTES = 1_024;

function readPlace(row: Row): Omit<PlacedTransaction, 'transaction'> {
  const hasIndex = row.transactionIndex !== undefined && row.transactionIndex !== '';
  return {
    height: readCount(row, 'blockNumber'),
    blockHash: findHash(row, 'blockHash'),
    time: readCount(row, 'timeStamp'),
    index: hasIndex ? readCount(row, 'transactionIndex') : undefined,
  };
}

/** What the sender paid; on rollups only where the row states the part for the chain below. */
function readFee(row: Row, chain: EvmChain): bigint | undefined {
  const used = findAmount(row, 'gasUsed');
  const price = findAmount(row, 'gasPrice');
  const below = chain.hasL1Fee ? findAmount(row, 'L1FeesPaid') : 0n;
  return used === undefined || price === undefined || below === undefined ? undefined : used * price + below;
}

/** A row of `txlist`. */
export function readEtherscanTransaction(row: Row, address: AccountKey, chain: EvmChain): RowAnswer {
  const from = findKey(row.from, 'from');
  const to = findKey(row.to, 'to');
  const created = to === '' ? findKey(row.contractAddress, 'contractAddress') : '';
  assertTouches(address, [from, to, created]);
  const hasFailed = row.isError === '1' || row.txreceipt_status === '0';
  const fee = readFee(row, chain);
  const call = {
    from,
    to,
    created,
    value: readAmount(row, 'value'),
    status: hasFailed ? ('failed' as const) : ('ok' as const),
    fee,
  };
  const input =
    typeof row.input === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(row.input) ? row.input.slice(2).toLowerCase() : '';
  const transaction = {
    ...listedElsewhere(readHash(row, 'hash'), callMoves(call)),
    ...call,
    feePayer: fee === undefined ? '' : from,
    gasUsed: findAmount(row, 'gasUsed'),
    gasPrice: findAmount(row, 'gasPrice'),
    nonce: findAmount(row, 'nonce'),
    input: input.slice(0, MAX_INPUT_BYTES * 2),
    inputLength: input.length / 2,
    holds: HAS_CALL | (fee === undefined ? 0 : HAS_FEE),
  };
  return { placed: { ...readPlace(row), transaction } };
}

/** A row of `txlistinternal`. */
export function readEtherscanInternal(row: Row, address: AccountKey, chain: EvmChain): RowAnswer {
  const from = findKey(row.from, 'from');
  const to = findKey(row.to, 'to') || findKey(row.contractAddress, 'contractAddress');
  assertTouches(address, [from, to]);
  if (row.isError === '1') return { placed: undefined };
  const path = findText(row, 'traceId', 200);
  const tracePath = path !== undefined && /^\d+(_\d+)*$/.test(path) ? path.replaceAll('_', '.') : undefined;
  const place = readPlace(row);
  const call = { type: String(row.type), from, to, amount: readAmount(row, 'value'), tracePath };
  const flags = tracePath === undefined ? MOVE_UNPLACED : 0;
  const move = internalMove({ ...call, flags }, isCancun(chain, place));
  return { placed: move && { ...place, transaction: listedElsewhere(readHash(row, 'hash'), [move]) } };
}

function readMetadata(row: Row, contract: AccountKey): TokenMetadata {
  const decimals = findAmount(row, 'tokenDecimal');
  return {
    contract,
    symbol: findText(row, 'tokenSymbol'),
    name: findText(row, 'tokenName'),
    decimals: decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined,
    height: undefined,
  };
}

const AMOUNT_FIELD: Readonly<Partial<Record<MoveKind, string>>> = { token: 'value', 'multi-token': 'tokenValue' };

/** A row of `tokentx`, `tokennfttx` or `token1155tx`: they state no log index. */
export function readEtherscanTransfer(kind: 'token' | 'nft' | 'multi-token') {
  return (row: Row, address: AccountKey): RowAnswer => {
    const asset = readContract(row.contractAddress, 'contractAddress');
    const from = readTokenParty(row.from, 'from');
    const to = readTokenParty(row.to, 'to');
    assertTouches(address, [from, to]);
    const field = AMOUNT_FIELD[kind];
    const move = listedMove({
      kind,
      asset,
      from,
      to,
      amount: field === undefined ? 1n : readAmount(row, field),
      tokenId: kind === 'token' ? undefined : readAmount(row, 'tokenID'),
    });
    const transaction = listedElsewhere(readHash(row, 'hash'), [move]);
    return { placed: { ...readPlace(row), transaction }, token: readMetadata(row, asset) };
  };
}
