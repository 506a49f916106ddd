import { describe, expect, it } from 'vitest';
import { capClaimText } from './claim-text.ts';
import { formatConfidence, formatDayText, shortenSource, toSafeLink } from './label-words.ts';

describe('words of a label', () => {
  it('says level and origin of a confidence', () => {
    expect(formatConfidence({ id: 'service_data', level: 50 })).toBe('50 of 100, service data');
  });

  it('prints a day and leaves a missing one to the caller', () => {
    expect(formatDayText('2026-02-02')).toBe('2 Feb 2026');
    expect(formatDayText(null)).toBeNull();
    expect(formatDayText('sometime')).toBeNull();
  });

  it('shortens a web address to its site and keeps words', () => {
    expect(shortenSource('https://www.example.org/a?b')).toBe('example.org');
    expect(shortenSource('https://github.com/owner/repository')).toBe('github.com/owner');
    expect(shortenSource('OFAC SDN list')).toBe('OFAC SDN list');
  });

  it('links to nothing but http and https', () => {
    expect(toSafeLink('https://example.org/le')).toBe('https://example.org/le');
    expect(toSafeLink('javascript:alert(1)')).toBeUndefined();
    expect(toSafeLink('https://example.org/" onclick="x')).toBeUndefined();
  });

  it('shows the hidden characters of a hostile claim and cuts it', () => {
    expect(capClaimText('a\u202eb')).toBe('a\\u{202e}b');
    expect(capClaimText('x'.repeat(300), 8)).toBe('xxxxxxxx…');
  });
});
