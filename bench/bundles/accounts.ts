import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { AccountBlockProof, EvmProof } from '../../packages/chains/src/account/block-proof.ts';
import { keccak256 } from '../../packages/chains/src/evm/keccak.ts';
import { encodeRlp, type RlpItem, rlpNumber } from '../../packages/chains/src/evm/rlp.ts';
import { createListProver, listRoot } from '../../packages/chains/src/evm/trie.ts';
import { decodeHex, encodeHex } from '../../packages/core/src/hex.ts';
import { AccountBundleLedger } from '../../packages/evidence/src/bundle/account-ledger.ts';
import { buildBundle, sealBundle } from '../../packages/evidence/src/bundle/build-bundle.ts';
import type { Claim } from '../../packages/evidence/src/bundle/bundle-format.ts';
import { toSigned } from '../../packages/evidence/src/bundle/bundle-signature.ts';
import { collectAccounts } from '../../packages/evidence/src/bundle/collect-accounts.ts';
import { toPublicKeyText } from '../../packages/evidence/src/certificate/sign-file.ts';

// Invented blocks of Ethereum with real tries: half of the transactions pay coins, half call a token that writes an event.

const PER_BLOCK = 200;
const START = 1_700_000_000;
/** x of the generator of secp256k1: a signature with it is somebody's. */
const R = decodeHex('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
const TRANSFER = decodeHex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
const NONE = new Uint8Array(0);

const bytes = (length: number, seed: number): Uint8Array => {
  const filled = new Uint8Array(length);
  new DataView(filled.buffer).setUint32(length - 4, seed);
  return filled;
};

function writeEnvelope(type: number, fields: RlpItem): Uint8Array {
  const body = encodeRlp(fields);
  const whole = new Uint8Array(body.length + 1);
  whole[0] = type;
  whole.set(body, 1);
  return whole;
}

function inventBlock(height: number, parent: Uint8Array, seeds: readonly number[]) {
  const isToken = (seed: number): boolean => seed % 2 === 1;
  const transactions = seeds.map((seed) => {
    const [to, value] = isToken(seed) ? [bytes(20, 7), 0] : [bytes(20, seed), seed + 1];
    const fees = [rlpNumber(1), rlpNumber(2), rlpNumber(21_000)];
    const signature = [rlpNumber(0), R, rlpNumber(seed + 1)];
    return writeEnvelope(2, [rlpNumber(1), rlpNumber(seed), ...fees, to, rlpNumber(value), NONE, [], ...signature]);
  });
  const receipts = seeds.map((seed) => {
    const log = [bytes(20, 7), [TRANSFER, bytes(32, seed), bytes(32, seed + 1)], bytes(32, seed)];
    return writeEnvelope(2, [rlpNumber(1), rlpNumber(seed), new Uint8Array(256), isToken(seed) ? [log] : []]);
  });
  const roots = [listRoot(transactions), listRoot(receipts)];
  const head = [parent, bytes(32, 1), bytes(20, 1), bytes(32, 2), ...roots, new Uint8Array(256), NONE];
  const time = rlpNumber(START + height * 12);
  const header = encodeRlp([
    ...head,
    rlpNumber(height),
    rlpNumber(1),
    rlpNumber(1),
    time,
    NONE,
    bytes(32, 3),
    bytes(8, 4),
  ]);
  return { header, transactions, receipts };
}

/** Blocks with their proofs by height, and the ids of all transactions by height. */
function inventBlocks(count: number) {
  const blocks = new Map<number, AccountBlockProof>();
  const byHeight = new Map<number, string[]>();
  let parent: Uint8Array = new Uint8Array(32);
  for (let first = 0; first < count; first += PER_BLOCK) {
    const height = 1 + first / PER_BLOCK;
    const seeds = Array.from({ length: Math.min(PER_BLOCK, count - first) }, (_, i) => first + i);
    const { header, transactions, receipts } = inventBlock(height, parent, seeds);
    parent = keccak256(header).slice();
    const [proveTransaction, proveReceipt] = [createListProver(transactions), createListProver(receipts)];
    const proofs = new Map<string, EvmProof>();
    for (const [index, raw] of transactions.entries()) {
      const [transaction, receipt] = [proveTransaction(index), proveReceipt(index)].map((nodes) =>
        nodes.map(encodeHex),
      );
      if (transaction && receipt) proofs.set(encodeHex(keccak256(raw)), { height, index, transaction, receipt });
    }
    blocks.set(height, { header: encodeHex(header), proofs });
    byHeight.set(height, [...proofs.keys()]);
  }
  return { blocks, byHeight, tip: encodeHex(parent) };
}

function toClaims(files: ReadonlyMap<string, Uint8Array>): readonly Claim[] {
  const ledger = new AccountBundleLedger({ files }, 'eth');
  return ledger.txids.map((txid, i) => {
    const found = ledger.transaction(txid);
    const log = found?.logs[0] ? 0 : null;
    const move = log === null ? found?.payment() : found?.logs[0];
    if (!found || !move) throw new Error(`Transaction ${txid} proves no transfer.`);
    const { height, time } = found.header;
    return {
      ...({ id: `F-${i + 10}`, mark: 'fact', rule: 'transfer/1', inputs: { chain: 'eth', txid, log } } as const),
      text: [{ amount: 'amount' }, ' from ', { value: 'from' }, ' to ', { value: 'to' }],
      result: { ...move, height, time, ref: txid, symbol: 'ETH', decimals: 18 },
    };
  });
}

/** A bundle of a claim on each of so many transactions of an account chain, and the hash of the last block. */
export async function makeAccountBundle(count: number) {
  const { blocks, byHeight, tip } = inventBlocks(count);
  const ask = async (height: number) => blocks.get(height) ?? 'no-answer';
  const { files } = await collectAccounts({ chain: 'eth', byHeight, hashOf: () => undefined, ask });
  const claims = toClaims(files);
  const madeAt = '2026-11-20T14:05:00Z';
  const about = {
    case: { id: 'c-1', number: '2026-00001' },
    report: { id: 'r-1', version: 1 },
    software: 'bench',
    madeAt,
  };
  const built = buildBundle({
    head: { kind: 'core', ...about },
    ...{ files, lists: new Map([['claims.json', claims]]) },
    toSalt: (place) => createHmac('sha256', 'bench').update(place).digest('hex').slice(0, 32),
  });
  const der = Buffer.from(`302e020100300506032b657004220420${'09'.repeat(32)}`, 'hex');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const body = {
    ...({ algorithm: 'Ed25519', role: 'installation', name: 'bench', signedAt: madeAt } as const),
    ...{ manifest: built.digest, publicKey: toPublicKeyText(createPublicKey(key)) },
  };
  const value = sign(null, toSigned(body), key).toString('hex');
  return { bytes: sealBundle(built, [{ ...body, value }]), claims: claims.length, tip };
}
