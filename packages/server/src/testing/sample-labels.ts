import { AppError } from '@trailmark/core/errors';
import type { Actor, Label, LabelPackHead, LabelPacks, LabelPackVersion, LabelReader } from '@trailmark/core/label';
import { createActorIndex } from '@trailmark/store/labels/actor-index';
import { createLabelIndex } from '@trailmark/store/labels/label-index';
import { createSegment } from '@trailmark/store/labels/load-segment';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { ADDRESS } from './sample-ledger.ts';

/** An Ethereum address that the sample list names, in its canonical spelling. */
export const SAMPLE_ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** A label with the usual rest; Bitcoin, exchange, web crawl by default. */
export function sampleLabel(address: string, label: string, more: Partial<Label> = {}): Label {
  return {
    network: 'btc',
    address,
    label,
    category: 'exchange',
    actor: undefined,
    confidence: 'web_crawl',
    scope: 'address',
    role: undefined,
    source: 'https://example.org/labels',
    asOf: '2026-01-02',
    details: {},
    ...more,
  };
}

function head(id: string, title: string, more: Partial<LabelPackHead> = {}): LabelPackHead {
  return {
    id,
    title,
    publisher: 'Sample publisher',
    licence: 'CC0-1.0',
    visibility: 'public',
    url: 'https://example.org/labels',
    asOf: '2026-01-02',
    importer: 'sample-1',
    ...more,
  };
}

const SANCTIONED = {
  category: 'sanctioned',
  confidence: 'authority_data',
  source: 'https://example.org/sdn',
  details: { entity: 'SAMPLE ENTITY', programme: 'CYBER2', uid: '4711', list_date: '2026-08-20' },
} as const satisfies Partial<Label>;

/**
 * Claims about the people of the sample ledger: bob is a hot wallet of Sample Exchange, carol is an exchange to one source
 * and ransomware to another, dave and an Ethereum address are listed, erin was listed once, frank is named internally.
 */
export const SAMPLE_PACKS: readonly { readonly head: LabelPackHead; readonly labels: readonly Label[] }[] = [
  {
    head: head('sample-services', 'Sample services'),
    labels: [
      sampleLabel(ADDRESS.bob, 'Sample Exchange 1', {
        actor: 'sample-exchange',
        role: 'hot',
        scope: 'cluster',
        confidence: 'service_data',
      }),
      sampleLabel(ADDRESS.carol, 'Second Exchange', { actor: 'second-exchange' }),
    ],
  },
  {
    head: head('sample-crime', 'Sample crime', { asOf: '2026-03-04' }),
    labels: [
      sampleLabel(ADDRESS.carol, 'SampleLocker', {
        category: 'ransomware',
        confidence: 'forensic',
        source: 'A report',
      }),
    ],
  },
  {
    head: head('ofac-sdn', 'OFAC SDN list', { asOf: '2026-08-20', importer: 'ofac-sdn-1' }),
    labels: [
      sampleLabel(ADDRESS.dave, 'SAMPLE ENTITY', SANCTIONED),
      sampleLabel(SAMPLE_ETH, 'SAMPLE ENTITY', { ...SANCTIONED, network: 'eth' }),
    ],
  },
  {
    head: head('ofac-sdn-historic', 'Formerly on the OFAC SDN list'),
    labels: [
      sampleLabel(ADDRESS.erin, 'OLD ENTITY', {
        ...SANCTIONED,
        category: 'sanctioned_historic',
        details: { entity: 'OLD ENTITY', listed_from: '2022-08-08', listed_to: '2025-03-21' },
      }),
    ],
  },
  {
    head: head('sample-internal', 'Own notes', { visibility: 'internal' }),
    labels: [sampleLabel(ADDRESS.frank, 'Suspect of an open case', { category: 'individual' })],
  },
];

const NO_ACTOR_DETAILS = {
  legalName: undefined,
  uri: undefined,
  source: 'https://example.org/actors',
  licence: 'CC0-1.0',
};

export const SAMPLE_ACTORS: readonly Actor[] = [
  {
    ...NO_ACTOR_DETAILS,
    id: 'sample-exchange',
    label: 'Sample Exchange',
    legalName: 'Sample Exchange Ltd',
    aliases: ['SampEx'],
    uri: 'https://exchange.example',
    jurisdictions: ['MT'],
    categories: ['exchange'],
    contacts: [
      {
        channel: 'portal',
        value: 'https://exchange.example/law-enforcement',
        page: 'https://exchange.example/law-enforcement',
        isOfficialDomain: true,
        seen: '2026-08',
        verifiedOn: undefined,
      },
    ],
  },
  {
    ...NO_ACTOR_DETAILS,
    id: 'second-exchange',
    label: 'Second Exchange',
    aliases: [],
    jurisdictions: ['US', 'KY'],
    categories: ['exchange', 'custody'],
    contacts: [],
  },
];

/** A label reader in memory over any packs. */
export function createSampleLabels(packs = SAMPLE_PACKS, actors = SAMPLE_ACTORS): LabelReader {
  const segments = packs.map((pack) => createSegment(pack.head, pack.labels));
  return createLabelIndex(segments, createActorIndex(actors, 'a'.repeat(16)));
}

/** The same as a server's knowledge: each pack is stored in one version and can be taken out of force and back. */
export function createSampleKnowledge(
  packs = SAMPLE_PACKS,
  actors = SAMPLE_ACTORS,
): Pick<Knowledge, 'labels' | 'packs'> & { readonly labels: () => LabelReader } {
  const inactive = new Set<string>();
  const build = () =>
    createSampleLabels(
      packs.filter(({ head: { id } }) => !inactive.has(id)),
      actors,
    );
  const all = createSampleLabels(packs, actors).packs();
  let reader = build();
  const list = (): LabelPackVersion[] => all.map((pack) => ({ ...pack, isActive: !inactive.has(pack.id) }));
  const get = (id: string, version?: string): LabelPackVersion => {
    const found = list().find((pack) => pack.id === id && (version === undefined || pack.version === version));
    if (!found) throw new AppError('not-found', `There is no such version of the label pack "${id}".`);
    return found;
  };
  const labelPacks: LabelPacks = {
    list,
    read: async (id, version) => packs.find(({ head }) => head.id === get(id, version).id)?.labels ?? [],
    preview: async (id, version, limit) => {
      const pack = get(id, version);
      const labels = packs.find((candidate) => candidate.head.id === id)?.labels ?? [];
      const [added, same] = pack.isActive ? [[], labels.length] : [labels, 0];
      return {
        pack,
        active: pack.isActive ? pack : undefined,
        counts: { added: added.length, removed: 0, same },
        added: added.slice(0, limit),
        removed: [],
        refused: [],
      };
    },
    activate: async (id, version) => {
      get(id, version);
      if (version === undefined) inactive.add(id);
      else inactive.delete(id);
      reader = build();
    },
  };
  return { labels: () => reader, packs: labelPacks };
}
