import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import { networkOfChain } from '@trailmark/core/network';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { AccountTraceKnowledge, OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ServedAccounts, ServedOutputs } from '../../ledger/ledgers.ts';
import { createAccountParties, createOutputParties } from '../parties.ts';
import { readMemos } from '../read-memos.ts';

const NO_CHANGE = { vout: null, rules: [], isDisputed: false } as const;

/** Names and change choices rest on clusters: without them the same request would give another trace a minute later. */
export function assertClustersReady({ chain }: ServedOutputs, { progress }: ClusterReader): void {
  if (progress.state !== 'building') return;
  const percent = Math.floor(progress.progress * 100);
  throw new AppError(
    'unavailable',
    `The clusters of ${chain.name} are being built (${percent} %), and a trace rests on them. Ask again in a moment.`,
  );
}

/** What a trace over outputs knows in addition to the ledger, as of now: labels, clusters and rules do not change under it. */
export async function createOutputKnowledge(
  ledger: ServedOutputs,
  knowledge: Knowledge,
): Promise<OutputTraceKnowledge> {
  const clusters = knowledge.clusters(ledger.id);
  if (clusters) assertClustersReady(ledger, clusters);
  const network = networkOfChain(ledger.id);
  const parties = await createOutputParties(ledger, { labels: knowledge.labels(), network, clusters });
  const detection = createCoinJoinDetection({ chain: ledger.id });
  return {
    partiesOf: parties.partiesOf,
    mayHaveParty: parties.mayHaveParty,
    formatOwner: (owner) => formatOwner(ledger.chain, owner),
    parseAddress: (text) => parseOwner(ledger.chain, text),
    memosOf: (raw) => readMemos(ledger.chain, raw),
    coinJoinOf: (record) =>
      clusters ? clusters.detect(record) : detection.detect(record, { kindAt: () => undefined }),
    changeOf: (record) => (clusters ? toChange(clusters, record) : NO_CHANGE),
  };
}

function toChange(clusters: ClusterReader, record: TransactionRecord): ReturnType<OutputTraceKnowledge['changeOf']> {
  const { vout, rules, isDisputed } = clusters.change(record);
  return { vout: vout ?? null, rules, isDisputed };
}

/** What a trace over an account chain knows in addition to the ledger. */
export function createAccountKnowledge(ledger: ServedAccounts, knowledge: Knowledge): AccountTraceKnowledge {
  const parties = createAccountParties(knowledge.labels(), networkOfChain(ledger.id));
  return {
    partiesOf: parties.partiesOf,
    formatAddress: (address) => formatAccount(ledger.chain, address),
    parseAddress: (text) => parseAccount(ledger.chain, text),
  };
}
