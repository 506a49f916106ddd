import { CATEGORY_IDS, type CategoryId, isCategoryId } from '@trailmark/core/category';
import type { ConfidenceId } from '@trailmark/core/confidence';
import type { NetworkId } from '@trailmark/core/network';
import type { LabelFeed, SourceFile } from './importer.ts';
import type { Claim } from './label-gate.ts';
import { findNetwork, refuseNetwork } from './network-names.ts';
import { type Cell, eachRow } from './table-cells.ts';
import { describeUnknown } from './taxonomy.ts';

export const NORMALISED_COLUMNS = ['chain', 'address', 'label', 'category', 'actor', 'as_of'] as const;
export type NormalisedCell = Cell<(typeof NORMALISED_COLUMNS)[number]>;

/** What a source's table states about all its rows, and how it names actors. */
export interface NormalisedSource {
  readonly source: string;
  readonly confidence: ConfidenceId;
  readonly actorOf: (cell: NormalisedCell) => string | undefined;
  /** Further facts of a row. */
  readonly claimOf?: (cell: NormalisedCell) => Partial<Claim>;
  /** Words of the source for categories. */
  readonly categories?: Readonly<Record<string, CategoryId>>;
}

function findCategory(word: string, source: NormalisedSource): CategoryId | undefined {
  if (source.categories && Object.hasOwn(source.categories, word)) return source.categories[word];
  return isCategoryId(word) ? word : undefined;
}

function toClaim(cell: NormalisedCell, network: NetworkId, category: CategoryId, source: NormalisedSource): Claim {
  return {
    networks: [network],
    address: cell('address'),
    label: cell('label'),
    category,
    actor: source.actorOf(cell),
    confidence: source.confidence,
    source: source.source,
    asOf: cell('as_of'),
    ...source.claimOf?.(cell),
  };
}

/** Reads rows of `chain, address, label, category, actor, …, as_of`, as sources that are SQL or code are extracted to. */
export async function readNormalisedRows(file: SourceFile, feed: LabelFeed, source: NormalisedSource): Promise<void> {
  await eachRow(file, NORMALISED_COLUMNS, feed, (cell, { line }) => {
    const network = findNetwork(cell('chain'));
    const category = findCategory(cell('category'), source);
    if (!network) feed.refuse(refuseNetwork(cell('chain'), cell('address'), line));
    else if (category) feed.claim(toClaim(cell, network, category, source), line);
    else {
      const reason = describeUnknown('category', cell('category'), CATEGORY_IDS);
      feed.refuse({ line, text: cell('address'), reason });
    }
  });
}
