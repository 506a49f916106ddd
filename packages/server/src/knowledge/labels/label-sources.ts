import { AppError } from '@trailmark/core/errors';
import type { LabelImporter } from '@trailmark/ingest/labels/importer';
import { ofacSdnAdvanced } from '@trailmark/ingest/labels/ofac-sdn-advanced';

/** A place a pack can be fetched from, once somebody turned it on. */
export interface LabelSource {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly host: string;
  /** Hosts it hands its files out from. */
  readonly fileHosts: readonly string[];
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly pack: string;
  readonly importer: LabelImporter;
}

/** Official sources only: the publisher's own server. */
export const LABEL_SOURCES: readonly LabelSource[] = [
  {
    id: 'ofac-sdn',
    title: 'OFAC SDN list, from the US Department of the Treasury',
    url: 'https://www.treasury.gov/ofac/downloads/sanctions/1.0/sdn_advanced.xml',
    host: 'www.treasury.gov',
    fileHosts: ['sanctionslistservice.ofac.treas.gov', 'ofac.treasury.gov'],
    maxBytes: 400 * 2 ** 20,
    timeoutMs: 600_000,
    pack: 'ofac-sdn',
    importer: ofacSdnAdvanced,
  },
];

/** The source of an id. Throws `invalid` naming those there are. */
export function getLabelSource(id: string): LabelSource {
  const source = LABEL_SOURCES.find((candidate) => candidate.id === id);
  if (source) return source;
  const known = LABEL_SOURCES.map((candidate) => candidate.id).join(', ');
  throw new AppError('invalid', `There is no source "${id.slice(0, 60)}" to ask for labels. Known: ${known}.`);
}
