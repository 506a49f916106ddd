import type { CaseSource } from '../formats/case-format.ts';
import type { CaseOutline } from '../formats/case-outline.ts';

export type { CaseOutline } from '../formats/case-outline.ts';

const BTC = { chain: 'btc', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' };
const EVM = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

/** A case with something of every kind that other formats have words for; nobody in it exists. */
export function sampleOutline(): CaseOutline {
  const nobody = { detail: '', aliases: [], note: '', identifiers: [] };
  return {
    ...{ title: 'Harbour', reference: 'K 77/26', status: 'active', openedAt: '2026-03-03T08:00:00.123456+00:00' },
    tags: ['harbour group'],
    addresses: [
      { ...BTC, number: 'A-1', asOf: { height: 900_000, hash: '00'.repeat(32) } },
      { chain: 'eth', address: EVM, number: null, asOf: null },
      { chain: 'polygon', address: EVM, number: null, asOf: null },
    ],
    labels: [
      { ...BTC, text: 'Demand', mark: 'inference', source: 'A-1' },
      { chain: 'eth', address: EVM, text: 'Payout 💰', mark: 'claim', source: 'EV-01' },
      { chain: 'polygon', address: EVM, text: 'Payout', mark: 'claim', source: 'EV-01' },
    ],
    people: [
      {
        ...{ ...nobody, number: 'P-1', kind: 'suspect', name: 'Suspect A', aliases: ['Tide'], note: 'Not charged' },
        identifiers: [
          { type: 'phone', service: '', value: '+442079460018' },
          { type: 'handle', service: 'Telegram', value: 'tide_ops' },
        ],
      },
      { ...nobody, number: 'C-1', kind: 'company', name: 'Northgate' },
    ],
    links: [
      {
        ...{
          person: 'P-1',
          to: BTC,
          relation: 'Controls the key',
          basis: 'seized-device',
          mark: 'fact',
          addedAt: null,
        },
        ...{ confidence: { of: 'person', word: 'certain' }, explanation: 'Seed words', source: 'EV-11' },
      },
      {
        ...{ person: 'P-1', to: { person: 'C-1' }, relation: 'Works for', basis: 'statement', mark: 'claim' },
        ...{
          confidence: { of: 'rule', rule: 'payroll/1', score: 93 },
          explanation: '',
          source: 'EV-12',
          addedAt: null,
        },
      },
    ],
    notes: [{ number: 'N-1', title: 'Interview', text: 'The demand named an address.', savedAt: null }],
    events: [
      {
        ...{ number: 'E-1', title: 'Files were locked', text: 'On the server', starts: 1_772_409_600, ends: null },
        ...{ isEstimated: true, mark: 'claim', source: 'Letter' },
      },
    ],
  };
}

/** That case as a format gets it. */
export function sampleSource(outline: CaseOutline = sampleOutline()): CaseSource {
  return {
    ...{ id: '6f2a0b5e-0d5f-4c0e-8f0a-0000000000aa', number: '2026-40417', agency: 'North Cyber Unit' },
    ...{ software: 'Trailmark 1', madeAt: new Date('2026-11-20T10:00:00Z'), root: 'ab'.repeat(32), outline },
    ...{ evidenceRoot: 'ac'.repeat(32) },
    content: { case: {}, people: [], tables: {} },
    timeline: [],
    leftOut: [{ what: 'Labels', count: 1, why: 'withdrawn in the case' }],
    exhibits: [
      {
        ...{
          number: 'EV-01',
          name: 'note[U+202E].txt',
          size: 12,
          kind: 'text',
          state: 'good',
          sha256: 'cd'.repeat(32),
        },
        ...{ description: '', source: '', acquiredAt: null, acquiredBy: '', acquiredWhere: '', custodyCount: 1 },
        custodyHead: 'ef'.repeat(32),
      },
    ],
  };
}
