import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledgers.ts';
import type { Office } from '../office/office.ts';

/** What a ticket says of the server it was opened on. */
export function describeServer(
  office: Office,
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
    profile: office.profile.name,
  };
}
