import type { X509Certificate } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCertificateChain from './certificate-chain.ts';

const recorded = new WatchedResults();
const { leadsToTrusted, nameCertificate } = recorded.watch(ofCertificateChain);

const [FROM, TO] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-31T00:00:00Z')];
const AT = new Date('2026-06-01T00:00:00Z');

interface Given {
  readonly name: string;
  /** Names of those it may sign for. */
  readonly signs?: readonly string[];
  /** What of an issuer it lacks. */
  readonly lacks?: 'ca' | 'issued' | 'signature';
  readonly from?: Date;
  readonly to?: Date;
}

function make({ name, signs = [], lacks, from = FROM, to = TO }: Given): X509Certificate {
  const certificate = {
    ...{ fingerprint256: name, publicKey: name, validFromDate: from, validToDate: to, ca: lacks !== 'ca' },
    // Checked of the one that was signed: who its issuer is, and whether the key is that of its signature.
    checkIssued: (issuer: { isIssuerOf(other: string): boolean }) => issuer.isIssuerOf(name),
    verify: (key: string) => !key.endsWith('?'),
    isIssuerOf: (other: string) => lacks !== 'issued' && signs.includes(other),
  };
  return { ...certificate, publicKey: lacks === 'signature' ? `${name}?` : name } as unknown as X509Certificate;
}

const signer = make({ name: 'signer' });
const middle = (more: Partial<Given> = {}) => make({ name: 'middle', signs: ['signer'], ...more });
const root = make({ name: 'root', signs: ['middle'] });
const leads = (others: readonly X509Certificate[], trusted = [root], at = AT, certificate = signer) =>
  leadsToTrusted(certificate, others, { trusted, at });

describe('a certificate', () => {
  test('leads to a trusted one over what is between them, and not without it', () => {
    expect(leads([middle()])).toBe(true);
    expect(leads([])).toBe(false);
    expect(leads([middle()], [])).toBe(false);
    expect(leads([middle(), root], [make({ name: 'another', signs: [] })])).toBe(false);
  });

  test('that is trusted itself needs no other, on each day that it is good', () => {
    for (const at of [FROM, AT, TO]) expect(leads([], [signer], at)).toBe(true);
    for (const at of [new Date(FROM.getTime() - 1), new Date(TO.getTime() + 1)])
      expect(leads([], [signer], at)).toBe(false);
  });

  test.each(['ca', 'issued', 'signature'] as const)('is not led on by one that lacks: %s', (lacks) => {
    expect(leads([middle({ lacks })])).toBe(false);
  });

  test('is not led on by one that was not good at the time', () => {
    expect(leads([middle({ to: new Date(AT.getTime() - 1) })])).toBe(false);
    expect(leads([middle({ from: new Date(AT.getTime() + 1) })])).toBe(false);
  });

  test('in a ring of others ends, and finds the way out of it', () => {
    const ring = [make({ name: 'a', signs: ['signer', 'b'] }), make({ name: 'b', signs: ['a'] })];
    expect(leads(ring)).toBe(false);
    expect(leads([...ring, make({ name: 'middle', signs: ['b'] })])).toBe(true);
  });
});

test('a certificate is called by its common name, else its organisation, else its first line', () => {
  const name = (subject: string) => nameCertificate({ subject } as X509Certificate);
  expect(name('C=XX\nO=Example\nCN=Example Stamps')).toBe('Example Stamps');
  expect(name('C=XX\nO=Example')).toBe('Example');
  expect(name('C=XX\nL=Anywhere')).toBe('C=XX');
  for (const nothing of ['', 'CN=', 'CN=\u0007']) expect(name(nothing)).toBe('without a name');
  expect(name(`CN= A\u0000B${'x'.repeat(300)}`)).toBe(`A B${'x'.repeat(197)}`);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/certificate-chain.txt');
});
