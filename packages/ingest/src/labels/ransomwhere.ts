import { AppError } from '@trailmark/core/errors';
import { defineLabelImporter, getOnlyFile, parseJsonFile } from './importer.ts';
import { parseDay } from './label-gate.ts';
import { findNetwork } from './network-names.ts';

interface Row {
  readonly address?: unknown;
  readonly blockchain?: unknown;
  readonly family?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ransomwhere's export: addresses of ransom payments that people reported, by family. */
export const ransomwhere = defineLabelImporter({
  id: 'ransomwhere',
  version: 1,
  title: 'Ransomwhere export (JSON)',
  files: 'The export of Ransomwhere as JSON.',
  pack: {
    title: 'Ransomwhere: addresses of ransom payments',
    publisher: 'Ransomwhere',
    licence: 'CC-BY-4.0',
    url: 'https://ransomwhe.re',
    visibility: 'public',
  },
  read: async (files, feed) => {
    const file = getOnlyFile(files);
    const { result } = (parseJsonFile(file) ?? {}) as { readonly result?: unknown };
    if (!Array.isArray(result))
      throw new AppError('invalid', `${file.name} is no export of Ransomwhere: it has no result.`);
    for (const [index, row] of (result as readonly Row[]).entries()) {
      await feed.pace();
      const network = findNetwork(textOf(row.blockchain));
      const family = textOf(row.family) || 'Unknown family';
      feed.claim(
        {
          networks: network === undefined ? undefined : [network],
          address: textOf(row.address),
          label: family,
          category: 'ransomware',
          confidence: 'web_crawl',
          source: 'https://ransomwhe.re',
          asOf: parseDay(textOf(row.updatedAt)),
          details: { family, entry_listed_on: parseDay(textOf(row.createdAt)) },
        },
        index + 1,
      );
    }
  },
});
