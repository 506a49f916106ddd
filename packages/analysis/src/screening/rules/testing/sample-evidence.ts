import type { AssetExposure, ExposureWay, PartyExposure, RemainderShare } from '@trailmark/core/screening/exposure';
import type { ScreeningLabel } from '@trailmark/core/screening/screening';
import type { ScreeningEvidence } from '../evaluate.ts';

/** All the samples received, and all they sent: 100 BTC. */
export const WHOLE = 10_000_000_000n;
const LISTED_FROM = '2022-04-05';
/** 16 days after the sample listing. */
export const AFTER = Date.parse('2022-04-21T10:00:00Z') / 1000;
/** 4 days before it. */
export const BEFORE = Date.parse('2022-04-01T10:00:00Z') / 1000;

export function sampleLabel(fields: Partial<ScreeningLabel> = {}): ScreeningLabel {
  return {
    ...{ id: 'label-1', label: 'Sample', category: 'ransomware', source: 'sample.example', pack: 'sample' },
    ...{ confidence: 60, asOf: null, via: null, listing: null },
    ...fields,
  };
}

export function sampleListing(listedTo: string | null = null): NonNullable<ScreeningLabel['listing']> {
  const programme = 'SAMPLE-1';
  return {
    list: 'OFAC SDN list',
    entity: 'SAMPLE MARKET',
    programme,
    listedFrom: LISTED_FROM,
    listedHow: 'on',
    entityFrom: null,
    listedTo,
  };
}

type PartyFields = Partial<Omit<PartyExposure, 'party'>> & { readonly party?: Partial<PartyExposure['party']> };

/** Exposure to one party; sanctioned parties are on the list by default, with all payments after the listing. */
export function sampleParty({ party, ...fields }: PartyFields = {}): PartyExposure {
  const category = fields.category ?? 'ransomware';
  const amount = fields.amount ?? 123_760_000n;
  const ring = fields.ring ?? 'direct';
  const isListed = category === 'sanctioned' || category === 'sanctioned_historic';
  return {
    ...{ way: 'out', ring, category, address: 'bc1qsample', amount, sharePpm: Number((amount * 1_000_000n) / WHOLE) },
    ...{ ends: 1, minHops: ring === 'direct' ? 1 : 3, firstTime: AFTER, lastTime: AFTER, refs: ['a:0'] },
    money: amount * 400n,
    listing: isListed ? { before: 0n, unclear: 0n, after: amount, lifted: 0n, listedFrom: LISTED_FROM } : null,
    ...fields,
    party: {
      ...{
        kind: 'named',
        name: 'Sample',
        category,
        basis: 'claim',
        source: 'sample.example',
        confidence: 60,
        key: 'sample',
      },
      ...(isListed ? { listing: 'On the OFAC SDN list.' } : {}),
      ...party,
    },
  };
}

export function sampleAsset(
  parties: readonly PartyExposure[],
  remainders: readonly RemainderShare[] = [],
): AssetExposure {
  const side = (way: ExposureWay) => ({
    way,
    total: WHOLE,
    added: 0n,
    transactionsRead: 5,
    isPartial: false,
    gaps: [],
  });
  return { asset: '', symbol: 'BTC', decimals: 8, sides: [side('in'), side('out')], parties, remainders };
}

export function sampleEvidence(fields: Partial<ScreeningEvidence> = {}): ScreeningEvidence {
  return { own: [], inherited: [], exposure: [], behaviours: [], isKnown: true, unknownReason: null, ...fields };
}
