import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { bundledFile } from '../../packages/ingest/src/bundled/bundled-set.ts';
import { buildCryptopunks } from '../../scripts/account-data/cryptopunks.ts';
import { buildEthereum15000000 } from '../../scripts/account-data/ethereum-15000000.ts';
import { buildEthereum17173049 } from '../../scripts/account-data/ethereum-17173049.ts';
import { buildIllicitFlow } from '../../scripts/account-data/illicit-flows.ts';
import { buildNomad } from '../../scripts/account-data/nomad.ts';
import { describeWithData } from '../needs.ts';

const out = mkdtempSync(join(tmpdir(), 'trailmark-account-data-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

describeWithData('evm', (source) => {
  test.each([
    ['eth-15000000', () => buildEthereum15000000(source, out)],
    ['eth-17173049', () => buildEthereum17173049(source, out)],
    ['nomad', () => buildNomad(source, out)],
    ['flows-harmony', () => buildIllicitFlow(source, out, 'HB', 'flows-harmony')],
    ['flows-lifi', () => buildIllicitFlow(source, out, 'LIFI', 'flows-lifi')],
    ['flows-phishing', () => buildIllicitFlow(source, out, 'TxPhish', 'flows-phishing')],
    ['cryptopunks-sales', () => buildCryptopunks(source, out)],
  ])('the bundled table %s is what the decoders of today make of its source', (id, build) => {
    build();
    const built = gunzipSync(readFileSync(join(out, id, 'facts.jsonl.gz'))).toString('utf8');
    const bundled = gunzipSync(readFileSync(bundledFile(`eth/${id}/facts.jsonl.gz`))).toString('utf8');
    expect(built === bundled, `${id}: run scripts/build-account-data.ts and read what changed`).toBe(true);
  });
});
