import type { SourceStatus } from '@trailmark/api/contract/source';
import type { ChainId } from '@trailmark/core/chain';
import { getOnDemandSource, listOnDemandSources } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import type { Transaction } from '@trailmark/store/cases/casework';
import { listSourceUse, type SourceUse } from '@trailmark/store/cases/sources/request-rows';
import { findSourceRow, listSourceRows, type SourceRow } from '@trailmark/store/cases/sources/source-rows';

function toStatus(source: AnySource, row: SourceRow | undefined, use: SourceUse | undefined): SourceStatus {
  const { id, kind, name, chain, needsKey, reveals, covers } = source;
  return {
    id,
    kind,
    name,
    chain,
    endpoint: row?.endpoint ?? source.endpoint,
    usualEndpoint: source.endpoint,
    isOn: row?.isOn ?? false,
    onlyForCases: row?.onlyForCases ?? false,
    needsKey,
    hasKey: (row?.keyBox ?? null) !== null,
    pin: row?.pin ?? null,
    reveals,
    covers,
    requestCount: use?.requestCount ?? 0,
    lastAskedAt: use ? Math.floor(use.lastAskedAt.getTime() / 1000) : null,
    lastFault: use?.lastFault ?? null,
  };
}

/** Every source of a chain, or of all; how it was used as far as the scope sees it. */
export async function listSourceStatus(tx: Transaction, chain: ChainId | undefined): Promise<SourceStatus[]> {
  const rows = new Map((await listSourceRows(tx)).map((row) => [row.id, row]));
  const uses = new Map((await listSourceUse(tx)).map((use) => [use.sourceId, use]));
  return listOnDemandSources()
    .filter((source) => chain === undefined || source.chain === chain)
    .map((source) => toStatus(source, rows.get(source.id), uses.get(source.id)));
}

/** Throws `not-found`. */
export async function getSourceStatus(tx: Transaction, id: string): Promise<SourceStatus> {
  const source = getOnDemandSource(id);
  const use = (await listSourceUse(tx)).find(({ sourceId }) => sourceId === id);
  return toStatus(source, await findSourceRow(tx, id), use);
}
