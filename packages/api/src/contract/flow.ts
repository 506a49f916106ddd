import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { flowDocument } from './flow-wire.ts';

const tag = 'Saved coin flows';
/** Ten thousand nodes with their history. */
const MAX_DOCUMENT_BYTES = 33_554_432;
const id = z.uuid();
const title = z.string().trim().min(1).max(120);

/** One step of the history: patches that lead on and back (RFC 6902 paths as lists). */
const patch = z.object({
  op: z.enum(['add', 'remove', 'replace']),
  path: z.array(z.union([z.string().max(700), z.number().int()])).max(12),
  value: z.unknown().optional(),
});
export const flowHistoryEntry = z.object({
  label: z.string().max(160),
  at: unixSeconds,
  patches: z.array(patch).max(50_000),
  inverse: z.array(patch).max(50_000),
});
/** Linear undo and redo: entries below `cursor` are done, the others were undone. */
export const flowHistory = z.object({
  cursor: z.number().int().min(0),
  entries: z.array(flowHistoryEntry).max(300),
});
export type FlowHistory = z.output<typeof flowHistory>;

export const flowHead = z.object({
  id,
  /** The flow's own; documents carry the title they were saved with. */
  title,
  chains: z.array(z.string()),
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  createdAt: unixSeconds,
  createdBy: z.string(),
  /** Last save on any branch. */
  savedAt: unixSeconds,
  savedBy: z.string(),
  /** Counts up with every save of the draft on this branch. */
  revision: z.number().int(),
  /** The branch whose draft the counts and the revision are of; `main` unless another was requested. */
  branch: z.string(),
  branches: z.array(z.string()),
  versionCount: z.number().int(),
});
export type FlowHead = z.output<typeof flowHead>;

export const flowVersion = z.object({
  id,
  number: z.number().int(),
  branch: z.string(),
  /** Null for versions kept by themselves. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
  at: unixSeconds,
  by: z.string(),
  parent: z.number().int().nullable(),
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  /** SHA-256 over the canonical JSON of the document. */
  hash,
});
export type FlowVersion = z.output<typeof flowVersion>;

const flowParams = z.object({ flow: id });
const branchName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N} ._-]{1,60}$/u, 'it takes letters, digits, spaces, dots, hyphens and underscores, at most 60');
const branchQuery = z.object({ branch: branchName.optional() });

export const listFlows = defineRoute({
  method: 'GET',
  path: '/flows',
  tag,
  summary: 'Saved coin flows of the agency, last saved first',
  access: 'allowed',
  audit: 'view',
  query: z.object({ text: z.string().max(120).optional(), cursor: z.string().max(200).optional() }),
  output: z.object({ items: z.array(flowHead), next: z.string().nullable() }),
});

export const createFlow = defineRoute({
  method: 'POST',
  path: '/flows',
  tag,
  summary: 'Begin a coin flow',
  access: 'allowed',
  audit: 'act',
  body: z.object({ document: flowDocument }),
  output: flowHead,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
  hasBulkyBody: true,
});

export const getFlow = defineRoute({
  method: 'GET',
  path: '/flows/:flow',
  tag,
  summary: 'A coin flow as it was last saved, with its undo history',
  access: 'allowed',
  audit: 'view',
  params: flowParams,
  query: branchQuery,
  output: z.object({ head: flowHead, document: flowDocument, history: flowHistory }),
  hasBulkyAnswer: true,
});

/** A save over somebody else's answers with `kept-as-branch`: nothing is lost, and nothing overwritten. */
export const saveFlow = defineRoute({
  method: 'POST',
  path: '/flows/:flow/draft',
  tag,
  summary: 'Save the draft of a branch',
  access: 'allowed',
  audit: 'act',
  params: flowParams,
  body: z.object({
    branch: branchName,
    /** Revision the changes were made on. */
    revision: z.number().int(),
    document: flowDocument,
    history: flowHistory,
  }),
  output: z.object({ head: flowHead, outcome: z.enum(['saved', 'kept-as-branch']), sentence: z.string() }),
  maxBodyBytes: MAX_DOCUMENT_BYTES,
  hasBulkyBody: true,
});

export const listFlowVersions = defineRoute({
  method: 'GET',
  path: '/flows/:flow/versions',
  tag,
  summary: 'Versions of a coin flow, newest first',
  access: 'allowed',
  audit: 'view',
  params: flowParams,
  output: z.object({ items: z.array(flowVersion) }),
});

export const nameFlowVersion = defineRoute({
  method: 'POST',
  path: '/flows/:flow/versions',
  tag,
  summary: 'Keep the draft as a named version',
  access: 'allowed',
  audit: 'act',
  params: flowParams,
  body: z.object({ branch: branchName, name: title, reason: z.string().max(500).optional() }),
  output: flowVersion,
});

/** Numbers of versions are those of the store: 32 bits. */
const MAX_VERSION = 2 ** 31 - 1;
const versionParams = z.object({ flow: id, version: z.coerce.number().int().min(1).max(MAX_VERSION) });

export const getFlowVersion = defineRoute({
  method: 'GET',
  path: '/flows/:flow/versions/:version',
  tag,
  summary: 'A version as it was',
  access: 'allowed',
  audit: 'view',
  params: versionParams,
  output: z.object({ version: flowVersion, document: flowDocument }),
  hasBulkyAnswer: true,
});

export const restoreFlowVersion = defineRoute({
  method: 'POST',
  path: '/flows/:flow/versions/:version/restoration',
  tag,
  summary: 'Make a version the draft again; the draft is kept as a version first',
  access: 'allowed',
  audit: 'act',
  params: versionParams,
  body: z.object({ branch: branchName }),
  output: z.object({ head: flowHead }),
});

export const branchFlow = defineRoute({
  method: 'POST',
  path: '/flows/:flow/branches',
  tag,
  summary: 'Begin a branch at a version or at the draft of another branch',
  access: 'allowed',
  audit: 'act',
  params: flowParams,
  body: z.object({
    name: branchName,
    from: branchName,
    version: z.number().int().min(1).max(MAX_VERSION).optional(),
    reason: z.string().max(500).optional(),
  }),
  output: z.object({ head: flowHead }),
});

const partChange = z.object({
  id: z.string(),
  what: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  fields: z.array(z.string()),
});

export const compareFlowVersions = defineRoute({
  method: 'GET',
  path: '/flows/:flow/comparison',
  tag,
  summary: 'What differs between two versions: nodes, payments, amounts, annotations',
  access: 'allowed',
  audit: 'view',
  params: flowParams,
  /** Numbers of versions; 0 is the draft of the named branch, of the main one by default. */
  query: z.object({
    a: z.coerce.number().int().min(0).max(MAX_VERSION),
    b: z.coerce.number().int().min(0).max(MAX_VERSION),
    branch: branchName.optional(),
  }),
  output: z.object({
    a: flowVersion.nullable(),
    b: flowVersion.nullable(),
    /** The first 5,000; the counts are of all. */
    changes: z.array(partChange).max(5_000),
    counts: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      changed: z.number().int(),
      same: z.number().int(),
    }),
  }),
});

export const renameFlow = defineRoute({
  method: 'POST',
  path: '/flows/:flow/title',
  tag,
  summary: 'Name a coin flow',
  access: 'allowed',
  audit: 'act',
  params: flowParams,
  body: z.object({ title }),
  output: flowHead,
});

export const removeFlow = defineRoute({
  method: 'POST',
  path: '/flows/:flow/removal',
  tag,
  summary: 'Put a coin flow away; its versions stay, and an administrator can bring it back',
  access: 'allowed',
  audit: 'act',
  params: flowParams,
  body: z.object({ title }),
  output: z.object({ removed: z.boolean() }),
});

const removedFlow = z.object({
  id,
  title,
  nodeCount: z.number().int(),
  edgeCount: z.number().int(),
  versionCount: z.number().int(),
  savedAt: unixSeconds,
  savedBy: z.string(),
  removedAt: unixSeconds,
  removedBy: z.string(),
});
export type RemovedFlow = z.output<typeof removedFlow>;

export const listRemovedFlows = defineRoute({
  method: 'GET',
  path: '/removed-flows',
  tag,
  summary: 'Coin flows of the agency that were put away, last saved first',
  access: 'admin',
  audit: 'view',
  query: z.object({ text: z.string().max(120).optional(), cursor: z.string().max(200).optional() }),
  output: z.object({ items: z.array(removedFlow), next: z.string().nullable() }),
});

export const returnFlow = defineRoute({
  method: 'POST',
  path: '/removed-flows/:flow/return',
  tag,
  summary: 'Bring back a coin flow that was put away',
  access: 'admin',
  audit: 'act',
  params: flowParams,
  body: z.strictObject({}),
  output: flowHead,
});

export const FLOW_FILE_FORMATS = ['json', 'csv', 'graphml', 'gexf', 'i2', 'gs', 'etherscan', 'pdf', 'log'] as const;
export type FlowFileFormat = (typeof FLOW_FILE_FORMATS)[number];

export const exportFlowFile = defineRoute({
  method: 'POST',
  path: '/flow-files/:format',
  tag,
  summary:
    'A coin flow as a file: JSON, CSV of payments, GraphML, GEXF, i2 rows, GraphSense .gs, Etherscan Flow JSON, PDF, trace log',
  access: 'allowed',
  audit: 'export',
  params: z.object({ format: z.enum(FLOW_FILE_FORMATS) }),
  body: z.object({
    document: flowDocument,
    /** Node ids to export; left out: everything. */
    only: z.array(z.string().max(300)).max(10_000).optional(),
    paper: z.enum(['a4', 'a3', 'a2']).default('a4'),
  }),
  mediaTypes: ['application/json', 'text/csv', 'application/xml', 'application/octet-stream', 'application/pdf'],
  /** Ten thousand nodes on paper take their time, in a thread of their own. */
  deadlineMs: 60_000,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
  hasBulkyBody: true,
});

export const exportFlowVersion = defineRoute({
  method: 'GET',
  path: '/flows/:flow/versions/:version/file',
  tag,
  summary: 'A kept version of a coin flow as a file: the same call gives the same bytes',
  description:
    'Formats that people read print with a name what the agency states against its label today; the document itself, as JSON, never has it.',
  access: 'allowed',
  audit: 'export',
  params: versionParams,
  query: z.object({
    format: z.enum(FLOW_FILE_FORMATS).default('json'),
    paper: z.enum(['a4', 'a3', 'a2']).default('a4'),
  }),
  mediaTypes: exportFlowFile.mediaTypes,
  deadlineMs: 60_000,
});

export const importFlowFile = defineRoute({
  method: 'POST',
  path: '/flow-file-imports',
  tag,
  summary: 'Read a coin flow from Trailmark JSON, GraphSense .gs or Etherscan Flow JSON; nothing is saved yet',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    name: z.string().max(200),
    /** The file in base64. */
    content: z.string().max(24_000_000),
  }),
  output: z.object({
    format: z.enum(['trailmark', 'graphsense', 'etherscan']),
    document: flowDocument,
    /** What could not be taken over, with the reason. */
    refused: z.array(z.object({ what: z.string(), reason: z.string() })),
  }),
  maxBodyBytes: MAX_DOCUMENT_BYTES,
  hasBulkyBody: true,
  hasBulkyAnswer: true,
});

export const flowRoutes = {
  branchFlow,
  compareFlowVersions,
  createFlow,
  exportFlowFile,
  exportFlowVersion,
  getFlow,
  getFlowVersion,
  importFlowFile,
  listFlows,
  listFlowVersions,
  listRemovedFlows,
  nameFlowVersion,
  removeFlow,
  renameFlow,
  restoreFlowVersion,
  returnFlow,
  saveFlow,
} as const;
