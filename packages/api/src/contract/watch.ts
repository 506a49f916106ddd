import { WATCH_FOLDS, WATCH_STATES } from '@trailmark/core/watch';
import { z } from 'zod';
import { writtenText } from '../plain-text.ts';
import { defineRoute } from '../route.ts';
import { chainId, height, unixSeconds } from '../wire.ts';
import { caseParams, day, version } from './case.ts';
import { getWatchFrontier } from './watch-frontier.ts';

const tag = 'Monitoring';
const id = z.uuid();
const params = z.object({ watch: id });
const kindId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

const condition = z.object({ rule: kindId, setting: z.record(z.string().max(40), z.string().max(200)) });
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'it takes hours and minutes such as 22:00');
const quiet = z.object({ from: clock, to: clock, zone: z.string().min(1).max(60) });

/** What people set of a watch, and can change. */
const settings = {
  name: writtenText(120).trim().min(1),
  /** All of them are to be met; none: every transaction. */
  conditions: z.array(condition).max(12),
  /** 0: already unconfirmed, where the node states what it has seen; 1: in a block. */
  confirmations: z.number().int().min(0).max(1_000),
  /** Counted, and not alerted. */
  folds: z.array(z.enum(WATCH_FOLDS)).max(3),
  quiet: quiet.nullable(),
  /** Channels of the agency, as well as the inbox. */
  channels: z.array(id).max(20),
  /** Members of the case who get an email without any case data. */
  recipients: z.array(id).max(50),
  expiresOn: day.nullable(),
};

const watchView = z.object({
  id,
  /** `W-31`: counted within the case. */
  number: z.string(),
  ...settings,
  case: z.object({ id, number: z.string(), title: z.string() }),
  kind: z.string(),
  kindName: z.string(),
  chain: chainId.nullable(),
  subject: z.string(),
  targets: z.number().int(),
  /** What it alerts, in a few words. */
  alertWhen: z.string(),
  state: z.enum(WATCH_STATES),
  stateWhy: z.string(),
  stateAt: unixSeconds,
  /** Null: the server. */
  stateBy: z.string().nullable(),
  /** What it could not read while others were read, and from which block on; it is tried again. */
  faults: z.array(z.object({ text: z.string(), since: unixSeconds, fromHeight: height.nullable() })),
  authority: z.object({ id, name: z.string(), to: day.nullable() }).nullable(),
  lastAlertAt: unixSeconds.nullable(),
  /** Valid alerts of the last 30 days. */
  alerts: z.number().int(),
  folded: z.number().int(),
  createdAt: unixSeconds,
  createdBy: z.string(),
  version,
});
export type WatchView = z.output<typeof watchView>;

/** Of a chain that is followed by its block filters (BIP 157, BIP 158): counts since that began. */
const filterStatus = z.object({
  /** Filters that were matched. */
  filters: z.number().int(),
  /** Blocks that were fetched whole because their filter matched. */
  fetched: z.number().int(),
  /** Of these, blocks that contain nothing of what is watched. */
  byChance: z.number().int(),
  /** Of these, blocks in which nothing watched was found and whose spent outputs are not all known. */
  undecided: z.number().int(),
  /** Scripts that are looked for. */
  scripts: z.number().int(),
  /** Share of blocks that match so many scripts by chance, 0 to 1. */
  chance: z.number(),
  /** Where there are too many scripts: a sentence. */
  warning: z.string().nullable(),
});

const chainHealth = z.object({
  chain: chainId,
  name: z.string(),
  /** The last block that was read for watches; null before the first. */
  height: height.nullable(),
  /** The last indexed block. */
  tip: height.nullable(),
  tipTime: unixSeconds.nullable(),
  behind: z.number().int(),
  movedAt: unixSeconds.nullable(),
  /** Whether the index is fed by a running ingest. */
  isFollowing: z.boolean(),
  watches: z.number().int(),
  /** Of these, watches that are behind because something failed for them alone. */
  faulty: z.number().int(),
  /** Why no block of the chain is read; null while they are. */
  fault: z.string().nullable(),
  note: z.string(),
  /** Null for a chain of which whole blocks are read. */
  filters: filterStatus.nullable(),
});
export type ChainHealth = z.output<typeof chainHealth>;

export const getWatchHealth = defineRoute({
  method: 'GET',
  path: '/watches/health',
  tag,
  summary: 'How far each chain is read for watches, and what became of alerts',
  access: 'allowed',
  audit: 'view',
  output: z.object({
    at: unixSeconds,
    chains: z.array(chainHealth),
    blocks: z.number().int(),
    /** Milliseconds from seeing a block to storing its alerts, 95 of 100; null without a block in the last day. */
    p95: z.number().nullable(),
    forks: z.number().int(),
    deepestFork: z.number().int(),
    failedDeliveries: z.number().int(),
    alerts: z.object({ new: z.number().int(), oldestNew: unixSeconds.nullable(), retracted: z.number().int() }),
  }),
});
export type WatchHealthView = z.output<typeof getWatchHealth.output>;

const field = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['choice', 'amount', 'days', 'asset']),
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
  default: z.string(),
});

export const listWatchKinds = defineRoute({
  method: 'GET',
  path: '/watches/kinds',
  tag,
  summary: 'What can be watched, and by which rules',
  access: 'allowed',
  audit: 'none',
  output: z.object({
    /** `isOfCase`: nothing is entered, it is what the case names. */
    subjects: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), isOfCase: z.boolean() })),
    rules: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), fields: z.array(field) })),
    chains: z.array(
      z.object({
        id: chainId,
        name: z.string(),
        /** The coin, then known tokens. */
        assets: z.array(z.object({ id: z.string(), symbol: z.string() })),
        hasClusters: z.boolean(),
        hasTokens: z.boolean(),
      }),
    ),
  }),
});
export type WatchKinds = z.output<typeof listWatchKinds.output>;

export const listWatches = defineRoute({
  method: 'GET',
  path: '/watches',
  tag,
  summary: 'Watches of the cases you may read',
  access: 'allowed',
  audit: 'view',
  caseIn: 'query',
  query: z.object({
    case: id.optional(),
    mine: z.stringbool().optional(),
    state: z.enum(WATCH_STATES).optional(),
    chain: chainId.optional(),
    kind: kindId.optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    items: z.array(watchView),
    counts: z.object({
      all: z.number().int(),
      watching: z.number().int(),
      paused: z.number().int(),
      ended: z.number().int(),
    }),
  }),
});
export type WatchPage = z.output<typeof listWatches.output>;

export const getWatch = defineRoute({
  method: 'GET',
  path: '/watches/:watch',
  tag,
  summary: 'One watch',
  access: 'allowed',
  audit: 'view',
  params,
  /** `entered`: all of what it watches as it is stored, for a copy; `subject` is for people and may be cut. */
  output: watchView.extend({ entered: z.string() }),
});
export type WatchDetail = z.output<typeof getWatch.output>;

export const createWatches = defineRoute({
  method: 'POST',
  path: '/cases/:case/watches',
  tag,
  summary: 'Watch one subject or several by the same rules, each a watch of its own; all or none',
  description:
    'A watch belongs to a case and to the legal authority that allows it, where the case demands one. When that ends, reading ends.',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  maxBodyBytes: 1_048_576,
  body: z.object({
    kind: kindId,
    chain: chainId,
    /** One watch for each; a subject of addresses may be a list. */
    subjects: z
      .array(z.object({ text: z.string().trim().min(1).max(60_000), name: writtenText(120).trim().optional() }))
      .min(1)
      .max(500),
    ...settings,
    conditions: settings.conditions.default([]),
    confirmations: settings.confirmations.default(1),
    folds: settings.folds.default(['dust', 'spam', 'zero-value']),
    quiet: settings.quiet.default(null),
    channels: settings.channels.default([]),
    recipients: settings.recipients.default([]),
    expiresOn: settings.expiresOn.default(null),
  }),
  output: z.object({ items: z.array(watchView) }),
});

export const updateWatch = defineRoute({
  method: 'POST',
  path: '/watches/:watch',
  tag,
  summary: 'Change the rules of a watch of the version named; what it watches stays',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ version, ...settings }),
  output: watchView,
});

export const setWatchState = defineRoute({
  method: 'POST',
  path: '/watches/:watch/state',
  tag,
  summary: 'Pause a watch, or let it read again from the next block',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ version, state: z.enum(['watching', 'paused']), why: writtenText(200).trim().default('') }),
  output: watchView,
});

export const removeWatch = defineRoute({
  method: 'POST',
  path: '/watches/:watch/remove',
  tag,
  summary: 'Remove a watch; its alerts stay',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ version }),
  output: z.object({}),
});

export const testWatch = defineRoute({
  method: 'POST',
  path: '/watches/:watch/test',
  tag,
  summary: 'Send a test alert the way alerts of this watch go, with the last transaction that meets its rules',
  description: 'It is marked as a test in the inbox and in each message, and counts as no alert of the watch.',
  access: 'allowed',
  audit: 'act',
  params,
  body: z.object({ version }),
  output: z.object({
    alert: id,
    /** `A-12`. */
    number: z.string(),
    /** Title of what met the rules last; null where nothing did in the last 13 weeks of the index. */
    found: z.string().nullable(),
  }),
});

export const previewWatch = defineRoute({
  method: 'POST',
  path: '/cases/:case/watches/preview',
  tag,
  summary: 'What a watch would have alerted in the indexed past: noise before it starts, or a back-fill',
  access: 'allowed',
  audit: 'look-up',
  subject: 'case',
  params: caseParams,
  body: z.object({
    kind: kindId,
    chain: chainId,
    subject: z.string().trim().min(1).max(60_000),
    conditions: settings.conditions.default([]),
    folds: settings.folds.default(['dust', 'spam', 'zero-value']),
    /** Back from the last indexed block. */
    weeks: z.number().int().min(1).max(1_000).default(13),
  }),
  output: z.object({
    targets: z.number().int(),
    subject: z.string(),
    transactions: z.number().int(),
    alerts: z.number().int(),
    folded: z.number().int(),
    weeks: z.array(z.object({ from: unixSeconds, alerts: z.number().int() })),
    /** The same under other amounts. */
    thresholds: z.array(z.object({ amount: z.string(), alerts: z.number().int(), isUsed: z.boolean() })),
    symbol: z.string(),
    /** The last ones. */
    items: z.array(
      z.object({
        time: unixSeconds,
        height,
        txid: z.string(),
        title: z.string(),
        summary: z.string(),
      }),
    ),
    read: z.object({
      fromHeight: height.nullable(),
      toHeight: height.nullable(),
      fromTime: unixSeconds.nullable(),
      toTime: unixSeconds.nullable(),
      isComplete: z.boolean(),
      /** Only the last transactions were read. */
      isCut: z.boolean(),
      /** Conditions that could not be checked, because blocks are missing. */
      notes: z.array(z.string()),
    }),
  }),
});
export type WatchPreview = z.output<typeof previewWatch.output>;

// Fixed paths come before `getWatch`, whose path would take them for an id.
export const watchRoutes = {
  createWatches,
  getWatchFrontier,
  getWatchHealth,
  listWatchKinds,
  listWatches,
  previewWatch,
  removeWatch,
  setWatchState,
  testWatch,
  updateWatch,
  getWatch,
};
