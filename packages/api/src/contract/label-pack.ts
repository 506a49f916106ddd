import { CONFIDENCE_IDS } from '@trailmark/core/confidence';
import { LABEL_ROLES } from '@trailmark/core/label';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, cursor, day, pageLimit } from '../wire.ts';
import { actorReference, categoryId, labelClaim, labelsAsOf, networkId, packId, packVersion } from './label.ts';

const short = z.string().max(500);

export const searchLabels = defineRoute({
  method: 'GET',
  path: '/labels/search',
  tag: 'Labels',
  summary: 'Labels and actors by name',
  access: 'allowed',
  audit: 'look-up',
  query: z.object({ q: z.string().min(2).max(200), limit: z.coerce.number().int().min(1).max(100).default(20) }),
  output: z.object({
    labels: labelsAsOf,
    claims: z.array(labelClaim),
    actors: z.array(actorReference.extend({ categories: z.array(categoryId) })),
  }),
});

export const packVersionRow = z.object({
  id: packId,
  version: packVersion,
  title: z.string(),
  publisher: z.string(),
  licence: z.string(),
  visibility: z.enum(['public', 'internal']),
  url: z.string().nullable(),
  asOf: day,
  importer: z.string(),
  labelCount: z.number().int(),
  addressCount: z.number().int(),
  refusedCount: z.number().int(),
  importedAt: z.number().int(),
  isActive: z.boolean(),
});
export type PackVersionRow = z.output<typeof packVersionRow>;

export const listLabelPacks = defineRoute({
  method: 'GET',
  path: '/label-packs',
  tag: 'Labels',
  summary: 'Label packs in every version held, newest first, and which are in force',
  access: 'allowed',
  audit: 'none',
  output: z.object({ labels: labelsAsOf, items: z.array(packVersionRow) }),
});

const labelBrief = z.object({
  network: networkId,
  address: z.string(),
  label: z.string(),
  category: categoryId,
  source: z.string(),
});

export const previewLabelPack = defineRoute({
  method: 'GET',
  path: '/label-packs/:pack/versions/:version/preview',
  tag: 'Labels',
  summary: 'What would change if a version of a pack came into force',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ pack: packId, version: packVersion }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  output: z.object({
    labels: labelsAsOf,
    pack: packVersionRow,
    active: packVersionRow.nullable(),
    counts: z.object({ added: z.number().int(), removed: z.number().int(), same: z.number().int() }),
    added: z.array(labelBrief),
    removed: z.array(labelBrief),
    /** Rows of the source that were not taken, with the reason; the first ones, `pack.refusedCount` counts all. */
    refused: z.array(z.object({ line: z.number().int().nullable(), text: z.string(), reason: z.string() })),
  }),
});

/** What somebody proposed for a list that two administrators decide about. */
const listWithdrawal = z.object({
  pack: packId,
  /** An older version, or null: out of force. */
  version: packVersion.nullable(),
  /** Who proposed it. */
  name: z.string(),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The caller did, and another one has to confirm it. */
  isOwn: z.boolean(),
});

export const getListWithdrawal = defineRoute({
  method: 'GET',
  path: '/label-packs/withdrawal',
  tag: 'Labels',
  summary: 'The open proposal to take the sanctions list out of force',
  access: 'platform',
  audit: 'none',
  output: z.object({ proposal: listWithdrawal.nullable() }),
});

export const activateLabelPack = defineRoute({
  method: 'POST',
  path: '/label-packs/:pack/active',
  tag: 'Labels',
  summary: 'Brings a version of a pack into force, or takes the pack out of force',
  description:
    'Also the way back: an earlier version stays held and can be brought into force again. To take the sanctions list out of force, or back to an older version, takes two administrators: the first call proposes it and changes nothing, the same by another does it.',
  access: 'platform',
  audit: 'change',
  stepUp: true,
  params: z.object({ pack: packId }),
  body: z.object({ version: packVersion.nullable() }),
  output: z.object({
    labels: labelsAsOf,
    items: z.array(packVersionRow),
    /** What waits for a second administrator; null where the change was made. */
    proposal: listWithdrawal.nullable(),
  }),
});

export const contactRoute = z.object({
  channel: z.enum(['portal', 'email', 'post', 'phone']),
  value: z.string(),
  page: z.string(),
  /** Seen on the operator's own domain. */
  isOfficialDomain: z.boolean(),
  seen: z.string(),
  verifiedOn: day.nullable(),
  /** `seen-official`: on the operator's own domain, but nobody has checked it since; `unverified`: elsewhere. */
  standing: z.enum(['verified', 'seen-official', 'unverified']),
});
export type Contact = z.output<typeof contactRoute>;

export const actorRow = z.object({
  id: z.string(),
  label: z.string(),
  legalName: z.string().nullable(),
  aliases: z.array(z.string()),
  uri: z.string().nullable(),
  jurisdictions: z.array(z.string()),
  categories: z.array(categoryId),
  contacts: z.array(contactRoute),
  source: z.string(),
  licence: z.string(),
  labelCount: z.number().int(),
});
export type ActorRow = z.output<typeof actorRow>;

export const listActors = defineRoute({
  method: 'GET',
  path: '/actors',
  tag: 'Actors',
  summary: 'The directory of organisations',
  access: 'allowed',
  audit: 'look-up',
  query: z.object({
    q: z.string().max(200).optional(),
    category: categoryId.optional(),
    jurisdiction: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
    withContact: z.enum(['true', 'false']).optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  output: z.object({ labels: labelsAsOf, items: z.array(actorRow), total: z.number().int(), next: cursor.nullable() }),
});

export const getActor = defineRoute({
  method: 'GET',
  path: '/actors/:actor',
  tag: 'Actors',
  summary: 'An organisation: names, jurisdictions, contact routes and known addresses by network and role',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ actor: short }),
  output: z.object({
    labels: labelsAsOf,
    actor: actorRow,
    /** False: the directory does not know it, and only claims name it, in the words of their sources. */
    isInDirectory: z.boolean(),
    /** Counts of known addresses; the addresses themselves are listed by `listActorLabels`. */
    addresses: z.array(z.object({ network: networkId, role: z.enum(LABEL_ROLES).nullable(), count: z.number().int() })),
  }),
});

export const listActorLabels = defineRoute({
  method: 'GET',
  path: '/actors/:actor/labels',
  tag: 'Actors',
  summary: 'Claims that name an organisation, a page at a time',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ actor: short }),
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    labels: labelsAsOf,
    items: z.array(labelClaim),
    total: z.number().int(),
    next: cursor.nullable(),
  }),
});

export const listCategories = defineRoute({
  method: 'GET',
  path: '/categories',
  tag: 'Labels',
  summary: 'Categories of labels with their weights, and the levels of confidence',
  access: 'public',
  audit: 'none',
  output: z.object({
    categories: z.array(
      z.object({ id: categoryId, name: z.string(), weight: z.number().int(), isService: z.boolean() }),
    ),
    confidences: z.array(z.object({ id: z.enum(CONFIDENCE_IDS), level: z.number().int() })),
  }),
});

/** In the envelope of Chainalysis' sanctions API, so that clients written for it can be pointed here. */
export const screenSanctions = defineRoute({
  method: 'GET',
  path: '/sanctions/:address',
  tag: 'Sanctions',
  summary: 'Whether an address is on the current OFAC SDN list',
  description:
    'An empty list means "not on the list held", never "clean". Answers `unavailable` while no list is in force. Also answers at `/address/{address}`.',
  access: 'public',
  audit: 'look-up',
  params: z.object({ address: addressText }),
  output: z.object({
    identifications: z.array(
      z.object({ category: z.string(), name: z.string(), description: z.string(), url: z.string() }),
    ),
  }),
});

export const screenAddress = defineRoute({ ...screenSanctions, path: '/address/:address' });

/** Actors and packs: what screens of a ledger do not ask. */
export const labelPackRoutes = {
  searchLabels,
  listLabelPacks,
  previewLabelPack,
  getListWithdrawal,
  activateLabelPack,
  listActors,
  getActor,
  listActorLabels,
  listCategories,
  screenSanctions,
  screenAddress,
};
