import { mayHaveChange } from '@trailmark/analysis/clusters/cluster-rules';
import { listVetoes } from '@trailmark/analysis/coinjoin/vetoes';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { CATEGORIES } from '@trailmark/core/category';
import type { CoinJoinFinding } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/ledger';
import { networkOfChain } from '@trailmark/core/network';
import type { Owner } from '@trailmark/core/owner';
import type { Knowledge } from '../knowledge.ts';
import type { Ledgers } from '../ledgers.ts';
import type { Handlers } from '../mount.ts';
import { type ClusterScope, openClusters, toClusterAnswer, toLinkRows, toRule } from './cluster-answer.ts';
import { ruleName } from './rule-catalogue.ts';
import { getTransaction } from './transaction-lookup.ts';

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

/** Whether a source says of an owner that it takes deposits from customers. */
export function createServiceTest({ ledger, labels }: ClusterScope): (owner: Owner) => boolean {
  const network = networkOfChain(ledger.id);
  if (network === undefined) return () => false;
  return (owner) =>
    labels.labelsOf(network, formatOwner(ledger.chain, owner)).some(({ category }) => CATEGORIES[category].isService);
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

/** What the rules say of one transaction. */
export function createFindingHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getTransactionFindings'> {
  return {
    async getTransactionFindings({ params }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { record, unconfirmed } = await getTransaction(scope.ledger, params.txid, undefined, read);
      if (unconfirmed)
        throw new AppError('not-found', 'This transaction is in no block yet; rules are applied to blocks only.');
      const finding = scope.clusters.detect(record);
      return {
        ...toClusterAnswer(scope),
        coinJoin: finding ? toVerdict(finding) : null,
        vetoes: finding ? listVetoes(finding, record, createServiceTest(scope)) : [],
        change: toChange(scope, record, finding),
        links: await toLinkRows(scope, scope.clusters.linksAt(record.position), read),
      };
    },
  };
}
