import { getChain } from '@trailmark/chains/catalogue';
import { checkProofOfWork, compactToTarget, decodeHeader } from '@trailmark/chains/utxo/block';
import { hashPair, verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { OutputChainId } from '@trailmark/core/chain';
import { decodeHex, displayHash, internalHash } from '@trailmark/core/hex';
import type { Answer } from '../../api.ts';

export type Proof = Answer<'getTransactionProof'>;

/** What the page says the transaction is; the proof is compared with this, not against itself. */
export interface Asked {
  readonly chain: OutputChainId;
  readonly txid: string;
  /** As the transaction's page shows it; null: the proof's own block hash is used. */
  readonly blockHash: string | null;
}

export interface ProofValue {
  readonly label: string;
  readonly value: string;
  /** What it had to be; absent where the value is only shown. */
  readonly expected?: string;
}

export interface ProofStep {
  readonly title: string;
  readonly outcome: 'passes' | 'fails' | 'not-checked';
  /** One sentence: what was done, or why it could not be. */
  readonly sentence: string;
  readonly values: readonly ProofValue[];
}

type Step = Omit<ProofStep, 'title'>;

/** A step that throws has failed: the bytes are not what they should be. */
function run(title: string, step: () => Step): ProofStep {
  try {
    return { title, ...step() };
  } catch (error) {
    return {
      title,
      outcome: 'fails',
      sentence: error instanceof Error ? error.message : 'The bytes cannot be read.',
      values: [],
    };
  }
}

function compare(values: readonly ProofValue[]): 'passes' | 'fails' {
  return values.every(({ value, expected }) => expected === undefined || value === expected) ? 'passes' : 'fails';
}

function checkRaw(proof: Proof, { chain, txid }: Asked): Step {
  const { mweb, cashTokens } = getChain(chain);
  const decoded = decodeTransaction(decodeHex(proof.rawTransaction), { mweb, cashTokens });
  const values = [{ label: 'Double SHA-256 of the bytes', value: decoded.txid, expected: txid }];
  return {
    outcome: compare(values),
    sentence: `${proof.rawTransaction.length / 2} bytes were hashed in this browser.`,
    values,
  };
}

/** The root that a branch leads to, whether or not it is the right one. */
function foldBranch({ index, branch }: Proof, txid: string): string {
  let node = internalHash(txid);
  let at = index;
  for (const sibling of branch.map(internalHash)) {
    node = at % 2 === 1 ? hashPair(sibling, node) : hashPair(node, sibling);
    at = Math.floor(at / 2);
  }
  return displayHash(node);
}

function checkBranch(proof: Proof, { txid }: Asked): Step {
  const root = decodeHeader(decodeHex(proof.header)).merkleRoot;
  const { index, branch } = proof;
  const isProven = verifyMerkleBranch({ txid, index, branch, root });
  const count = branch.length === 1 ? '1 sibling hash leads' : `${branch.length} sibling hashes lead`;
  return {
    outcome: isProven ? 'passes' : 'fails',
    sentence:
      branch.length === 0
        ? 'The block holds this one transaction, so its id is the root.'
        : `From position ${index}, ${count} up to the root.`,
    values: [
      ...branch.map((value, level) => ({ label: `Sibling, level ${level + 1}`, value })),
      { label: 'Folded root', value: foldBranch(proof, txid), expected: root },
    ],
  };
}

function checkHeader(proof: Proof, { blockHash }: Asked): Step {
  const { hash } = decodeHeader(decodeHex(proof.header));
  const values = [{ label: 'Double SHA-256 of the 80 bytes', value: hash, expected: blockHash ?? proof.blockHash }];
  return { outcome: compare(values), sentence: 'The header was hashed in this browser.', values };
}

function checkWork(proof: Proof, { chain }: Asked): Step {
  const definition = getChain(chain);
  const header = decodeHeader(decodeHex(proof.header));
  const target = compactToTarget(header.bits)?.toString(16).padStart(64, '0') ?? 'invalid';
  const values = [
    { label: 'Target', value: target },
    { label: 'Hash', value: header.hash },
  ];
  if (definition.powAlgorithm !== 'sha256d') {
    const sentence = `${definition.name} headers are worked with ${definition.powAlgorithm}, which this page does not compute.`;
    return { outcome: 'not-checked', sentence, values: values.slice(0, 1) };
  }
  const isMet = checkProofOfWork(header, definition);
  const sentence = isMet
    ? 'The hash is not above the target that the header states, and the target is within the limit of the chain.'
    : 'The hash is above the target, or the target is easier than the chain allows.';
  return { outcome: isMet ? 'passes' : 'fails', sentence, values };
}

function checkNeighbours(proof: Proof): Step {
  const header = decodeHeader(decodeHex(proof.header));
  const values: ProofValue[] = [];
  if (proof.previousHeader !== null) {
    const value = decodeHeader(decodeHex(proof.previousHeader)).hash;
    values.push({ label: 'Hash of the header below', value, expected: header.prevHash });
  }
  if (proof.nextHeader !== null) {
    const value = decodeHeader(decodeHex(proof.nextHeader)).prevHash;
    values.push({ label: 'Parent named by the header above', value, expected: header.hash });
  }
  if (values.length === 0) {
    return { outcome: 'not-checked', sentence: 'Neither the header below nor the one above is indexed.', values };
  }
  const sides = values.length === 2 ? 'Both neighbours were' : 'One neighbour was';
  return { outcome: compare(values), sentence: `${sides} read and compared with this header.`, values };
}

/** The five steps by which anyone can see that a transaction is in a block; nothing here asks the server anything. */
export function checkProof(proof: Proof, asked: Asked): readonly ProofStep[] {
  return [
    run('Raw bytes hash to the transaction id', () => checkRaw(proof, asked)),
    run('Branch folds to the Merkle root in the header', () => checkBranch(proof, asked)),
    run('Header hashes to the block hash', () => checkHeader(proof, asked)),
    run('Proof of work meets its target', () => checkWork(proof, asked)),
    run('Neighbouring headers link to it', () => checkNeighbours(proof)),
  ];
}
