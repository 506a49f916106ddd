import { decodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disassemble } from './disassemble.ts';

describe('disassemble', () => {
  test.each([
    ['', ''],
    ['76a90088ac', 'OP_DUP OP_HASH160 0 OP_EQUALVERIFY OP_CHECKSIG'],
    [
      '76a914111111111111111111111111111111111111111188ac',
      `OP_DUP OP_HASH160 ${'11'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`,
    ],
    ['a35387', 'OP_MIN 3 OP_EQUAL'],
    ['00514f60', '0 1 -1 16'],
    ['b1b2b3ba', 'OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY OP_NOP4 OP_CHECKSIGADD'],
    ['04ffff001d0104', '486604799 4'],
    ['0181', '-1'],
    ['0180', '0'],
    ['04ffffffff', '-2147483647'],
    ['05ffffffff00', 'ffffffff00'],
    ['ba', 'OP_CHECKSIGADD'],
    ['bb', 'OP_UNKNOWN'],
    ['ff', 'OP_INVALIDOPCODE'],
    ['5102', '1 [error]'],
    ['4d01', '[error]'],
    ['4effffffff00', '[error]'],
  ])('%s', (hex, asm) => expect(disassemble(decodeHex(hex))).toBe(asm));

  test('caps its length', () => {
    const text = disassemble(new Uint8Array(100_000).fill(0xac));
    expect(text.length).toBeLessThan(20_010);
    expect(text.endsWith(' […]')).toBe(true);
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof disassemble(bytes) === 'string'));
  });
});
