import type { FlowHead, FlowVersion, RemovedFlow } from '@trailmark/api/contract/flow';
import type { FlowRow } from '@trailmark/store/cases/flows/flow-rows';
import type { VersionRow } from '@trailmark/store/cases/flows/version-rows';

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function toFlowHead(row: FlowRow): FlowHead {
  const { number: _, removedAt: __, removedBy: ___, createdAt, savedAt, chains, branches, ...rest } = row;
  return {
    ...rest,
    chains: [...chains],
    branches: [...branches],
    createdAt: toSeconds(createdAt),
    savedAt: toSeconds(savedAt),
  };
}

export function toRemovedFlow(row: FlowRow): RemovedFlow {
  const { id, title, nodeCount, edgeCount, versionCount, savedAt, savedBy, removedAt, removedBy } = row;
  const counts = { nodeCount, edgeCount, versionCount };
  const removed = { removedAt: toSeconds(removedAt ?? savedAt), removedBy: removedBy ?? 'Former account' };
  return { id, title, ...counts, savedAt: toSeconds(savedAt), savedBy, ...removed };
}

export function toFlowVersion({ at, ...row }: VersionRow): FlowVersion {
  return { ...row, at: toSeconds(at) };
}
