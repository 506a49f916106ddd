import type { Label, LabelPackHead, LabelPackVersion } from '@trailmark/core/label';
import { LabelSegment } from './label-segment.ts';
import { encodeLabel, sortKey } from './pack-codec.ts';
import { damaged, readLabelPack } from './pack-file.ts';

/** Reads a version of a pack into memory, in slices. Throws `inconsistent`, naming the file, where it is damaged. */
export async function loadSegment(path: string, pack: LabelPackVersion): Promise<LabelSegment> {
  const segment = new LabelSegment(pack);
  await readLabelPack(
    path,
    (lines) => {
      for (const line of lines) segment.addLine(line);
    },
    pack.version,
  );
  try {
    segment.seal();
  } catch (cause) {
    throw damaged(path, cause);
  }
  return segment;
}

/** A pack that was never a file, for tests and small sets. */
export function createSegment(head: LabelPackHead, labels: readonly Label[]): LabelSegment {
  const rows = labels.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const addressCount = new Set(rows.map(({ network, address }) => `${network}:${address}`)).size;
  const segment = new LabelSegment({
    ...head,
    version: '0'.repeat(16),
    labelCount: rows.length,
    addressCount,
    refusedCount: 0,
    importedAt: 0,
    isActive: true,
  });
  for (const row of rows) segment.addLine(encodeLabel(row));
  segment.seal();
  return segment;
}
