import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText, redactValues } from './redact.ts';
import { countCpuMs } from './testing/count-cpu-ms.ts';

describe('a redacted text', () => {
  test.each([
    ['a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a bech32 address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['a short burn address', '1111111111111111111114oLvT2'],
    ['a Bitcoin Cash address', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['an Ethereum address', '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'],
    ['a transaction id', 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'],
    [
      'an extended key',
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    ],
    ['an e-mail address', 'lead.investigator+case@north.example'],
    ['an e-mail address in another script', 'ermittler@behörde.example'],
    ['an IPv4 address', '192.0.2.17'],
    ['an IPv6 address', '2001:db8::8a2e:370:7334'],
    ['a link with what was asked', 'https://tracker.example/address-search?q=12cbQLTFMXRnSzkt'],
    ['the folder of a person', '/home/lead/cases/7/notes.txt'],
    ['a token', 'kJ8sd7f-3kd9_sdf8JKSDf98sdf7'],
    ['a UUID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ])('does not hold %s', (_, secret) => {
    const redacted = redactText(`The answer about ${secret} was refused.`);
    expect(redacted).not.toContain(secret);
    expect(redacted).toMatch(/^The answer about \S*\[.*\] was refused\.$/);
  });

  test('does not contain the names it was given, in any case', () => {
    const names = ['Lead Investigator', 'North District Police'];
    expect(redactText('LEAD investigator of north district police', names)).toBe('[name] of [name]');
  });

  test('keeps what support needs: versions, routes, references and browsers', () => {
    const kept = [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Trailmark 0.1.0',
      '/dashboard/address-search/$chain/$address',
      'Ref k3m9vq2p',
      '2026-11-21T12:00:00.000Z',
      'btc: 832918',
    ];
    for (const text of kept) expect(redactText(text)).toBe(text);
  });

  test('is not changed by redacting it again', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'a@b.example',
        '::1',
        '1.2.3.4',
        'https://x/',
        '0x12345678',
        'ecash:qpm2qsznhks2',
        '/home/a',
        ' ',
        '@',
        '=',
        '_',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redactText(pieces.join(''), ['North', 'Lead']);
        expect(redactText(once, ['North', 'Lead'])).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  test('takes a text of 60,000 characters in less than a second of processor', async () => {
    for (const text of ['a@'.repeat(30_000), '1:'.repeat(30_000), 'a'.repeat(60_000), '://a'.repeat(15_000)]) {
      expect(await countCpuMs(() => redactText(text, ['North']))).toBeLessThan(1_000);
    }
  });
});

test('values of data are redacted and its keys, numbers and shape are kept', () => {
  const data = { email: 'a@b.example', list: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 7, null, true] };
  expect(redactValues(data)).toEqual({ email: '[email]', list: ['[identifier]', 7, null, true] });
});
