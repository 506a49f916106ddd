import { describe, expect, it } from 'vitest';
import {
  EMPTY_DRAFT,
  fillDraft,
  listFaults,
  nameRequestFile,
  ofCase,
  parseDraft,
  type RequestDraft,
  toDayTime,
  toPacketBody,
} from './request-draft.ts';

const DRAFT: RequestDraft = {
  ...EMPTY_DRAFT,
  authority: 'Cyber unit',
  caseNumber: '2026/0417 A',
  officer: 'Lead analyst',
  officerId: '77',
  replyTo: 'unit@example.org',
  legalBasis: 'Order of 3 March 2026',
};

describe('the draft of a request', () => {
  it('comes back from the storage, and from nonsense as an empty one', () => {
    expect(parseDraft(JSON.stringify(DRAFT))).toEqual(DRAFT);
    expect(parseDraft('{"kind":"everything","officer":7}')).toEqual(EMPTY_DRAFT);
    expect(parseDraft('not json')).toEqual(EMPTY_DRAFT);
    expect(parseDraft(null)).toEqual(EMPTY_DRAFT);
  });

  it('names every field that is missing or too long', () => {
    expect(listFaults(DRAFT).size).toBe(0);
    expect([...listFaults(EMPTY_DRAFT).keys()]).toEqual([
      'authority',
      'caseNumber',
      'officer',
      'officerId',
      'replyTo',
      'legalBasis',
    ]);
    expect(listFaults({ ...DRAFT, officer: 'x'.repeat(301) }).get('officer')).toContain('300');
    expect(listFaults({ ...DRAFT, asks: Array.from({ length: 21 }, () => 'a').join('\n') }).get('asks')).toContain(
      '20',
    );
  });

  it('carries nothing of one case into the request of another', () => {
    const known = { caseNumber: '2026-00002', legalBasis: 'Order B', officer: 'Second analyst' };
    expect(fillDraft(ofCase(DRAFT, known), known)).toMatchObject({
      caseNumber: '2026-00002',
      legalBasis: 'Order B',
      officer: 'Lead analyst',
    });
    const same = { caseNumber: DRAFT.caseNumber, legalBasis: 'Order of the case' };
    expect(fillDraft(ofCase(DRAFT, same), same)).toEqual(DRAFT);
    expect(ofCase(DRAFT, {})).toEqual(DRAFT);
  });

  it('asks for one record a line', () => {
    const scope = { actor: 'north', deposits: ['ab:0'], format: 'csv', fromTime: null, toTime: null } as const;
    expect(toPacketBody({ ...DRAFT, asks: ' a \n\n b' }, scope)).toMatchObject({ asks: ['a', 'b'], actor: 'north' });
  });

  it('names its file without characters that file systems refuse', () => {
    expect(nameRequestFile(DRAFT, 'xlsx')).toBe('preservation-request-2026-0417-A.xlsx');
    expect(nameRequestFile({ ...DRAFT, caseNumber: '///' }, 'pdf')).toBe('preservation-request--.pdf');
  });

  it('takes a day from its first second to its last', () => {
    expect([toDayTime('1970-01-02', false), toDayTime('1970-01-02', true)]).toEqual([86_400, 172_799]);
    expect(toDayTime(undefined, true)).toBeUndefined();
  });
});
