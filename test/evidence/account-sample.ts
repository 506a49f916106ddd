import { readFileSync } from 'node:fs';
import type { AccountBlockProof, TransactionProof } from '../../packages/chains/src/account/block-proof.ts';
import { ethereum } from '../../packages/chains/src/ethereum.ts';
import { decodeRlp, encodeRlp, type RlpItem, rlpNumber } from '../../packages/chains/src/evm/rlp.ts';
import type { EvmBlockAnswers } from '../../packages/chains/src/evm/rpc-answer.ts';
import { proveEvmTransactions } from '../../packages/chains/src/evm/verify-block.ts';
import { NILE } from '../../packages/chains/src/testing/nile-block.ts';
import { sampleBlock, sampleTransaction } from '../../packages/chains/src/testing/tron-answers.ts';
import { proveTronTransactions } from '../../packages/chains/src/tron/verify-block.ts';
import type { Claim } from '../../packages/evidence/src/bundle/bundle-format.ts';
import { collectAccounts } from '../../packages/evidence/src/bundle/collect-accounts.ts';
import { encodeJson } from '../../packages/evidence/src/bundle/strict-json.ts';

const vector = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../packages/chains/vectors/evm/${name}`, import.meta.url), 'utf8'));

/** A plain payment and a payment of a token in block 18,000,000, and its hash. */
export const PAYMENT = '6b2fe3575bc0e2b9220daf457d7bde7a118d8674b920a0c888bbf547d683d0b7';
export const TOKEN_PAYMENT = '831b4c265b7b03bf169e3760afad30b985632dad46826e3b76705bda64579f96';
export const BLOCK_18000000 = '95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3';
/** A token of The DAO is bought in block 1,755,635. */
export const DAO_PAYMENT = '2e3dcd051a91d3a694f6b8de2ac4b5fe7acdba55f58bcf8471ff00d4a430074d';
const NILE_CALL = NILE.transactions[0]?.txID ?? '';

const owner = `41${'01'.repeat(20)}`;
const coins = sampleTransaction(
  { type: 'TransferContract', value: { owner_address: owner, to_address: `41${'02'.repeat(20)}`, amount: 7_000_000 } },
  1,
);
const data = `a9059cbb${'0'.repeat(24)}${'03'.repeat(20)}${'5'.padStart(64, '0')}`;
const tokens = sampleTransaction(
  {
    type: 'TriggerSmartContract',
    value: { owner_address: owner, contract_address: `41${'04'.repeat(20)}`, data },
  },
  2,
);
const others = Array.from({ length: 3 }, (_, i) =>
  sampleTransaction(
    { type: 'TransferContract', value: { owner_address: owner, to_address: owner, amount: i + 1 } },
    i + 3,
  ),
);
const invented = sampleBlock({
  ...{ height: 500, parentHash: 'ab'.repeat(32), time: 1_700_000_000 },
  transactions: [coins, tokens, ...others],
});

/** Files that prove transactions of account chains: real blocks of Ethereum and of TRON's test network, and an invented one of TRON. */
export async function collectAccountSample(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { header, proofs } = vector('proof-18000000.json') as {
    readonly header: string;
    readonly proofs: Readonly<Record<string, TransactionProof>>;
  };
  const dao = vector('eth-1755635.json') as EvmBlockAnswers;
  const eth: Record<number, AccountBlockProof | undefined> = {
    18000000: { header, proofs: new Map(Object.entries(proofs)) },
    1755635: proveEvmTransactions(ethereum, dao.block, dao.receipts ?? [], [DAO_PAYMENT]),
  };
  const trx: Record<number, AccountBlockProof> = {
    33801077: proveTronTransactions(NILE, [NILE_CALL]),
    500: proveTronTransactions(invented, [coins.txID, tokens.txID]),
  };
  const heights = (blocks: object) => new Map(Object.keys(blocks).map((height) => [Number(height), []]));
  const ask = (blocks: Record<number, AccountBlockProof | undefined>) => async (height: number) =>
    blocks[height] ?? 'not-recomputed';
  const hashOf = () => undefined;
  const parts = [
    await collectAccounts({ chain: 'eth', byHeight: heights(eth), hashOf, ask: ask(eth) }),
    await collectAccounts({ chain: 'trx', byHeight: heights(trx), hashOf, ask: ask(trx) }),
  ];
  return new Map(parts.flatMap(({ files }) => [...files]));
}

/** The real header of block 18,000,000, and one that somebody put behind it, with the roots of the real one; and a proof moved there. */
export function inventChild(files: ReadonlyMap<string, Uint8Array>): {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly claim: Claim;
} {
  const path = 'ledger/eth/headers-18000000.json';
  const proofPath = `ledger/eth/proofs/${TOKEN_PAYMENT}.json`;
  const read = (name: string) => JSON.parse(Buffer.from(files.get(name) ?? []).toString());
  const [{ raw }] = read(path) as [{ raw: string }];
  const fields = [...(decodeRlp(Buffer.from(raw, 'hex')) as RlpItem[])];
  fields[0] = Buffer.from(BLOCK_18000000, 'hex');
  fields[8] = rlpNumber(18_000_001);
  const child = { raw: Buffer.from(encodeRlp(fields)).toString('hex') };
  const changed = new Map(files);
  changed.set(path, encodeJson([{ raw }, child]));
  changed.set(proofPath, encodeJson({ ...read(proofPath), height: 18_000_001 }));
  const token = ACCOUNT_CLAIMS[1] as Claim;
  return { files: changed, claim: { ...token, result: { ...token.result, height: 18_000_001 } } };
}

const place = { height: 18_000_000, time: 1_693_066_895 };
const trxPlace = { height: 500, time: 1_700_000_000 };

function claim(id: string, inputs: Claim['inputs'], result: Claim['result']): Claim {
  const text = [{ amount: 'amount' }, ' from ', { value: 'from' }, ' to ', { value: 'to' }];
  const ref = `${inputs.txid}#1`;
  return { ...({ id, mark: 'fact', rule: 'transfer/1' } as const), inputs, text, result: { ref, ...result } };
}

/** Claims on what is proven: a payment of coins, payments of tokens by their events, and on TRON what was signed. */
export const ACCOUNT_CLAIMS: readonly Claim[] = [
  claim(
    'F-10',
    { chain: 'eth', txid: PAYMENT, log: null },
    {
      ...{ asset: '', amount: '30239869916355995', decimals: 18, symbol: 'ETH', ...place },
      from: '0xDAFEA492D9c6733ae3d56b7Ed1ADB60692c98Bc5',
      to: '0xD4E96eF8eee8678dBFf4d535E033Ed1a4F7605b7',
    },
  ),
  claim(
    'F-11',
    { chain: 'eth', txid: TOKEN_PAYMENT, log: 0 },
    {
      ...{
        asset: 'dac17f958d2ee523a2206206994597c13d831ec7',
        amount: '1823170000',
        decimals: 6,
        symbol: 'USDT',
        ...place,
      },
      from: '0x21a31Ee1afC51d94C2eFcCAa2092aD1028285549',
      to: '0x3abf902f82ead1f175b4cb2afac950da0c28acb7',
    },
  ),
  claim(
    'F-12',
    { chain: 'eth', txid: DAO_PAYMENT, log: 0 },
    {
      ...{
        asset: 'bb9bc244d798123fde783fcc1c72d3bb8c189413',
        amount: '5000000000000000000',
        decimals: 16,
        symbol: 'TheDAO',
      },
      ...{ height: 1_755_635, time: 1_466_669_562 },
      from: '0x6498077292a0921c8804924fdf47b5e91e2a215f',
      to: '0x8b3b3b624c3c0397d3da8fd861512393d51dcbac',
    },
  ),
  claim(
    'F-13',
    { chain: 'trx', txid: coins.txID, log: null },
    {
      ...{ asset: '', amount: '7000000', decimals: 6, symbol: 'TRX', ...trxPlace },
      ...{ from: 'TA4Wt1DUCqz6YegbnsmqsWC5uUfbdBqPxm', to: 'TA9pkx4DFxrEw8JZzUtyDrh2uAat1LDuJL' },
    },
  ),
  claim(
    'F-14',
    { chain: 'trx', txid: tokens.txID, log: 0 },
    {
      ...{ asset: '04'.repeat(20), amount: '5', decimals: 6, symbol: 'USDT', ...trxPlace },
      ...{ from: 'TA4Wt1DUCqz6YegbnsmqsWC5uUfbdBqPxm', to: 'TAF8dttxK5iPKbvYC626aDBytrWANpLRXp' },
    },
  ),
];
