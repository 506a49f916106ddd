import { describe, expect, it } from 'vitest';
import { isSingle, readLookupText } from './lookup-text.ts';

const ADDRESS = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw';
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

describe('a submitted text', () => {
  it('is a name where it is a short line of words', () => {
    expect(readLookupText(' Northgate Exchange ')).toEqual({ kind: 'name', name: 'Northgate Exchange' });
    expect(readLookupText('Курс')).toEqual({ kind: 'name', name: 'Курс' });
  });

  it('is looked through where it holds identifiers or several lines', () => {
    expect(readLookupText(ADDRESS)).toEqual({ kind: 'identifiers', text: ADDRESS });
    expect(readLookupText(`${TXID}:0`).kind).toBe('identifiers');
    expect(readLookupText(`paid to ${ADDRESS} on Monday`).kind).toBe('identifiers');
    expect(readLookupText('one\ntwo').kind).toBe('identifiers');
  });

  it('is kept back where it is a private key', () => {
    expect(readLookupText('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ')).toEqual({ kind: 'private-key' });
    expect(readLookupText('   ')).toEqual({ kind: 'nothing' });
  });

  it('opens its own page where it is one identifier alone', () => {
    expect(isSingle(`${TXID}:1`)).toBe(true);
    expect(isSingle(`${ADDRESS} ${ADDRESS}`)).toBe(false);
  });
});
