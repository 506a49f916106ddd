import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { version } from './case.ts';

const tag = 'Partners';
const id = z.uuid();
const params = z.object({ partner: id });
const name = writtenText(200).trim().min(1);
/** `https://host`, without a path; null for a partner that is reached by files alone. */
const endpoint = z.string().trim().max(300).nullable();
/** Largest frame that is taken as a file. */
const MAX_FILE = 8 * 2 ** 20;
const frame = z.string().min(2).max(MAX_FILE);

const partnerView = z.object({
  id,
  name: z.string(),
  /** Eight groups of five digits of its key, to be compared aloud. */
  fingerprint: z.string(),
  endpoint: z.string().nullable(),
  isOn: z.boolean(),
  /** The key of the pseudorandom function for this partner is the one of this number. */
  epoch: z.number().int(),
  theirEpoch: z.number().int().nullable(),
  theirKeyAt: unixSeconds.nullable(),
  /** Frames in the own log and its head; what the partner last stated of its own. */
  log: z.object({ count: z.number().int(), head: z.string() }),
  theirLog: z.object({ count: z.number().int(), head: z.string() }).nullable(),
  lastRoundOn: z.string().nullable(),
  /** Blinded values in 24 hours, in both directions, and the most. */
  quota: z.object({ sent: z.number().int(), received: z.number().int(), limit: z.number().int() }),
  /** Interests compared with it, and those that wait. */
  interests: z.object({ answered: z.number().int(), waiting: z.number().int(), failed: z.number().int() }),
  lastFault: z.string().nullable(),
  waitingEvents: z.number().int(),
  createdAt: unixSeconds,
  version,
});
export type PartnerView = z.output<typeof partnerView>;

const partnerList = z.object({
  own: z.object({ agency: z.string(), fingerprint: z.string(), card: z.string() }),
  items: z.array(partnerView),
});
export type PartnerList = z.output<typeof partnerList>;

const logEntry = z.object({
  seq: z.number().int(),
  direction: z.enum(['sent', 'received']),
  kind: z.enum(['query', 'answer', 'notice', 'receipt', 'refusal']),
  way: z.enum(['network', 'file']),
  elements: z.number().int(),
  bytes: z.number().int(),
  digest: z.string(),
  head: z.string(),
  at: unixSeconds,
});
export type PartnerLogEntry = z.output<typeof logEntry>;

const file = z.object({ name: z.string(), text: z.string() });

export const partnerRoutes = {
  exchangeWithPartner: defineRoute({
    method: 'POST',
    path: '/partner-exchange',
    tag,
    summary: 'For servers of partners: answer a signed and sealed frame with another one',
    description:
      'Frames of senders who are no partners are refused. Answers to partners, refusals among them, have a size that the question alone decides, and leave at ticks of two seconds.',
    access: 'public',
    audit: 'act',
    maxBodyBytes: 256 * 1024,
    deadlineMs: 60_000,
    hasBulkyAnswer: true,
    body: z.object({ frame: z.string().min(2).max(200_000) }),
    output: z.object({ frame: z.string() }),
  }),
  listPartners: defineRoute({
    method: 'GET',
    path: '/partners',
    tag,
    summary: 'Agencies on other servers that interests are compared with, and the card of the own agency',
    access: 'allowed',
    audit: 'view',
    output: partnerList,
  }),
  readPartnerCard: defineRoute({
    method: 'POST',
    path: '/partner-cards',
    tag,
    summary: 'What a card of a partner says, with the digits to compare aloud; nothing is kept',
    access: 'admin',
    audit: 'view',
    body: z.object({ card: z.string().min(2).max(4_000) }),
    output: z.object({ agency: z.string(), endpoint: z.string().nullable(), fingerprint: z.string() }),
  }),
  addPartner: defineRoute({
    method: 'POST',
    path: '/partners',
    tag,
    summary: 'Add a partner by its card; nothing is sent before it is turned on',
    access: 'admin',
    audit: 'act',
    stepUp: true,
    body: z.object({
      card: z.string().min(2).max(4_000),
      name,
      endpoint,
      /** The digits were compared with somebody of the partner, aloud. */
      isCompared: z.literal(true),
    }),
    output: partnerView,
  }),
  changePartner: defineRoute({
    method: 'POST',
    path: '/partners/:partner/change',
    tag,
    summary: 'Turn a partner on or off, change where it is, replace the key for it, or remove it',
    access: 'admin',
    audit: 'act',
    stepUp: true,
    params,
    body: z.object({
      act: z.enum(['set', 'rotate', 'remove']),
      version,
      name,
      endpoint,
      isOn: z.boolean(),
    }),
    output: partnerList,
  }),
  listPartnerLog: defineRoute({
    method: 'GET',
    path: '/partners/:partner/log',
    tag,
    summary: 'The last frames sent to a partner and received of it, as links of a chain of digests',
    access: 'allowed',
    audit: 'view',
    params,
    output: z.object({ name: z.string(), items: z.array(logEntry) }),
  }),
  makePartnerRequest: defineRoute({
    method: 'POST',
    path: '/partners/:partner/request-file',
    tag,
    summary: 'A file that asks a partner without a network about the interests of the agency',
    access: 'admin',
    audit: 'act',
    params,
    body: z.object({}),
    output: file,
  }),
  takePartnerFile: defineRoute({
    method: 'POST',
    path: '/partner-files',
    tag,
    summary: 'Take an exchange file of a partner; what is to be given back comes with the answer',
    access: 'admin',
    audit: 'act',
    maxBodyBytes: MAX_FILE + 4_096,
    deadlineMs: 60_000,
    body: z.object({ frame }),
    output: z.object({ partner: z.string(), said: z.string(), file: file.nullable() }),
  }),
};
