import { COINJOIN_KINDS } from '@trailmark/core/cluster';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText, cursor, envelope, hash, height, outputChainId, pageLimit, units, unixSeconds } from '../wire.ts';
import { agencyStatement } from './agency-statement.ts';
import { clusterLink, clusterName, clusterReference, clusterView, linkRule, rulesAsOf } from './cluster.ts';
import { labelClaim, labelsAsOf } from './label.ts';

const answer = { ...envelope, rules: rulesAsOf, labels: labelsAsOf };
/** What reviewers of the reader's agency state of the address that names a row. Absent where they state nothing. */
const stated = { ofAgency: z.array(agencyStatement).optional() };

export const getAddressClusters = defineRoute({
  method: 'GET',
  path: '/:chain/addresses/:address/clusters',
  tag: 'Clusters',
  summary: 'The cluster of an address in both views',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, address: addressText }),
  output: z.object({
    ...answer,
    address: z.string(),
    /** Null: the address has not been seen in the blocks the clusters cover. */
    conservative: clusterReference.nullable(),
    expanded: clusterReference.nullable(),
  }),
});

const clusterParams = z.object({ chain: outputChainId, cluster: clusterName });
const viewQuery = { view: clusterView.default('conservative') };

export const getCluster = defineRoute({
  method: 'GET',
  path: '/:chain/clusters/:cluster',
  tag: 'Clusters',
  summary: 'A cluster: size, sums, labels and the rules that made it',
  access: 'allowed',
  audit: 'look-up',
  params: clusterParams,
  query: z.object({ ...viewQuery, untilHeight: z.coerce.number().int().nonnegative().optional() }),
  output: z.object({
    ...answer,
    cluster: clusterReference,
    /** Sums over the members; null where there are too many to add up in time (the gap says so). */
    totals: z
      .object({
        balance: units.nullable(),
        received: units,
        sent: units,
        transactionCount: z
          .number()
          .int()
          .meta({ description: 'Sum over members: a transaction of two counts twice.' }),
        firstHeight: height.nullable(),
        firstTime: unixSeconds.nullable(),
        lastHeight: height.nullable(),
        lastTime: unixSeconds.nullable(),
      })
      .nullable(),
    links: z.object({
      count: z.number().int(),
      byRule: z.array(z.object({ rule: linkRule, count: z.number().int() })),
      weakest: clusterLink.nullable(),
    }),
    /** Claims about members, with how many more there are. */
    claims: z.array(labelClaim),
    claimCount: z.number().int(),
    /** The other view of the same owners. */
    other: z.object({ view: clusterView, size: z.number().int(), id: z.number().int() }),
    /** The cluster's size as it was known at `untilHeight`, where that was requested. */
    untilHeight: height.nullable(),
    alarms: z.array(
      z.object({
        link: clusterLink,
        parts: z.array(z.object({ root: z.string(), size: z.number().int() })),
      }),
    ),
  }),
});

export const listClusterMembers = defineRoute({
  method: 'GET',
  path: '/:chain/clusters/:cluster/members',
  tag: 'Clusters',
  summary: 'Addresses of a cluster in order of first appearance',
  access: 'allowed',
  audit: 'look-up',
  params: clusterParams,
  query: z.object({ ...viewQuery, cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    ...answer,
    cluster: clusterReference,
    items: z.array(
      z.object({
        address: z.string(),
        balance: units.nullable(),
        received: units,
        transactionCount: z.number().int(),
        firstHeight: height.nullable(),
        lastHeight: height.nullable(),
        claims: z.array(labelClaim),
        ...stated,
      }),
    ),
    next: cursor.nullable(),
  }),
});

export const listClusterLinks = defineRoute({
  method: 'GET',
  path: '/:chain/clusters/:cluster/links',
  tag: 'Clusters',
  summary: 'The unions that made a cluster, oldest first',
  access: 'allowed',
  audit: 'look-up',
  params: clusterParams,
  query: z.object({ ...viewQuery, cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({ ...answer, cluster: clusterReference, items: z.array(clusterLink), next: cursor.nullable() }),
});

export const listClusterCounterparties = defineRoute({
  method: 'GET',
  path: '/:chain/clusters/:cluster/counterparties',
  tag: 'Clusters',
  summary: 'Clusters this one paid or was paid by, largest first',
  access: 'allowed',
  audit: 'look-up',
  params: clusterParams,
  query: z.object({ ...viewQuery, limit: z.coerce.number().int().min(1).max(200).default(50) }),
  output: z.object({
    ...answer,
    cluster: clusterReference,
    items: z.array(
      z.object({
        cluster: clusterReference,
        sentTo: units,
        receivedFrom: units,
        transactionCount: z.number().int(),
        lastHeight: height,
        claims: z.array(labelClaim),
        ...stated,
      }),
    ),
    total: z.number().int(),
    /** Members whose counterparties were counted; fewer than the size where the cluster is too large (the gap says so). */
    membersRead: z.number().int(),
  }),
});

export const proofStep = z.object({
  from: z.string(),
  to: z.string(),
  link: clusterLink,
  /** Without this link the two addresses fall apart; null where that was too large to find out. */
  isBridge: z.boolean().nullable(),
});

/** Rules and transactions excluded from the calculation, comma-separated. */
const without = z.string().max(4000).optional();

export const whyTogether = defineRoute({
  method: 'GET',
  path: '/:chain/why/:address/:other',
  tag: 'Clusters',
  summary: 'Why two addresses stand in one cluster: the shortest proof path',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, address: addressText, other: addressText }),
  query: z.object({ ...viewQuery, withoutRules: without, withoutTransactions: without }),
  output: z.object({
    ...answer,
    address: z.string(),
    other: z.string(),
    view: clusterView,
    /** `apart`: nothing joins them in this view. `unseen`: one of them is not in the blocks the clusters cover. */
    verdict: z.enum(['together', 'apart', 'unseen']),
    steps: z.array(proofStep),
    /** Confidence of the weakest step; null unless together. */
    confidence: z.number().int().nullable(),
    weakestStep: z.number().int().nullable(),
    /** In the expanded view where the verdict here is apart. */
    isTogetherExpanded: z.boolean(),
  }),
});

export const whatIf = defineRoute({
  method: 'POST',
  path: '/:chain/clusters/:cluster/what-if',
  tag: 'Clusters',
  summary: 'What is left of a cluster without some rules or transactions, and what falls away',
  access: 'allowed',
  audit: 'look-up',
  params: clusterParams,
  body: z.object({
    view: clusterView.default('conservative'),
    withoutRules: z.array(z.string().max(64)).max(50).default([]),
    withoutTransactions: z.array(hash).max(1000).default([]),
  }),
  output: z.object({
    ...answer,
    cluster: clusterReference,
    linksDropped: z.number().int(),
    /** The parts it falls into, largest first, at most 100; the one that holds `root` is marked. */
    parts: z.array(
      z.object({
        root: z.string(),
        size: z.number().int(),
        holdsRoot: z.boolean(),
        claims: z.array(labelClaim),
        claimCount: z.number().int(),
        ...stated,
      }),
    ),
    partCount: z.number().int(),
  }),
});

/** A proof that needs nothing of us: raw transactions, Merkle branches and headers. `trailmark verify-proof` checks it offline. */
export const exportClusterProof = defineRoute({
  method: 'GET',
  path: '/:chain/why/:address/:other/proof',
  tag: 'Clusters',
  summary: 'The proof path as a file that verifies offline',
  access: 'allowed',
  audit: 'export',
  params: z.object({ chain: outputChainId, address: addressText, other: addressText }),
  query: z.object({ ...viewQuery }),
  mediaTypes: ['application/json'],
});

export const coinJoinVerdict = z.object({
  detector: z.string(),
  version: z.number().int(),
  kind: z.enum(COINJOIN_KINDS),
  name: z.string(),
  confidence: z.number().int(),
  isCoinJoin: z.boolean(),
  participants: z.number().int().nullable(),
  denominations: z.array(units),
  notes: z.array(z.string()),
});

/** What the rules state about one transaction. */
export const getTransactionFindings = defineRoute({
  method: 'GET',
  path: '/:chain/transactions/:txid/findings',
  tag: 'Clusters',
  summary: 'CoinJoin verdict, vetoes and change candidates of a transaction',
  access: 'public',
  audit: 'look-up',
  params: z.object({ chain: outputChainId, txid: hash }),
  output: z.object({
    ...answer,
    coinJoin: coinJoinVerdict.nullable(),
    /** Reasons that speak against the verdict, such as an input that a source calls an exchange. A veto never joins anybody. */
    vetoes: z.array(z.object({ id: z.string(), sentence: z.string() })),
    change: z.object({
      vout: z.number().int().nullable(),
      confidence: z.number().int().nullable(),
      isDisputed: z.boolean(),
      opinions: z.array(z.object({ rule: linkRule, candidates: z.array(z.number().int()) })),
    }),
    /** How far the spender of an output looks like the same wallet; a ranking by what came later, no link. */
    fingerprints: z.array(
      z.object({
        vout: z.number().int(),
        spender: hash,
        /** Traits that agree, of those both transactions show. */
        agreeing: z.number().int(),
        compared: z.number().int(),
        traits: z.array(
          z.object({
            trait: z.enum(['version', 'locktime', 'rbf', 'script-type', 'bip69', 'output-count']),
            agrees: z.boolean().nullable(),
          }),
        ),
      }),
    ),
    /** Links this transaction made, by view. */
    links: z.array(clusterLink),
  }),
});

export const listMergeAlarms = defineRoute({
  method: 'GET',
  path: '/:chain/merge-alarms',
  tag: 'Clusters',
  summary: 'Transactions that joined two large clusters, newest first',
  access: 'allowed',
  audit: 'look-up',
  params: z.object({ chain: outputChainId }),
  query: z.object({ ...viewQuery, cursor: cursor.optional(), limit: pageLimit }),
  output: z.object({
    ...answer,
    items: z.array(
      z.object({ link: clusterLink, parts: z.array(z.object({ root: z.string(), size: z.number().int() })) }),
    ),
    next: cursor.nullable(),
  }),
});

export const listRules = defineRoute({
  method: 'GET',
  path: '/rules',
  tag: 'Clusters',
  summary: 'Every heuristic and detector with its version, parameters and page',
  access: 'public',
  audit: 'none',
  output: z.object({
    version: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        version: z.number().int(),
        name: z.string(),
        kind: z.enum(['co-spend', 'change', 'coinjoin']),
        view: clusterView.nullable().meta({ description: 'The view it adds links to; null where it adds none.' }),
        confidence: z.number().int(),
        parameters: z.record(z.string(), z.string()),
        page: z.string(),
      }),
    ),
  }),
});

export const clusterRoutes = {
  getAddressClusters,
  getCluster,
  listClusterMembers,
  listClusterLinks,
  listClusterCounterparties,
  whyTogether,
  whatIf,
  exportClusterProof,
  getTransactionFindings,
  listMergeAlarms,
  listRules,
};
