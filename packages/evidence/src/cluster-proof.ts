import { sha256 } from '@trailmark/chains/utxo/hash';
import { OUTPUT_CHAIN_IDS } from '@trailmark/core/chain';
import { CLUSTER_VIEWS } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { z } from 'zod';
import { encodeCanonicalJson } from './canonical-json.ts';

export const CLUSTER_PROOF_FORMAT = 'trailmark-cluster-proof-1';

/** Largest file that is written or read, bytes. */
export const MAX_PROOF_BYTES = 64 * 2 ** 20;
export const MAX_PROOF_STEPS = 1_000;

const text = z.string().min(1).max(500);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const percent = z.number().int().min(0).max(100);

const end = z.strictObject({ side: z.enum(['input', 'output']), number: count });

const proofRule = z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,64}$/), version: count, confidence: percent });

const place = z.strictObject({
  /** 80 bytes. */
  header: z.string().regex(/^[0-9a-f]{160}$/),
  /** Sibling hashes up to the Merkle root, display order. */
  branch: z.array(hash).max(32),
});

/** What the index states about an output, beyond what raw transactions can show: it is believed, not proven. */
const premise = z.strictObject({ vout: count, isFirstUse: z.boolean().nullable(), isOfInputs: z.boolean() });

const opinion = z.strictObject({ rule: proofRule, candidates: z.array(count).max(100_000) });

const step = z.strictObject({
  from: text,
  to: text,
  kind: z.enum(['co-spend', 'change']),
  rules: z.array(proofRule).min(1).max(50),
  confidence: percent,
  txid: hash,
  height: count,
  index: count,
  /** Where `from` and `to` are in the transaction; null where the step cannot be proven. */
  ends: z.strictObject({ from: end, to: end }).nullable(),
  place: place.nullable(),
  /** For change: the output considered change, what the index states about each output, and what each heuristic named. */
  change: z
    .strictObject({ vout: count, premises: z.array(premise).max(100_000), opinions: z.array(opinion).max(50) })
    .nullable(),
  /** Why the step cannot be proven from raw data; null where it can. */
  unproven: text.nullable(),
});

const body = z.strictObject({
  format: z.literal(CLUSTER_PROOF_FORMAT),
  chain: z.enum(OUTPUT_CHAIN_IDS),
  view: z.enum(CLUSTER_VIEWS),
  from: text,
  to: text,
  /** The index the proof was written from. Stated, not proven. */
  asOf: z.strictObject({
    height: count.nullable(),
    hash: hash.nullable(),
    time: count.nullable(),
    software: z.string().max(200),
  }),
  /** Version of all rules in force when the links were made (`ClusterReader.rulesVersion`). */
  rules: z.string().max(200),
  steps: z.array(step).min(1).max(MAX_PROOF_STEPS),
  /** Transactions without witnesses, hex by txid: those of the steps, and those that fund their inputs. */
  transactions: z.record(
    hash,
    z
      .string()
      .regex(/^(?:[0-9a-f]{2})+$/)
      .max(8 * 2 ** 20),
  ),
});

/** A proof before it is sealed. */
export type ClusterProofBody = z.output<typeof body>;
export type ClusterProofStep = z.output<typeof step>;
export type ClusterProofPremise = z.output<typeof premise>;

const document = body.extend({ digest: hash });
/** A proof as it is written: `digest` is SHA-256 over the canonical JSON of everything else. */
export type ClusterProof = z.output<typeof document>;

/** SHA-256 (hex) of the canonical JSON of a proof without its digest. */
export function digestClusterProof({ digest: _, ...rest }: ClusterProofBody & { readonly digest?: string }): string {
  return encodeHex(sha256(new TextEncoder().encode(encodeCanonicalJson(rest))));
}

/** The file of a proof: canonical JSON, one line. Throws `invalid` for a proof too large to be one file. */
export function encodeClusterProof(proof: ClusterProofBody): string {
  const line = `${encodeCanonicalJson({ ...proof, digest: digestClusterProof(proof) })}\n`;
  if (line.length <= MAX_PROOF_BYTES) return line;
  throw new AppError('invalid', 'This proof would be larger than 64 MiB. Ask for two addresses that are closer.');
}

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return refuse('This is not a cluster proof: it is not JSON, or it is cut short.');
  }
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const at = issue?.path.map(String).join('.').slice(0, 200);
  return `This is not a cluster proof of the format ${CLUSTER_PROOF_FORMAT}: ${at ? `"${at}": ` : ''}${issue?.message.slice(0, 200)}.`;
}

/**
 * Reads the file of a proof. Only the exact text `encodeClusterProof` writes is taken, so that one proof has one hash and
 * no name is in it twice. Checks form and digest, not what the proof says. Throws `invalid`.
 */
export function parseClusterProof(file: string): ClusterProof {
  if (file.length > MAX_PROOF_BYTES) refuse('This file is larger than a cluster proof can be (64 MiB).');
  const read = document.safeParse(parseJson(file));
  if (!read.success) return refuse(describeIssue(read.error));
  const proof = read.data;
  const digest = digestClusterProof(proof);
  if (digest !== proof.digest)
    refuse(
      `This file was changed after it was written: its content hashes to ${digest}, and it states ${proof.digest}.`,
    );
  if (encodeClusterProof(proof) !== (file.endsWith('\n') ? file : `${file}\n`))
    refuse('This file was reformatted: a proof is one line of canonical JSON. Use the file as it was downloaded.');
  return proof;
}
