import type { Actor, StoredLabel } from '@trailmark/core/label';
import type { decideAttribution } from '../decide-attribution.ts';
import type { AttributionSubject, ClusterClaims, MemberClaim } from '../subject.ts';

const ADDRESS = 'subject';

/** A claim of the sample list about the address. */
export function label(text: string, more: Partial<StoredLabel> = {}): StoredLabel {
  return {
    id: `id of ${text} ${more.address ?? ''}`,
    network: 'btc',
    address: ADDRESS,
    label: text,
    category: 'exchange',
    actor: undefined,
    confidence: 'web_crawl',
    scope: 'address',
    role: undefined,
    source: 'a list',
    asOf: '2026-01-02',
    details: {},
    pack: 'sample',
    licence: 'CC0-1.0',
    visibility: 'public',
    ...more,
  };
}

function actor(id: string, name: string, more: Partial<Actor> = {}): Actor {
  return {
    id,
    label: name,
    legalName: undefined,
    aliases: [],
    uri: undefined,
    jurisdictions: [],
    categories: ['exchange'],
    contacts: [],
    source: 'a list',
    licence: 'CC0-1.0',
    ...more,
  };
}

const ACTORS = [actor('kraken', 'Kraken'), actor('binance', 'Binance'), actor('shop', 'Pay Shop')];

/** The sample address: seen, and named by nobody. */
export function subject(more: Partial<AttributionSubject> = {}): AttributionSubject {
  return {
    address: ADDRESS,
    labels: [],
    conservative: undefined,
    expanded: undefined,
    view: 'conservative',
    sweep: undefined,
    use: {
      status: 'seen',
      receives: 2,
      spends: 1,
      first: 5,
      last: 9,
      lastDay: '2026-02-01',
      partial: undefined,
    },
    day: '2026-11-21',
    actors: {
      byId: (id) => ACTORS.find((candidate) => candidate.id === id),
      byName: (name) => ACTORS.find((candidate) => candidate.label.toLowerCase() === name.toLowerCase()),
    },
    ...more,
  };
}

/** A claim about a member of the cluster of the address. */
export function member(text: string, more: Partial<StoredLabel> = {}, linkConfidence = 90): MemberClaim {
  const weakest = { id: 'co-spend', version: 1, confidence: linkConfidence };
  return { label: label(text, { address: 'member', ...more }), weakest, positions: [7] };
}

/** A cluster of twelve with claims about its members. */
export function cluster(claims: readonly MemberClaim[], view: ClusterClaims['view'] = 'conservative'): ClusterClaims {
  return { view, size: 12, claims, labelledCount: claims.length };
}

/** Kinds of the warnings of a decision, in their order. */
export const kinds = (decision: ReturnType<typeof decideAttribution>): string[] =>
  decision.warnings.map(({ kind }) => kind);
