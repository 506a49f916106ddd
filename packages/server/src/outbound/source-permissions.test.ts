import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAllowedSources } from './guarded-fetch.ts';
import { setSourceAllowed } from './source-permissions.ts';

test('a source is off until it is turned on, and off again when it is turned off', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sources-'));
  try {
    expect(readAllowedSources(dataDir)).toEqual([]);
    await setSourceAllowed(dataDir, 'ofac-sdn', true);
    await setSourceAllowed(dataDir, 'ecb', true);
    await setSourceAllowed(dataDir, 'ecb', true);
    expect(readAllowedSources(dataDir)).toEqual(['ecb', 'ofac-sdn']);
    await setSourceAllowed(dataDir, 'ofac-sdn', false);
    expect(readAllowedSources(dataDir)).toEqual(['ecb']);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
