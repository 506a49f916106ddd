import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAccount } from '@trailmark/chains/account/account-address';
import { tron } from '@trailmark/chains/tron';
import { stakeMove } from '@trailmark/chains/tron/contract-effect';
import { contractTypeNumber } from '@trailmark/chains/tron/contract-type';
import { BLACKHOLE } from '@trailmark/chains/tron/tron-fees';
import { parseTronJson } from '@trailmark/chains/tron/tron-json';
import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_TIME_ESTIMATED,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
} from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { encodeHex } from '@trailmark/core/hex';
import { assert, groupByBlock, partialMove, partialTransaction, writeTable } from './tables.ts';

const FOLDER = 'tron-0-10000';
const SUN = 1_000_000n;
const NEW_ACCOUNT_FEE = 100_000n;
const WITNESS_FEE = 9_999n * SUN;
const ISSUE_FEE = 1_024n * SUN;
const SUN_PER_BYTE = 10n;
/** Bytes of a transaction without its amount: payments of three common builds of wallets, then those of TRC-10 tokens. */
const PAYMENT_SIZES = [192, 200, 203];
const TOKEN_PAYMENT_SIZES = [217, 221];

/** Genesis balance of java-tron's config.conf: "Zion". "Sun" begins with nothing, "Blackhole" with -2^63, which is no move. */
const ZION = { address: 'TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm', amount: 99_000_000_000n * SUN };
const GENESIS_PARENT = 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f';
/** Time of the first block after it; the genesis block states none. */
const LAUNCH_TIME = 1_529_891_469;

type Row = Readonly<Record<string, unknown>>;

interface SourceTransaction {
  readonly height: number;
  readonly blockHash: string;
  readonly time: number;
  readonly index: number;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly fee: bigint;
  /** Bytes of the transaction; undefined where it was paid for otherwise. */
  readonly size: number | undefined;
}

function readLines(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => parseTronJson(line) as Row);
}

const bytes = (value: unknown): string => encodeHex(new Uint8Array(Buffer.from(String(value ?? ''), 'base64')));
const amount = (value: unknown): bigint => BigInt(value as number | bigint);

function readSource(source: string): SourceTransaction[] {
  const fees = new Map(readLines(join(source, FOLDER, 'tx_fee.json')).map((row) => [row.txHash, row]));
  const rows = readLines(join(source, FOLDER, 'transactions.json'));
  assert(rows.length === 2172 && fees.size === 2172, 'The source has another number of transactions or fees.');
  return rows.map((row): SourceTransaction => {
    const fee = fees.get(row.txHash);
    const height = Number(row.blockId);
    const blockHash = bytes(row.blockHash);
    assert(fee && row.receiptStatus === 1 && fee.result === 0, `${height}: a fee is missing, or something failed.`);
    assert(Number.parseInt(blockHash.slice(0, 16), 16) === height, `${height}: the block's hash names another height.`);
    const paidSize = amount(fee.netFee) === NEW_ACCOUNT_FEE ? 0n : amount(fee.netFee) / SUN_PER_BYTE;
    const size = Number(amount(fee.netUsage) || paidSize);
    return {
      height,
      blockHash,
      time: Number(row.blockTimestamp),
      index: Number(row.transactionIndex),
      hash: bytes(row.txHash),
      from: bytes(row.fromAddress),
      to: bytes(row.toAddress),
      value: amount(row.value),
      fee: amount(fee.fee),
      size: size === 0 ? undefined : size,
    };
  });
}

/** Bytes a number takes in a transaction. */
function lengthOf(value: bigint): number {
  return Math.ceil(value.toString(2).length / 7);
}

type Kind = 'payment' | 'token' | 'vote' | 'new-account' | 'witness' | 'issue' | 'stake' | 'settings' | 'unknown';

const TYPES: Readonly<Record<Kind, string>> = {
  payment: 'TransferContract',
  token: 'TransferAssetContract',
  vote: 'VoteWitnessContract',
  'new-account': 'AccountCreateContract',
  witness: 'WitnessCreateContract',
  issue: 'AssetIssueContract',
  stake: 'FreezeBalanceContract',
  settings: '',
  unknown: '',
};

/**
 * The source does not name contract types, and its "value" is whatever number the type has: coins, votes, tokens or a fee.
 * Size, fee and stake distinguish them.
 */
function classify(tx: SourceTransaction, staked: bigint): Kind {
  if (tx.to === '') return classifyAlone(tx);
  if (tx.value === 0n) return tx.fee === NEW_ACCOUNT_FEE ? 'new-account' : 'unknown';
  if (tx.size === undefined) return 'payment';
  const base = tx.size - lengthOf(tx.value);
  if (PAYMENT_SIZES.includes(base)) return 'payment';
  if (TOKEN_PAYMENT_SIZES.includes(base)) return 'token';
  return tx.value * SUN <= staked ? 'vote' : 'unknown';
}

function classifyAlone({ value, fee }: SourceTransaction): Kind {
  if (value === WITNESS_FEE && fee === WITNESS_FEE) return 'witness';
  if (value === ISSUE_FEE && fee === ISSUE_FEE) return 'issue';
  if (value === 0n) return 'settings';
  return value >= SUN && fee === 0n ? 'stake' : 'unknown';
}

/** Kinds that may have moved something this set does not report. */
const PARTIAL: readonly Kind[] = ['token', 'issue', 'unknown'];

function toTransaction(tx: SourceTransaction, kind: Kind): AccountTransaction {
  const { index, hash, from, fee } = tx;
  const isPayment = kind === 'payment';
  const to = tx.to === '' ? from : tx.to;
  const call = partialMove({ kind: 'native', asset: NATIVE_ASSET, from, to, amount: isPayment ? tx.value : 0n });
  const paid = partialMove({ kind: 'fee', asset: NATIVE_ASSET, from, to: BLACKHOLE, amount: fee });
  return partialTransaction({
    index,
    hash,
    from,
    to: tx.to,
    value: isPayment || kind === 'stake' ? tx.value : 0n,
    status: 'ok',
    fee,
    type: contractTypeNumber(TYPES[kind]),
    holds: (PARTIAL.includes(kind) ? 0 : HAS_CALL) | HAS_FEE | HAS_LOGS | HAS_INTERNALS,
    moves: [...(fee > 0n ? [paid] : []), call, ...(kind === 'stake' ? [stakeMove(from, 'staked', tx.value)] : [])],
  });
}

/** Nobody spends more than came to them: a payment taken for one wrongly would show here. */
class Balances {
  private readonly balances = new Map<string, bigint>();
  add(key: string, change: bigint, where: string): void {
    const balance = (this.balances.get(key) ?? 0n) + change;
    assert(balance >= 0n, `${where}: ${key} would own ${balance}.`);
    this.balances.set(key, balance);
  }
}

const ZION_KEY = parseAccount(tron, ZION.address);

function genesisBlock(): AccountBlock {
  return {
    height: 0,
    hash: tron.genesisHash,
    parentHash: GENESIS_PARENT,
    time: LAUNCH_TIME,
    producer: '',
    holds: BLOCK_HOLDS_FEES | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS | BLOCK_TIME_ESTIMATED,
    transactionTotal: undefined,
    source: '',
    transactions: [],
    moves: [partialMove({ kind: 'genesis', asset: NATIVE_ASSET, from: '', to: ZION_KEY, amount: ZION.amount })],
  };
}

/** Writes TRON's blocks 0 to 10,000 as far as they hold transactions. */
export function buildTron(source: string, out: string): void {
  const rows = readSource(source).sort((a, b) => a.height - b.height || a.index - b.index);
  const staked = new Map<string, bigint>();
  const balances = new Balances();
  balances.add(ZION_KEY, ZION.amount, 'genesis');
  const counts = new Map<Kind, number>();
  const placed = rows.map((row) => {
    const kind = classify(row, staked.get(row.from) ?? 0n);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const where = `${row.height}/${row.index} (${kind})`;
    const stake = kind === 'stake' ? row.value : 0n;
    staked.set(row.from, (staked.get(row.from) ?? 0n) + stake);
    balances.add(row.from, -row.fee - stake - (kind === 'payment' ? row.value : 0n), where);
    if (kind === 'payment') balances.add(row.to, row.value, where);
    return { ...row, transaction: toTransaction(row, kind) };
  });
  console.log(JSON.stringify(Object.fromEntries(counts)));
  const blocks = groupByBlock(placed, (height, members): AccountBlock => {
    const { blockHash, time } = members[0] as (typeof placed)[number];
    members.forEach((member, at) => {
      assert(member.index === at, `${height}: transaction ${at} is missing.`);
      assert(member.blockHash === blockHash && member.time === time, `${height}: two transactions name two blocks.`);
    });
    return {
      height,
      hash: blockHash,
      parentHash: '',
      time,
      producer: '',
      holds: BLOCK_HOLDS_FEES | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS,
      transactionTotal: undefined,
      source: '',
      transactions: members.map(({ transaction }) => transaction),
      moves: [],
    };
  });
  writeTable(`${out}/${FOLDER}/facts.jsonl.gz`, [genesisBlock(), ...blocks]);
}
