import { CATEGORIES } from '@trailmark/core/category';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { groupDigits } from '@trailmark/core/group-digits';
import type { StoredLabel } from '@trailmark/core/label';
import { describeListing, readListing } from '@trailmark/core/sanction-listing';
import type { ActorFinder } from './subject.ts';

const LONGEST_NAME = 80;

/** A third party's text within a sentence of ours: in quotation marks, capped, without quotation marks or controls of its own. */
export function quote(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029"\u201c\u201d]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const letters = Array.from(plain);
  return `"${letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : plain}"`;
}

/** Name of whom a label speaks: the actor as the directory has it, else the label's own text. Both are quoted. */
export function nameOf(label: StoredLabel, actors: ActorFinder): string {
  const actor = label.actor === undefined ? undefined : actors.byId(label.actor);
  return quote(actor?.label ?? label.label);
}

/** Who stated it and when: `source "…", pack "…", 2024-03-01`. */
export function describeSource({ source, pack, asOf }: StoredLabel): string {
  return `source ${quote(source)}, pack ${quote(pack)}, ${asOf === undefined ? 'without a day' : `as of ${asOf}`}`;
}

/** What the sanctions list states of the label's address; undefined for other labels. The entity is quoted. */
export function describeSanction(label: StoredLabel): string | undefined {
  const listing = readListing(label);
  if (!listing) return undefined;
  const programme = listing.programme === undefined ? undefined : quote(listing.programme);
  return describeListing({ ...listing, entity: quote(listing.entity), programme });
}

/** A claim in one sentence: what is stated about which address, by whom. */
export function describeClaim(label: StoredLabel): string {
  const listed = describeSanction(label);
  if (listed !== undefined) return listed;
  const role = label.role === undefined ? '' : `, role ${label.role}`;
  const scope = label.scope === 'cluster' ? ' The source speaks of everything its owner controls.' : '';
  const level = CONFIDENCE_LEVELS[label.confidence];
  return `${quote(label.label)} (${CATEGORIES[label.category].name}${role}), says ${describeSource(label)}; level ${level} of 100.${scope}`;
}

export function claimLevel({ confidence }: StoredLabel): number {
  return CONFIDENCE_LEVELS[confidence];
}

export function isService({ category }: StoredLabel): boolean {
  return CATEGORIES[category].isService;
}

/** What makes two claims speak of one service. */
export function serviceKey({ actor, label }: StoredLabel): string {
  return actor ?? `label:${label.trim().toLowerCase()}`;
}

/** "1 transaction", "3 transactions". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** A share of a whole in percent, rounded down, 0 to 100; 0 of nothing. */
export function percent(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * 100n) / whole);
}
