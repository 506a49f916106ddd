import { createPrivateKey, createPublicKey } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { FileSignature } from '@trailmark/core/training/certificate';
import { describe, expect, test } from 'vitest';
import * as ofSignFile from '../certificate/sign-file.ts';
import * as ofCasePackage from './case-package.ts';
import { PACKAGE_FORMAT, type PackageLeaf } from './case-package.ts';
import type { CasePackage } from './verify-case-package.ts';
import * as ofVerifyCasePackage from './verify-case-package.ts';

const recorded = new WatchedResults();
const { signFile } = recorded.watch(ofSignFile);
const { hideLeaf, rootOfLeaves } = recorded.watch(ofCasePackage);
const { isCasePackage, listHidden, verifyCasePackage } = recorded.watch(ofVerifyCasePackage);

const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const keys = { privateKey, publicKey: createPublicKey(privateKey) };
const LEAVES: readonly PackageLeaf[] = [
  { path: 'case/title', salt: '01'.repeat(16), value: 'Harbour' },
  { path: 'case_person/0/name', salt: '02'.repeat(16), value: 'Suspect A' },
  { path: 'case_person/1/name', salt: '03'.repeat(16), value: null },
  { path: 'case_task', digest: 'ab'.repeat(32) },
];

function sign(leaves = LEAVES, more: { readonly expires?: string } = {}): CasePackage {
  const body = {
    format: PACKAGE_FORMAT as typeof PACKAGE_FORMAT,
    ...{ version: 1, id: 'x', agency: 'North', number: '2026-00001', software: 'Trailmark' },
    ...{ madeAt: '2026-11-20T10:00:00Z', recipient: 'South', purpose: 'Assistance', handling: '', expires: null },
    ...{ leaves: leaves.length, root: rootOfLeaves(leaves) },
    ...more,
  };
  const { signature } = JSON.parse(signFile(body, keys)) as { signature: FileSignature };
  return { statement: { ...body, signature }, leaves };
}
const failures = (file: CasePackage, today = '2026-11-21') =>
  verifyCasePackage(file, today).checks.filter(({ state }) => state === 'failed');

const SIGNATURE = sign().statement.signature;

describe('a case package', () => {
  test('has the shape of one at the bounds of what it may hold', () => {
    const { statement } = sign();
    const most = { ...statement, purpose: 'x'.repeat(2_000), expires: '2026-11-21' };
    const leaves = [{ path: 'a'.repeat(300), digest: 'ab'.repeat(32) }];
    expect(isCasePackage({ statement: most, leaves, hashes: ['ab'.repeat(32)] })).toBe(true);
    for (const nothing of [null, undefined, [], 'text', {}, { statement: {} }])
      expect(isCasePackage(nothing)).toBe(false);
  });

  test('verifies whole, and with any of its values left out', () => {
    const file = sign();
    expect(isCasePackage(JSON.parse(JSON.stringify(file)))).toBe(true);
    expect(failures(file)).toEqual([]);
    for (const index of LEAVES.keys()) {
      expect(failures({ ...file, leaves: LEAVES.map((leaf, at) => (at === index ? hideLeaf(leaf) : leaf)) })).toEqual(
        [],
      );
    }
    expect(listHidden(file.leaves.map(hideLeaf))).toEqual([
      { what: 'case/title', count: 1 },
      { what: 'case_person/name', count: 2 },
      { what: 'case_task', count: 1 },
    ]);
  });

  test.each<[string, readonly PackageLeaf[]]>([
    ['a value changed', LEAVES.with(0, { path: 'case/title', salt: '01'.repeat(16), value: 'Harbor' })],
    ['a salt changed', LEAVES.with(0, { path: 'case/title', salt: '11'.repeat(16), value: 'Harbour' })],
    ['a place changed', LEAVES.with(0, { path: 'case/unit', salt: '01'.repeat(16), value: 'Harbour' })],
    ['a hidden place renamed', LEAVES.with(3, { path: 'case_note', digest: 'ab'.repeat(32) })],
    ['one taken away', LEAVES.slice(1)],
    ['one added', [...LEAVES, { path: 'case/unit', salt: '09'.repeat(16), value: 'Cyber' }]],
    ['two swapped', LEAVES.toSpliced(0, 2, LEAVES[1] as PackageLeaf, LEAVES[0] as PackageLeaf)],
  ])('fails with %s', (_, leaves) => {
    expect(failures({ ...sign(), leaves })).toHaveLength(1);
  });

  test('fails with a statement that was changed, a key that is none, and after its last day', () => {
    const file = sign(LEAVES, { expires: '2026-11-21' });
    expect(failures(file)).toEqual([]);
    expect(failures(file, '2026-11-22')[0]?.sentence).toContain('ended on 2026-11-21');
    const { statement } = file;
    expect(failures({ ...file, statement: { ...statement, recipient: 'West' } })).toHaveLength(1);
    const signature = { ...statement.signature, publicKey: 'ff'.repeat(32) };
    expect(failures({ ...file, statement: { ...statement, signature } })).toHaveLength(1);
  });

  test('signed with a place that occurs twice fails', () => {
    expect(failures(sign([...LEAVES, LEAVES[0] as PackageLeaf]))).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['another version', { statement: { ...sign().statement, version: 2 } }],
    ['a leaf with both a value and a hash', { leaves: [{ path: 'a', salt: '', value: 1, digest: 'ab'.repeat(32) }] }],
    ['leaves that are no list', { leaves: {} }],
    ['a leaf that is none', { leaves: [null] }],
    ['a leaf without a place', { leaves: [{ path: 5, digest: 'ab'.repeat(32) }] }],
    ['a place of 301 characters', { leaves: [{ path: 'a'.repeat(301), digest: 'ab'.repeat(32) }] }],
    ['a hash that is too short', { leaves: [{ path: 'a', digest: 'ab'.repeat(31) }] }],
    ['a salt that is too short', { leaves: [{ path: 'a', salt: '01'.repeat(15), value: 1 }] }],
    ['a leaf with a salt and no value', { leaves: [{ path: 'a', salt: '01'.repeat(16), more: 1 }] }],
    ['hashes that are no list', { hashes: 'ab'.repeat(32) }],
    ['a hash in the list that is none', { hashes: ['ab'.repeat(32), 'ab'] }],
    ['more than a package has', { more: 1 }],
    ['a statement that is none', { statement: null }],
    ['no signature', { statement: { ...sign().statement, signature: undefined } }],
    ['another algorithm', { statement: { ...sign().statement, signature: { ...SIGNATURE, algorithm: 'RSA' } } }],
    ['a key of another name', { statement: { ...sign().statement, signature: { ...SIGNATURE, keyId: 'other' } } }],
    ['a signature with more to it', { statement: { ...sign().statement, signature: { ...SIGNATURE, more: 1 } } }],
    ['a text of 2,001 characters', { statement: { ...sign().statement, purpose: 'x'.repeat(2_001) } }],
    ['a number in place of a text', { statement: { ...sign().statement, agency: 5 } }],
    ['a day that is a number', { statement: { ...sign().statement, expires: 20_261_121 } }],
    ['a time that is none', { statement: { ...sign().statement, madeAt: 'today' } }],
    ['a root that is none', { statement: { ...sign().statement, root: 'ab' } }],
    ['a day that is none', { statement: { ...sign().statement, expires: 'soon' } }],
  ])('with %s has not the shape of one', (_, more) => {
    expect(isCasePackage({ ...sign(), ...more })).toBe(false);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/verify-case-package.txt');
});
