import type { ReportAudience, ReportDraft } from '@trailmark/core/report/report-document';
import { type ComposedReport, composeReport } from '../compose-report.ts';
import { SHIPPED_WORDINGS } from '../declarations/shipped-wordings.ts';
import type { FactItem, FactLeaf, FactParty, FactStep, FactTrace, ReportFacts } from '../report-facts.ts';

export const TXID = 'ab'.repeat(32);
const PLACE = { height: 7, time: 1_600_000_000 };
export const SERVICE: FactParty = {
  ...{ key: 'n', name: 'Northgate', kind: 'service', basis: 'claim', source: 'a list', asOf: null, confidence: 60 },
};

const leaf = (vout: number, party: FactParty | null): FactLeaf => ({
  ...{
    ref: `${TXID}:${vout}`,
    address: `address ${vout}`,
    asset: '',
    amount: '50',
    reason: party ? 'service' : 'data-end',
  },
  ...{ hop: 1, detail: '', party, ...PLACE },
});

/** A trace of one payment to some addresses, of which sources may name some. */
export function createTrace(parties: readonly (FactParty | null)[], id = 'T-1'): FactTrace {
  const leaves = parties.map((party, vout) => leaf(vout, party));
  const began = String(50 * leaves.length);
  const outputs = leaves.map(({ ref, address, amount }) => ({ ref, address, amount, tainted: amount }));
  const step = {
    family: 'outputs',
    txid: TXID,
    hop: 1,
    fee: '0',
    feeTainted: '0',
    added: '0',
    inputs: [],
    outputs,
    ...PLACE,
  };
  const sum = {
    asset: '',
    began,
    added: '0',
    convertedIn: '0',
    convertedOut: '0',
    cut: '0',
    ended: { all: began },
    fees: '0',
  };
  const request = { chain: 'btc', direction: 'forward', method: 'fifo/1', seeds: [] };
  const about = {
    id,
    chain: 'btc',
    method: 'fifo/1',
    hash: '',
    isSame: true,
    state: 'complete',
    gaps: [],
    stops: {},
  };
  return {
    ...{ ...about, direction: 'forward', seeds: [], leaves, bytes: new Uint8Array(), parties: [] },
    asOf: { height: 9, hash: null, labels: '1', prices: '1', engine: '1', rules: '1' },
    file: { request, sums: [sum], leaves, steps: [step], cuts: [] } as unknown as FactTrace['file'],
    steps: [step as unknown as FactStep],
  };
}

/** A pinned coin flow with some traces; `more` replaces what of it is special. */
export const createItem = (traces: readonly FactTrace[], more: Partial<FactItem> = {}): FactItem => ({
  ...{ id: 'i', number: 'A-1', kind: 'flow-version', kindName: 'Coin flow', title: 'Loss', note: '', hash: '' },
  ...{ call: '', method: '', software: '', pinnedBy: '', pinnedAt: 0, content: null, flow: null },
  ...{ bytes: new Uint8Array(), traces, ...more },
});

/** Facts of a case with some pinned results. */
export function factSample(items: readonly FactItem[], contests: ReportFacts['contests'] = new Map()): ReportFacts {
  return {
    case: { id: 'c', number: '2026-00001', title: 'Harbour', reference: null },
    declaration: { wording: SHIPPED_WORDINGS.none, version: null },
    ...{
      agency: 'North',
      colleagues: [],
      software: 'Trailmark',
      at: 1_700_000_000,
      money: [],
      items,
      custody: [],
      alternatives: [],
      clusters: [],
      contests,
      origins: new Map(),
      sources: new Map([['btc', ['node of the agency']]]),
    },
    assetOf: () => ({ symbol: 'BTC', decimals: 0, ticker: null }),
    ...{ priceOf: () => undefined, transferOf: () => undefined, outputOf: () => PLACE },
    ...{ ledgerFiles: new Map(), unproven: [] },
  };
}

export const draftSample = (more: Partial<ReportDraft> = {}): ReportDraft => ({
  ...{ title: 'Harbour', instructions: '', questions: [], items: ['i'], audience: 'court', jurisdiction: 'none' },
  ...{ language: 'en', classification: '', hides: [], opinion: '' },
  examiner: { name: 'Lead investigator', qualifications: '' },
  reviewer: { account: '', name: '', qualifications: '' },
  ...more,
});

/** A report for somebody over some pinned results. */
export function composeSample(
  audience: ReportAudience,
  items: readonly FactItem[],
  more: Partial<ReportDraft> = {},
  contests: ReportFacts['contests'] = new Map(),
): ComposedReport {
  return composeReport(factSample(items, contests), draftSample({ audience, ...more }), 1);
}
