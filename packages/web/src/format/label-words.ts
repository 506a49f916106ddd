import type { LabelClaim } from '@trailmark/api/contract/label';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import type { ConfidenceId } from '@trailmark/core/confidence';
import type { LabelRole } from '@trailmark/core/label';
import { formatDay } from './time.ts';

/** "service data": GraphSense's level as words. */
export function formatConfidenceId(id: ConfidenceId): string {
  return id.replaceAll('_', ' ');
}

/** "50 of 100, service data". */
export function formatConfidence({ id, level }: { readonly id: ConfidenceId; readonly level: number }): string {
  return `${level} of 100, ${formatConfidenceId(id)}`;
}

/** "2 Feb 2026" for a day `YYYY-MM-DD`; null stays null, so that the caller says what is missing. */
export function formatDayText(day: string | null): string | null {
  if (day === null) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : formatDay(at / 1000);
}

/**
 * Who states a claim, when, and how sure it is: "example.org, 2 Feb 2026, 50 of 100, service data". Of an entry of a sanctions
 * list what the list states, which has no confidence.
 */
export function formatStanding({ listing, source, asOf, confidence }: LabelClaim): string {
  if (listing) return listing.statement;
  const day = formatDayText(asOf) ?? 'date not stated';
  return `${shortenSource(source).slice(0, 60)}, ${day}, ${formatConfidence(confidence)}`;
}

export function formatCategory(category: CategoryId): string {
  return CATEGORIES[category].name;
}

const ROLES: Readonly<Record<LabelRole, string>> = {
  hot: 'hot wallet',
  cold: 'cold wallet',
  deposit: 'deposit address',
  withdrawal: 'withdrawal wallet',
  reserve: 'reserve',
  fee: 'fee wallet',
  contract: 'contract',
};

export function formatRole(role: LabelRole): string {
  return ROLES[role];
}

/** The site of a source that is a web address, with the owner where many publish on one site; other sources as they are. */
export function shortenSource(source: string): string {
  const [, host, first] = /^https?:\/\/(?:www\.)?([^/\s?#]+)(?:\/([^/\s?#]+))?/i.exec(source) ?? [];
  if (host === undefined) return source;
  return first !== undefined && /^(?:github|gitlab|x|twitter)\.com$/i.test(host) ? `${host}/${first}` : host;
}

/** A link only where the text is plainly http or https: a third party wrote it. */
export function toSafeLink(text: string): string | undefined {
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(text) ? text : undefined;
}
