import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';

/** What a ticket states about the server it was opened on. */
export function describeServer(
  casework: CaseworkContext,
  ledgers: Ledgers,
  knowledge: Knowledge,
): RouteOutput<Contract['getServerFacts']> {
  return {
    software: ledgers.software,
    runtime: `Node ${process.versions.node}`,
    platform: `${process.platform} ${process.arch}`,
    chains: ledgers.list().map(({ id, reader }) => ({ id, tip: reader.tip()?.height ?? null })),
    labels: knowledge.labels().version,
    prices: knowledge.prices().version,
    profile: casework.profile.name,
  };
}
