import { describe, expect, it } from 'vitest';
import { readSubmission } from './pasted-text.ts';

describe('readSubmission', () => {
  it.each([
    ['12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S'],
    ['  170\n', '170'],
    ['100,000', '100000'],
    ['12cbQ…pTu3S', '12cbQ…pTu3S'],
    ['wsh(multi(1,xpubA/0/*,xpubB/0/*))#abcd', 'wsh(multi(1,xpubA/0/*,xpubB/0/*))#abcd'],
  ])('searches %j as one identifier', (text, q) => {
    expect(readSubmission(text)).toEqual({ kind: 'search', q });
  });

  it('scans lists and prose', () => {
    expect(readSubmission('paid 12cb and 1Q2T').kind).toBe('scan');
    expect(readSubmission('12cb,1Q2T').kind).toBe('scan');
    expect(readSubmission('a\nb').kind).toBe('scan');
    expect(readSubmission(' \n ').kind).toBe('nothing');
  });

  it('sends no private key anywhere', () => {
    const extended = `xprv${'9'.repeat(107)}`;
    expect(readSubmission(extended).kind).toBe('private-key');
    expect(readSubmission(`wpkh(${extended}/0/*)`).kind).toBe('private-key');
    expect(readSubmission(`wallet backup ${extended}`).kind).toBe('private-key');
    expect(readSubmission('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ').kind).toBe('private-key');
    expect(readSubmission('KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617').kind).toBe('private-key');
  });
});
