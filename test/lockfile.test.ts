import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMissingPackages } from '../scripts/complete-lockfile.mjs';

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');

test('the lockfile holds every platform package it names', () => {
  const missing = findMissingPackages(JSON.parse(text)).map(({ name }) => name);
  expect(missing, 'run: node scripts/complete-lockfile.mjs').toEqual([]);
});

test('the lockfile is bound to no registry', () => {
  expect(text).not.toMatch(/"resolved": "https?:/);
});
