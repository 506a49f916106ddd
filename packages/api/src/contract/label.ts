import { CATEGORY_IDS } from '@trailmark/core/category';
import { CONFIDENCE_IDS } from '@trailmark/core/confidence';
import { LABEL_ROLES } from '@trailmark/core/label';
import { NETWORK_IDS } from '@trailmark/core/network';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, day } from '../wire.ts';
import { agencyStatement, claimAppeal } from './agency-statement.ts';

export const networkId = z.enum(NETWORK_IDS);
export const categoryId = z.enum(CATEGORY_IDS);
export const packId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);
export const packVersion = z.string().regex(/^[0-9a-f]{16}$/);

/** Which labels an answer was computed with. */
export const labelsAsOf = z.object({
  version: z.string().meta({ description: 'Changes with every change of the packs in force.' }),
  asOf: day.nullable(),
  labelCount: z.number().int(),
});
export type LabelsAsOf = z.output<typeof labelsAsOf>;

export const actorReference = z.object({ id: z.string(), label: z.string() });

/** An entry of a sanctions list: a fact about the list, with the copy it was read in. It has no confidence. */
export const sanctionListing = z.object({
  list: z.literal('OFAC SDN list'),
  entity: z.string(),
  programme: z.string().nullable(),
  uid: z.string().nullable(),
  /** Day of listing, as dated copies of the list show it; null where none does. */
  listedFrom: day.nullable(),
  /** `on` that day, or `by` it at the latest. */
  listedHow: z.enum(['on', 'by']),
  /** Day of the first list without it; null while it is listed. */
  listedTo: day.nullable(),
  copyOf: day,
  /** All of it in one sentence. */
  statement: z.string(),
});

/** A claim of one source. Text is a third party's: quote it, never trust it. */
export const labelClaim = z.object({
  id: z.string(),
  network: networkId,
  address: z.string(),
  label: z.string(),
  category: categoryId,
  actor: actorReference.nullable(),
  confidence: z.object({ id: z.enum(CONFIDENCE_IDS), level: z.number().int() }),
  scope: z.enum(['address', 'cluster']),
  role: z.enum(LABEL_ROLES).nullable(),
  source: z.string(),
  asOf: day.nullable(),
  licence: z.string(),
  visibility: z.enum(['public', 'internal']),
  pack: z.object({ id: packId, title: z.string(), version: packVersion, asOf: day }),
  details: z.record(z.string(), z.string()),
  /** Present for entries of a sanctions list. Their `confidence` says nothing. */
  listing: sanctionListing.optional(),
  /** Absent where nobody of the reader's agency appealed, and for visitors. It changes no claim and no verdict. */
  appeal: claimAppeal.optional(),
});
export type LabelClaim = z.output<typeof labelClaim>;

/** All claims about one address. `listed` is about the current OFAC SDN list only: not listed is not clean. */
export const addressLabels = z.object({
  network: networkId,
  address: z.string(),
  sanctions: z.enum(['listed', 'formerly-listed', 'not-listed', 'no-list']),
  claims: z.array(labelClaim),
  /** Sources name different actors, or categories that exclude each other; each is reported as stated. */
  isContradictory: z.boolean(),
  /** Absent where the reader's agency states nothing, and for visitors. */
  ofAgency: z.array(agencyStatement).optional(),
});
export type AddressLabels = z.output<typeof addressLabels>;

export const getAddressLabels = defineRoute({
  method: 'GET',
  path: '/labels/:network/:address',
  tag: 'Labels',
  summary: 'Every claim about an address, each with its source',
  access: 'public',
  audit: 'look-up',
  params: z.object({ network: networkId, address: addressText }),
  output: addressLabels.extend({ labels: labelsAsOf }),
});

export const bulkLabels = defineRoute({
  method: 'POST',
  path: '/labels/bulk',
  tag: 'Labels',
  summary: 'Claims about up to 1,000 addresses in one call',
  description: 'Without a network the address is searched on every network whose checksum it passes.',
  access: 'public',
  audit: 'look-up',
  maxBodyBytes: 2 ** 20,
  body: z.object({
    addresses: z
      .array(z.object({ network: networkId.optional(), address: z.string().max(200) }))
      .min(1)
      .max(1000),
    /** Only labels that may be shown to visitors. */
    publicOnly: z.boolean().default(false),
  }),
  output: z.object({
    labels: labelsAsOf,
    /** One for each requested address, in order; several networks of one address follow each other. */
    items: z.array(addressLabels.extend({ input: z.string() })),
    refused: z.array(z.object({ input: z.string(), reason: z.string() })),
  }),
});

export const labelRoutes = { getAddressLabels, bulkLabels };
