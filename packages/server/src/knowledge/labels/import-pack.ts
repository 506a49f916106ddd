import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackHead, LabelPackVersion } from '@trailmark/core/label';
import type { ImportOptions, LabelImporter, SourceFile } from '@trailmark/ingest/labels/importer';
import { keepListDates, ofacSdn, toHistoric } from '@trailmark/ingest/labels/ofac-sdn';
import { ofacSdnAdvanced } from '@trailmark/ingest/labels/ofac-sdn-advanced';
import type { LabelPackFiles } from '@trailmark/store/labels/label-pack-files';
import { decodeLabel } from '@trailmark/store/labels/pack-codec';
import { readLabelPack } from '@trailmark/store/labels/pack-file';

/** The pack of the sanctions list, and that of its former entries. */
export const LISTED_PACK = 'ofac-sdn';
export const HISTORIC_PACK = 'ofac-sdn-historic';

/** One import: what is read, into which pack. */
export interface PackImport {
  readonly importer: LabelImporter;
  readonly files: readonly SourceFile[];
  readonly head: LabelPackHead;
  readonly options: ImportOptions;
  readonly signal: AbortSignal | undefined;
}

async function readLabels(packFiles: LabelPackFiles, pack: string): Promise<Label[]> {
  const version = packFiles.active.packs[pack]?.version;
  const labels: Label[] = [];
  if (version === undefined) return labels;
  await readLabelPack(packFiles.path(pack, version), (lines) => void labels.push(...lines.map(decodeLabel)), version);
  return labels;
}

/**
 * A new version of the sanctions list, and of the pack that remembers what was taken off it. Both wait for somebody to bring
 * them into force. The list is small and is kept in memory.
 */
async function importListed(packFiles: LabelPackFiles, { importer, files, head, options, signal }: PackImport) {
  const current: Label[] = [];
  const previous = await readLabels(packFiles, LISTED_PACK);
  const listed = await packFiles.import(
    head,
    async (sink) => {
      await importer.run(files, { ...sink, add: (label) => current.push(label) }, options, signal);
      if (current.length === 0) throw new AppError('invalid', 'The list has no address: it is not taken over.');
      for (const label of keepListDates(previous, current)) sink.add(label);
    },
    signal,
  );
  const historic = toHistoric(previous, current, head.asOf, await readLabels(packFiles, HISTORIC_PACK));
  if (historic.length === 0) return [listed];
  const historicHead = { ...head, id: HISTORIC_PACK, title: 'Formerly on the OFAC SDN list' };
  const before = await packFiles.import(historicHead, (sink) => {
    for (const label of historic) sink.add(label);
  });
  return [listed, before];
}

function isListImporter(importer: LabelImporter): boolean {
  return importer === ofacSdn || importer === ofacSdnAdvanced;
}

/**
 * Takes a source in as new versions that are not in force. Throws `invalid` where a source other than the list itself would
 * be written into the packs of the sanctions list.
 */
export async function importPack(packFiles: LabelPackFiles, wanted: PackImport): Promise<readonly LabelPackVersion[]> {
  const { importer, files, head, options, signal } = wanted;
  const isListPack = head.id === LISTED_PACK || head.id === HISTORIC_PACK;
  if (isListImporter(importer) && head.id === LISTED_PACK) return importListed(packFiles, wanted);
  if (isListImporter(importer) || isListPack) {
    throw new AppError(
      'invalid',
      `The list of OFAC goes into the pack ${LISTED_PACK}, and nothing else does: this pack alone says "sanctioned".`,
    );
  }
  return [await packFiles.import(head, (sink) => importer.run(files, sink, options, signal), signal)];
}
