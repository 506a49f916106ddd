import { getChain } from '@trailmark/chains/catalogue';
import { encodeTransaction, type TransactionParts } from '@trailmark/chains/utxo/transaction';
import type { ClusterLink } from '@trailmark/core/cluster';
import { encodeHex } from '@trailmark/core/hex';
import type { Owner } from '@trailmark/core/owner';
import { buildClusterProof, type ProofMaterial } from '@trailmark/evidence/build-cluster-proof';
import { encodeClusterProof, parseClusterProof } from '@trailmark/evidence/cluster-proof';
import type { ClusterProofReport } from '@trailmark/evidence/proof-report';
import { proofRules } from '@trailmark/evidence/proof-rules';
import { ProofTransactions } from '@trailmark/evidence/proof-transactions';
import { verifyClusterProof } from '@trailmark/evidence/verify-cluster-proof';
import { describe, expect, it } from 'vitest';
import { CLUSTER_TX, createClusterLedger } from '../../packages/server/src/testing/sample-clusters.ts';
import { txidOf } from '../../packages/server/src/testing/sample-ledger.ts';

const chain = getChain('btc');
const CO_SPEND = { id: 'co-spend', version: 1, confidence: 90 };

interface Forgery {
  readonly transaction: Uint8Array;
  readonly withRaw?: boolean;
  readonly withBlock?: boolean;
  /** How many of the funding transactions are handed over. */
  readonly fundings?: number;
}

/** A proof that the first two inputs of a transaction of the sample have one owner, whatever the rules state about it. */
async function forge({
  transaction,
  withRaw = true,
  withBlock = true,
  fundings = 99,
}: Forgery): Promise<ClusterProofReport> {
  const reader = createClusterLedger();
  const txid = txidOf(transaction);
  const position = (await reader.positionsOf([txid])).get(txid)?.[0] as number;
  const [record] = await reader.records([position]);
  const owners = [record?.inputs[0]?.owner, record?.inputs[1]?.owner] as [Owner, Owner];
  const link: ClusterLink = {
    position,
    view: 'conservative',
    rules: [CO_SPEND],
    confidence: 90,
    owners,
    vout: undefined,
  };
  const sources = [...new Set(record?.inputs.map(({ source }) => source as number))].slice(0, fundings);
  const raw = await reader.rawTransactions(sources);
  const height = Math.floor(position / 2 ** 20);
  const header = reader.block(height)?.header as Uint8Array;
  const material: ProofMaterial = {
    step: { from: owners[0], to: owners[1], link, isBridge: true },
    record: record as ProofMaterial['record'],
    raw: withRaw ? transaction : undefined,
    block: withBlock ? { header, txids: await reader.blockTxids(height) } : undefined,
    source: 'a table without raw bytes',
    premises: [],
    opinions: [],
  };
  const body = buildClusterProof({
    chain,
    view: 'conservative',
    asOf: { height: 7, hash: null, time: null, software: 'test' },
    rules: proofRules('btc').version,
    steps: [material],
    fundings: new Map([...raw.values()].map((bytes) => [txidOf(bytes), bytes])),
  });
  return verifyClusterProof(parseClusterProof(encodeClusterProof(body)));
}

/** The sample's headers have no work, which is not what is looked at here. */
function unsound({ checks }: ClusterProofReport): string[] {
  return checks
    .filter(({ state, check }) => state !== 'passed' && check !== 'work')
    .map(({ check, state }) => `${check} ${state}`);
}

describe('a step that should not be believed', () => {
  it('is sound where two inputs of a payment are joined', async () => {
    expect(unsound(await forge({ transaction: CLUSTER_TX.both }))).toEqual([]);
  });

  it('fails where a CoinJoin is stated to join its participants', async () => {
    const report = await forge({ transaction: CLUSTER_TX.mix });
    expect(unsound(report)).toEqual(['coinjoin failed']);
    expect(report.checks.map(({ sentence }) => sentence).join(' ')).toContain('its inputs belong to several people');
  });

  it('fails where nobody worked for the header', async () => {
    const { checks, verdict } = await forge({ transaction: CLUSTER_TX.both });
    expect(verdict).toBe('failed');
    expect(checks.find(({ check }) => check === 'work')?.sentence).toContain('does not meet the target');
  });

  it('is partial, with the reason, where raw bytes, the block or what it spends are not indexed', async () => {
    const reasons = [
      [{ withRaw: false }, '"a table without raw bytes" carries none'],
      [{ withBlock: false }, 'not indexed in full with its header'],
      [{ fundings: 1 }, 'funds one of its inputs'],
    ] as const;
    for (const [missing, reason] of reasons) {
      const { verdict, checks } = await forge({ transaction: CLUSTER_TX.both, ...missing });
      expect(verdict).toBe('partial');
      expect(checks.find(({ check }) => check === 'raw')?.sentence).toContain(reason);
    }
  });
});

describe('the transactions of a proof', () => {
  const parts: TransactionParts = {
    version: 1,
    inputs: [{ prevTxid: 'ab'.repeat(32), prevVout: 0, script: new Uint8Array(0), sequence: 0, witness: [] }],
    outputs: [{ value: 1n, script: new Uint8Array(4) }],
    lockTime: 0,
  };
  const faultsOf = (transaction: TransactionParts): string => {
    const raw = encodeTransaction(transaction, { witness: true });
    return new ProofTransactions(chain, { [txidOf(raw)]: encodeHex(raw) }).faults.join(' ');
  };

  it('may not look like a node of a Merkle tree', () => {
    expect(faultsOf(parts)).toContain('64 bytes');
    expect(faultsOf({ ...parts, outputs: [{ value: 1n, script: new Uint8Array(5) }] })).toBe('');
  });

  it('carry no witnesses, which no id covers', () => {
    const [input] = parts.inputs;
    const witness = [Uint8Array.of(1, 2, 3)];
    expect(faultsOf({ ...parts, inputs: [{ ...input!, witness }] })).toContain('carries witnesses');
  });
});
