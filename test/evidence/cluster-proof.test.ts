import {
  type ClusterProof,
  type ClusterProofBody,
  encodeClusterProof,
  parseClusterProof,
} from '@trailmark/evidence/cluster-proof';
import { verifyClusterProof } from '@trailmark/evidence/verify-cluster-proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportProof } from './first-blocks.ts';

/** Two addresses that no transaction spends from together: block 546 joins each with a third one. */
const FROM = '1KAD5EnzzLtrSo2Da2G4zzD7uZrjk8zRAv';
const TO = '1DCbY2GYVaAMCBpuBNN5GVg3a47pNK1wdi';
const BLOCK = '000000005a4ded781e667e06ceefafb71410b511fe0d5adc3e5a27ecbec34ae6';

let file: string;
let proof: ClusterProof;

beforeAll(async () => {
  file = await exportProof(FROM, TO);
  proof = parseClusterProof(file);
});

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

function* leaves(value: Json, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [name, part] of Object.entries(value)) yield* leaves(part, [...path, name]);
}

/** Another value of the same form, as a forger would write it. */
function flip(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return value === null ? 'x' : !value;
  const at = Math.floor(value.length / 2);
  return value.slice(0, at) + (value[at] === '1' ? '2' : '1') + value.slice(at + 1);
}

function withFlipped(path: Path): ClusterProofBody {
  const copy = JSON.parse(file) as { [name: string]: Json };
  let at: Json = copy;
  for (const name of path.slice(0, -1)) at = (at as { [name: string]: Json })[name] as Json;
  const holder = at as { [name: string]: Json };
  const last = String(path.at(-1));
  holder[last] = flip(holder[last] as Json);
  delete copy.digest;
  return copy as unknown as ClusterProofBody;
}

/** What a file states about itself where nothing in it could prove it. */
const STATED = /^(asOf\.|steps\.\d+\.height$|digest$)/;

function verdictOf(body: ClusterProofBody): string {
  try {
    return verifyClusterProof(parseClusterProof(encodeClusterProof(body))).verdict;
  } catch {
    return 'refused';
  }
}

describe('a proof of two addresses of the first month of Bitcoin', () => {
  it('verifies from its own bytes, through two transactions of block 546', () => {
    const report = verifyClusterProof(proof);
    expect(report.checks.filter(({ state }) => state !== 'passed')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'verified', from: FROM, to: TO, stepCount: 2, view: 'conservative' });
    expect(proof.steps.map(({ height, index }) => [height, index])).toEqual([
      [546, 2],
      [546, 1],
    ]);
    expect(new Set(report.checks.map(({ check }) => check))).toEqual(
      new Set(['path', 'rules', 'raw', 'branch', 'work', 'ends', 'coinjoin', 'rule']),
    );
  });

  it('says what a header cannot show, and checks a block that is known from elsewhere', () => {
    expect(verifyClusterProof(proof).limits.join(' ')).toContain(`height 546: ${BLOCK}`);
    const known = verifyClusterProof(proof, { knownBlocks: new Map([[546, BLOCK]]) });
    expect(known.verdict).toBe('verified');
    expect(known.limits.join(' ')).not.toContain(BLOCK);
    const other = verifyClusterProof(proof, { knownBlocks: new Map([[546, 'ab'.repeat(32)]]) });
    expect(other.verdict).toBe('failed');
  });

  it('fails where more work is required than its headers took', () => {
    expect(verifyClusterProof(proof, { minimumWork: 2n ** 32n }).verdict).toBe('verified');
    expect(verifyClusterProof(proof, { minimumWork: 2n ** 33n }).verdict).toBe('failed');
  });

  it('is refused when any field is changed', () => {
    for (const path of leaves(JSON.parse(file) as Json)) {
      const changed = JSON.stringify({ ...withFlipped(path), digest: proof.digest });
      if (path[0] === 'digest') continue;
      expect(() => parseClusterProof(changed), path.join('.')).toThrow(
        /changed after it was written|not a cluster proof/,
      );
    }
  });

  it('does not verify when any field is changed and the digest is made to fit', () => {
    const verified = [...leaves(JSON.parse(file) as Json)]
      .filter((path) => !STATED.test(path.join('.')))
      .filter((path) => verdictOf(withFlipped(path)) === 'verified');
    expect(verified).toEqual([]);
  });

  it('does not verify when any byte of a transaction is changed', () => {
    for (const [txid, hex] of Object.entries(proof.transactions)) {
      for (let at = 0; at < hex.length; at += 2) {
        const byte = (Number.parseInt(hex.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0');
        const transactions = { ...proof.transactions, [txid]: hex.slice(0, at) + byte + hex.slice(at + 2) };
        expect(verifyClusterProof({ ...proof, transactions }).verdict).toBe('failed');
      }
    }
  });

  it('is refused with a sentence when it is cut short, reformatted or something else', () => {
    expect(() => parseClusterProof(file.slice(0, 500))).toThrow('cut short');
    expect(() => parseClusterProof(JSON.stringify(JSON.parse(file), null, 2))).toThrow('reformatted');
    expect(() => parseClusterProof(file.replace('{', '{"chain":"ltc",'))).toThrow('reformatted');
    expect(() => parseClusterProof('[]')).toThrow('not a cluster proof');
    expect(() => parseClusterProof(file.replace('proof-1', 'proof-2'))).toThrow('"format"');
  });

  it('names what is wrong with a forged step', () => {
    const sentences = (body: Partial<ClusterProof>): string =>
      verifyClusterProof({ ...proof, ...body })
        .checks.filter(({ state }) => state === 'failed')
        .map(({ sentence }) => sentence)
        .join(' ');
    const [first, second] = proof.steps as [ClusterProof['steps'][number], ClusterProof['steps'][number]];
    expect(sentences({ steps: [first] })).toContain('The path ends at');
    expect(sentences({ steps: [second, first] })).toContain('The path breaks: step 1');
    expect(sentences({ to: FROM })).toContain('Both ends are');
    const elsewhere = { ...first, index: 3 };
    expect(sentences({ steps: [elsewhere, second] })).toContain('The Merkle branch does not lead');
    const [txid] = Object.keys(proof.transactions) as [string];
    const { [txid]: dropped, ...rest } = proof.transactions;
    expect(dropped).toBeDefined();
    expect(sentences({ transactions: rest })).toMatch(/not in this file/);
    expect(sentences({ transactions: { ...proof.transactions, ['ab'.repeat(32)]: '00' } })).toContain('cannot be read');
    const bare = { ...first, unproven: 'a word' };
    expect(sentences({ steps: [bare, second] })).toContain('carries parts of one');
  });

  it('is partial where a step has no raw data', () => {
    const [first, second] = proof.steps as [ClusterProof['steps'][number], ClusterProof['steps'][number]];
    const unproven = { ...first, ends: null, place: null, unproven: 'no raw bytes are held.' };
    const steps = [unproven, second];
    const surplus = verifyClusterProof({ ...proof, steps }).checks.flatMap(
      ({ sentence }) => /holds transaction (\w+), which no step needs/.exec(sentence)?.[1] ?? [],
    );
    expect(surplus.length).toBeGreaterThan(0);
    const needed = Object.entries(proof.transactions).filter(([txid]) => !surplus.includes(txid));
    const report = verifyClusterProof({ ...proof, steps, transactions: Object.fromEntries(needed) });
    expect(report.verdict).toBe('partial');
    expect(report.checks.filter(({ state }) => state !== 'passed')).toEqual([
      {
        step: 0,
        check: 'raw',
        state: 'stated',
        sentence: 'This step cannot be proven from raw data: no raw bytes are held.',
      },
    ]);
  });
});
