import { redactValues } from '@trailmark/core/redact';
import { expect, test } from 'vitest';
import { type DiagnosticParts, writeDiagnostics } from './diagnostics.ts';

const PARTS: DiagnosticParts = {
  madeAt: '2026-11-21T12:00:00.000Z',
  browser: { agent: 'Mozilla/5.0 Chrome/131.0.0.0', language: 'en', window: '1440 x 900', theme: 'light' },
  server: {
    software: 'Trailmark 0.1.0',
    runtime: 'Node 24.1.0',
    platform: 'linux x64',
    chains: [{ id: 'btc', tip: 832_918 }],
    labels: '0123456789abcdef',
    prices: 'fedcba9876543210',
    profile: 'standard',
  },
  errors: [
    {
      at: '2026-11-21T11:59:00.000Z',
      page: '/address-search',
      what: 'address',
      message: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa was refused for lead@north.example, Lead investigator.',
      reference: 'k3m9vq2p',
    },
  ],
  names: ['Lead investigator', 'North District Police'],
};

test('a bundle says what support needs and nothing of a person or an investigation', () => {
  const text = writeDiagnostics(PARTS);
  expect(text).not.toMatch(/1A1z|north|Lead investigator/i);
  for (const kept of ['Chrome/131.0.0.0', '832918', '0123456789abcdef', 'k3m9vq2p', '/address-search', PARTS.madeAt]) {
    expect(text).toContain(kept);
  }
});

test('a bundle passes the check of the server, which does not know the names', () => {
  const bundle = JSON.parse(writeDiagnostics(PARTS));
  expect(redactValues(bundle)).toEqual(bundle);
});
