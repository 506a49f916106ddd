import type { PacketDeposit, RequestPacket } from '../request-packet.ts';

export const TXID = 'ab'.repeat(32);
export const BLOCK_HASH = `${'00'.repeat(10)}${'cd'.repeat(22)}`;

/** A transfer of 1.23456789 BTC with a price. */
export function sampleDeposit(more: Partial<PacketDeposit> = {}): PacketDeposit {
  return {
    txid: TXID,
    vout: 1,
    height: 700_000,
    blockHash: BLOCK_HASH,
    time: 1_631_333_672,
    timeEstimated: false,
    heightEstimated: false,
    from: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    fromIsPartial: false,
    to: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    amount: 123_456_789n,
    fiat: { currency: 'USD', micro: 56_123_456_789n, day: '2021-09-11', nano: 45_160_123_456_789n, source: 'Sample' },
    basis: 'Claim "Sample Exchange" (source: a list).',
    ...more,
  };
}

/** A production request with one transfer. */
export function samplePacket(more: Partial<RequestPacket> = {}): RequestPacket {
  return {
    kind: 'production',
    authority: 'Sample Prosecution Office',
    officer: 'Jana Dvořáková',
    officerId: 'ZH-4471',
    caseNumber: 'C-2026/1183',
    replyTo: 'cyber@office.example',
    legalBasis: 'Article 265 of the code; order of 12 November 2026',
    asks: ['Identity documents of the account credited', 'Log-in addresses in the period'],
    fromTime: 1_600_000_000,
    toTime: undefined,
    addressee: {
      id: 'sample-exchange',
      name: 'Sample Exchange',
      legalName: 'Sample Exchange Ltd',
      jurisdictions: ['MT'],
      contacts: [
        {
          channel: 'email',
          value: 'law@exchange.example',
          page: 'https://lists.example/contacts',
          seen: '2024',
          standing: 'unverified',
          verifiedOn: undefined,
        },
      ],
    },
    chain: { id: 'btc', name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    deposits: [sampleDeposit()],
    currency: 'USD',
    notes: ['This index holds 8 blocks between heights 0 and 11, not all of them.'],
    madeAt: 1_795_000_000,
    asOf: {
      height: 800_000,
      hash: BLOCK_HASH,
      labels: 'l1',
      prices: 'p1',
      rules: undefined,
      software: 'Trailmark test',
    },
    ...more,
  };
}
