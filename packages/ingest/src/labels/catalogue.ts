import { AppError } from '@trailmark/core/errors';
import { caseFlows } from './case-flows.ts';
import { defillamaCex } from './defillama-cex.ts';
import { euConsolidated } from './eu-consolidated.ts';
import { forta } from './forta.ts';
import { frFreezes } from './fr-freezes.ts';
import { graphsenseTagpack } from './graphsense-tagpack.ts';
import type { LabelImporter } from './importer.ts';
import { miningPools } from './mining-pools.ts';
import { ofacSdn } from './ofac-sdn.ts';
import { ofacSdnAdvanced } from './ofac-sdn-advanced.ts';
import { plainCsv } from './plain-csv.ts';
import { ransomwhere } from './ransomwhere.ts';
import { showingTheReceipts } from './showing-the-receipts.ts';
import { spellbookCex } from './spellbook-cex.ts';
import { tornadoCash } from './tornado-cash.ts';
import { ukSanctions } from './uk-sanctions.ts';
import { unConsolidated } from './un-consolidated.ts';

/** Every importer of labels, by id. */
export const LABEL_IMPORTERS: readonly LabelImporter[] = [
  plainCsv,
  caseFlows,
  defillamaCex,
  euConsolidated,
  forta,
  frFreezes,
  graphsenseTagpack,
  miningPools,
  ofacSdn,
  ofacSdnAdvanced,
  ransomwhere,
  showingTheReceipts,
  spellbookCex,
  tornadoCash,
  ukSanctions,
  unConsolidated,
];

/** The importer of an id. Throws `invalid` naming those there are. */
export function getLabelImporter(id: string): LabelImporter {
  const found = LABEL_IMPORTERS.find((importer) => importer.id === id);
  if (found) return found;
  const known = LABEL_IMPORTERS.map((importer) => importer.id).join(', ');
  throw new AppError('invalid', `There is no importer "${id.slice(0, 60)}"; there are ${known}.`);
}
