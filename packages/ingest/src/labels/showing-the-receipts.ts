import { defineLabelImporter, getOnlyFile } from './importer.ts';
import { eachRow } from './table-cells.ts';

/** How the authors came to an address; their clusters are inferences, and say so. */
const ORIGINS: Readonly<Record<string, { readonly words: string; readonly confidence: 'forensic' | 'heuristic' }>> = {
  origCluster: { words: 'cluster of a known payment', confidence: 'forensic' },
  expandedCluster: { words: 'expanded cluster of a known payment', confidence: 'heuristic' },
  ransomwhere: { words: 'reported to Ransomwhere', confidence: 'forensic' },
};

/** Ransomware payment addresses of "Showing the Receipts" (Cable, Gray and McCoy, 2024): how found, and what was received. */
export const showingTheReceipts = defineLabelImporter({
  id: 'showing-the-receipts',
  version: 1,
  title: 'Showing the Receipts: ransomware payments',
  files: 'One table with the columns address, type, amountReceivedUSD and amountReceivedBTC.',
  pack: {
    title: 'Showing the Receipts: ransomware payment addresses',
    publisher: 'Jack Cable, Ian W Gray and Damon McCoy',
    licence: 'CC-BY-4.0',
    url: 'https://github.com/cablej/showing-the-receipts',
    visibility: 'public',
  },
  read: async (files, feed) => {
    const columns = ['address', 'type', 'amountReceivedUSD', 'amountReceivedBTC'] as const;
    await eachRow(getOnlyFile(files), columns, feed, (cell, { line }) => {
      const origin = Object.hasOwn(ORIGINS, cell('type')) ? ORIGINS[cell('type')] : undefined;
      feed.claim(
        {
          networks: ['btc'],
          address: cell('address'),
          label: 'Ransomware payment',
          category: 'ransomware',
          confidence: origin?.confidence ?? 'unknown',
          source: 'https://arxiv.org/abs/2408.15420',
          asOf: '2024-08-28',
          details: {
            origin: origin?.words ?? cell('type'),
            received_usd: cell('amountReceivedUSD'),
            received_btc: cell('amountReceivedBTC'),
          },
        },
        line,
      );
    });
  },
});
