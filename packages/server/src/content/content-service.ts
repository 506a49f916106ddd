import { type ContentItem, type ContentKind, type ContentVersion, contentFacts } from '@trailmark/api/contract/content';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type ContentRow, listContentInForce } from '@trailmark/store/cases/content/content-rows';

/** A stored version as the contract has it. Facts that an older version of the software wrote are checked again. */
export function toVersion(row: ContentRow): ContentVersion {
  const { slug, title, summary, body, version, status, author } = row;
  const facts = contentFacts.parse(row.facts);
  return { slug, title, summary, body, version, status, author, facts, changedAt: row.changedAt.toISOString() };
}

/** What the software came with, as the version before all others. */
export function toBundledVersion(item: ContentItem): ContentVersion {
  return { ...item, status: 'published', author: null };
}

/** Puts what was written over what the software came with, by slug; the order of the bundle stays, new items come first. */
export function mergeContent<T extends { readonly slug: string }>(
  bundled: readonly T[],
  written: readonly T[],
): readonly T[] {
  const bySlug = new Map(written.map((item) => [item.slug, item]));
  const known = new Set(bundled.map(({ slug }) => slug));
  return [...written.filter(({ slug }) => !known.has(slug)), ...bundled.map((item) => bySlug.get(item.slug) ?? item)];
}

/** What readers see of a kind: written versions in force over bundled ones, without what was withdrawn. */
export async function listInForce(
  tx: Transaction,
  kind: ContentKind,
  bundled: readonly ContentItem[],
): Promise<readonly ContentItem[]> {
  const written = (await listContentInForce(tx, kind)).map(toVersion);
  return mergeContent(bundled.map(toBundledVersion), written)
    .filter(({ status }) => status === 'published')
    .map(({ status: _status, author: _author, ...item }) => item);
}
