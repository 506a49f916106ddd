import { mayHaveChange } from '@trailmark/analysis/clusters/cluster-rules';
import { type CoinJoinVeto, confirmTx0, judgeTx0Data, listVetoes } from '@trailmark/analysis/coinjoin/vetoes';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { CategoryId } from '@trailmark/core/category';
import type { OutputChainId } from '@trailmark/core/chain';
import type { CoinJoinFinding } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { networkOfChain } from '@trailmark/core/network';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { getTransaction } from '../../ledger/outputs/transaction-lookup.ts';
import { type ClusterScope, openClusters, toClusterAnswer, toLinkRows, toRule } from './cluster-answer.ts';
import { ruleName } from './rule-catalogue.ts';
import { readSpenderFingerprints } from './spender-fingerprints.ts';

type Findings = RouteOutput<Contract['getTransactionFindings']>;

function toVerdict(finding: CoinJoinFinding): NonNullable<Findings['coinJoin']> {
  const { detector, participants, denominations, notes } = finding;
  return {
    ...finding,
    name: ruleName(detector),
    participants: participants ?? null,
    denominations: [...denominations],
    notes: [...notes],
  };
}

const EXCHANGES: readonly CategoryId[] = ['exchange', 'high_risk_exchange'];

/** Whether a source calls an owner an exchange. */
function createExchangeTest({ ledger, labels }: ClusterScope): (owner: Owner) => boolean {
  const network = networkOfChain(ledger.id);
  if (network === undefined) return () => false;
  return (owner) =>
    labels.labelsOf(network, formatOwner(ledger.chain, owner)).some(({ category }) => EXCHANGES.includes(category));
}

/** Premix outputs whose spenders are looked at. */
const PREMIX_LOOKED = 20;

/** A finding with what is known by now: a Tx0 whose premix went into a mix is one. */
async function readFinding(
  { ledger, clusters }: ClusterScope,
  record: TransactionRecord,
  read: ReadOptions,
): Promise<CoinJoinFinding | undefined> {
  const finding = clusters.detect(record);
  if (finding?.kind !== 'whirlpool-tx0') return finding;
  const premix = record.outputs.flatMap(({ owner, value }, vout) =>
    owner && value === finding.denominations[0] ? [{ position: record.position, vout, owner }] : [],
  );
  const looked = premix.slice(0, PREMIX_LOOKED);
  const spenders = await ledger.reader.spenders(looked, read);
  const kinds = looked.map(({ position, vout }) => {
    const spender = spenders.get(`${position}:${vout}`);
    return spender && clusters.coinJoinKind(spender.position);
  });
  return confirmTx0(finding, kinds);
}

/** What the data output of a Tx0 says against it; nothing where the raw transaction is not stored. */
async function readDataVeto(
  { ledger }: ClusterScope,
  record: TransactionRecord,
  finding: CoinJoinFinding,
  read: ReadOptions,
): Promise<CoinJoinVeto[]> {
  if (finding.kind !== 'whirlpool-tx0' || !record.hasRaw) return [];
  const raw = (await ledger.reader.rawTransactions([record.position], read)).get(record.position);
  const vout = record.outputs.findIndex(({ type }) => type === 'op-return');
  const script = raw && decodeTransaction(raw).outputs[vout]?.script;
  const veto = script && judgeTx0Data(script);
  return veto ? [veto] : [];
}

function toChange(
  { clusters }: ClusterScope,
  record: TransactionRecord,
  finding: CoinJoinFinding | undefined,
): Findings['change'] {
  if (!mayHaveChange(record, finding)) return { vout: null, confidence: null, isDisputed: false, opinions: [] };
  const { vout, rules, isDisputed, opinions } = clusters.change(record);
  return {
    vout: vout ?? null,
    confidence: rules.length === 0 ? null : Math.max(...rules.map(({ confidence }) => confidence)),
    isDisputed,
    opinions: opinions.map(({ rule, candidates }) => ({ rule: toRule(rule), candidates: [...candidates] })),
  };
}

/** What the rules state about one transaction. Throws `not-found` where it is in no block. */
export async function readTransactionFindings(
  { ledgers, knowledge }: { readonly ledgers: Ledgers; readonly knowledge: Knowledge },
  { chain, txid }: { readonly chain: OutputChainId; readonly txid: string },
  read: ReadOptions,
): Promise<Findings> {
  const ledger = ledgers.get(chain);
  const { record, unconfirmed } = await getTransaction(ledger, txid, undefined, read);
  if (unconfirmed)
    throw new AppError('not-found', 'This transaction is in no block yet; rules are applied to blocks only.');
  const scope = openClusters(ledgers, knowledge, chain);
  const finding = await readFinding(scope, record, read);
  const fingerprints = finding?.isCoinJoin ? [] : await readSpenderFingerprints(ledger, record, read);
  const links = await toLinkRows(scope, scope.clusters.linksAt(record.position), read);
  return {
    ...toClusterAnswer(scope),
    coinJoin: finding ? toVerdict(finding) : null,
    vetoes: finding
      ? [
          ...listVetoes(finding, record, createExchangeTest(scope)),
          ...(await readDataVeto(scope, record, finding, read)),
        ]
      : [],
    change: toChange(scope, record, finding),
    fingerprints,
    links,
  };
}
