import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { FileSignature } from '@trailmark/core/training/certificate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signFile } from '../certificate/sign-file.ts';
import { PACKAGE_FORMAT, type PackageLeaf, rootOfLeaves } from './case-package.ts';
import { formatCasePackage, isCasePackage, verifyCasePackage } from './verify-case-package.ts';

const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const keys = { privateKey, publicKey: createPublicKey(privateKey) };
const salt = (at: number) => at.toString(16).padStart(32, '0');
const LEAVES: readonly PackageLeaf[] = [
  { path: 'case/title', salt: salt(1), value: 'Harbour — “größer” 港' },
  { path: 'case_person/0/aliases', salt: salt(2), value: ['A', 'B', { $row: 'case_item:0' }] },
  { path: 'case_money/0/amount', salt: salt(3), value: '4180000000' },
  { path: 'case_item/0/number', salt: salt(4), value: 12 },
  { path: 'case_task', digest: 'ab'.repeat(32) },
];

function make(leaves: readonly PackageLeaf[]) {
  const body = {
    ...{ format: PACKAGE_FORMAT as typeof PACKAGE_FORMAT, version: 1, id: 'x', agency: 'North', number: '2026-00001' },
    ...{ software: 'Trailmark', madeAt: '2026-11-20T10:00:00Z', recipient: 'South', purpose: 'Assistance' },
    ...{ handling: 'Restricted', expires: null, leaves: leaves.length, root: rootOfLeaves(leaves) },
  };
  const { signature } = JSON.parse(signFile(body, keys)) as { signature: FileSignature };
  return formatCasePackage({ statement: { ...body, signature }, leaves });
}

const TEXT = make(LEAVES);
const BYTES = Buffer.from(TEXT);
const ORIGINAL = JSON.parse(TEXT) as Record<string, unknown>;

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What is reported about the bytes of a file: nothing where they are what was signed. */
function findFault(bytes: Uint8Array): string | undefined {
  const value = parse(bytes);
  if (!isCasePackage(value)) return 'not a package';
  const failed = verifyCasePackage(value, '2026-11-21').checks.filter(({ state }) => state === 'failed');
  return failed.length === 0 ? undefined : failed.map(({ sentence }) => sentence).join(' ');
}

/** Which leaf a byte of the file is in. */
function findLeaf(at: number): PackageLeaf | undefined {
  return LEAVES.find((leaf) => {
    const end = BYTES.indexOf(`"path":"${leaf.path}"`);
    const start = BYTES.lastIndexOf('{', end);
    const stop = BYTES.indexOf('},{', end);
    return at > start && at < (stop < 0 ? BYTES.indexOf(']', end) : stop);
  });
}

describe('a signed package', () => {
  test('as it was written has no fault', () => {
    expect(findFault(BYTES)).toBeUndefined();
  });

  test('with one byte changed anywhere is caught, or says the same', () => {
    fc.assert(
      fc.property(fc.nat(BYTES.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(BYTES);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        if (findFault(bytes) === undefined) expect(parse(bytes)).toEqual(ORIGINAL);
      }),
      { numRuns: 3_000 },
    );
  });

  test('with a value changed names the place of the value', () => {
    const places = [...BYTES.keys()].filter(
      (at) => findLeaf(at) !== undefined && /[a-z0-9]/i.test(String.fromCharCode(BYTES[at] ?? 0)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(BYTES);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const fault = findFault(bytes);
        if (fault === undefined || fault === 'not a package') return;
        const { leaves } = parse(bytes) as { leaves: readonly PackageLeaf[] };
        const paths = leaves.map(({ path }) => path).filter((path, index) => path !== LEAVES[index]?.path);
        expect(fault).toContain(`“${paths[0] ?? findLeaf(at)?.path}”`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with its list of hashes changed, or values taken away or moved, says which', () => {
    const { hashes } = ORIGINAL as { hashes: readonly string[] };
    const faultOf = (more: object) => findFault(Buffer.from(JSON.stringify({ ...ORIGINAL, ...more })));
    expect(faultOf({ hashes: hashes.toReversed() })).toContain('The list of hashes was changed');
    expect(faultOf({ leaves: LEAVES.slice(2) })).toContain('2 of its values are missing');
    expect(faultOf({ leaves: LEAVES.toReversed() })).toContain('in another order');
    expect(faultOf({ leaves: LEAVES.slice(2), hashes: hashes.slice(2) })).toContain('and so was the list of hashes');
    expect(faultOf({ hashes: undefined })).toBeUndefined();
    expect(faultOf({ more: 1 })).toBe('not a package');
  });
});
