import { describe, expect, it } from 'vitest';
import { findExactHit } from './exact-hit.ts';
import type { SearchAnswer, SearchHit } from './search-results.tsx';

const hit = (id: string, kind: SearchHit['kind'] = 'address', isIndexed = true): SearchHit => ({
  kind,
  chain: 'btc',
  id,
  detail: '',
  isIndexed,
  transactionCount: 1,
});
const answer = (...hits: SearchHit[]): SearchAnswer => ({ hits, refusal: null, near: [], truncated: false });
const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

describe('findExactHit', () => {
  it('opens a whole identifier, whatever its case or spelling', () => {
    expect(findExactHit(` ${ADDRESS} `, answer(hit(ADDRESS)))?.id).toBe(ADDRESS);
    expect(findExactHit('170', answer(hit('00000000d1145790', 'block')))?.kind).toBe('block');
    expect(findExactHit('qpm2', answer(hit('bitcoincash:qpm2')))?.id).toBe('bitcoincash:qpm2');
    expect(findExactHit('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', answer(hit('bitcoincash:qpm2')))).toBeDefined();
  });

  it('opens the one hit that is indexed among spellings valid on several chains', () => {
    const foreign = { ...hit(ADDRESS, 'address', false), chain: 'bch' as const };
    expect(findExactHit(ADDRESS, answer(foreign, hit(ADDRESS)))?.chain).toBe('btc');
    expect(findExactHit(ADDRESS, answer(foreign, hit(ADDRESS, 'address', false)))).toBeUndefined();
  });

  it('does not open a unique beginning, several hits or a cut list', () => {
    expect(findExactHit('12cbQLTF', answer(hit(ADDRESS)))).toBeUndefined();
    expect(findExactHit('bitcoincash:qpm', answer(hit('bitcoincash:qpm2')))).toBeUndefined();
    expect(findExactHit('qpm', answer(hit('bitcoincash:qpm2')))).toBeUndefined();
    expect(findExactHit('12cb…pTu3S', answer(hit(ADDRESS)))).toBeUndefined();
    expect(findExactHit(ADDRESS, answer(hit(ADDRESS), hit('bitcoincash:qqq')))).toBeUndefined();
    expect(findExactHit(ADDRESS, { ...answer(hit(ADDRESS)), truncated: true })).toBeUndefined();
    expect(findExactHit(ADDRESS, answer())).toBeUndefined();
  });
});
