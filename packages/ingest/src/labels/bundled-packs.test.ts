import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseNetworkAddress } from '@trailmark/chains/network-address';
import type { Label } from '@trailmark/core/label';
import { readActorFile } from '@trailmark/store/labels/actor-file';
import { decodeLabel } from '@trailmark/store/labels/pack-codec';
import { readLabelPack } from '@trailmark/store/labels/pack-file';
import { describe, expect, test } from 'vitest';
import { getLabelImporter } from './catalogue.ts';
import { parseCoinbaseTags } from './coinbase-tags.ts';
import { readContactRoutes } from './contact-routes.ts';

const FOLDER = fileURLToPath(new URL('../../../../data/labels', import.meta.url));
const PACKS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz') && name !== 'actors.jsonl.gz');

async function readPack(name: string) {
  const labels: Label[] = [];
  const read = await readLabelPack(join(FOLDER, name), (lines) => labels.push(...lines.map(decodeLabel)));
  return { ...read, labels };
}

describe('the bundled packs', () => {
  test.each(PACKS)('%s reads whole, is public, and comes from an importer there is', async (name) => {
    const { summary, foot, labels } = await readPack(name);
    expect(`${summary.head.id}.jsonl.gz`).toBe(name);
    expect(summary.head.visibility).toBe('public');
    expect(getLabelImporter(summary.head.importer.split('@')[0] ?? '').name).toBe(summary.head.importer);
    expect(labels).toHaveLength(foot.labels);
    expect(readFileSync(join(FOLDER, 'PROVENANCE.txt'), 'utf8')).toContain(`${name} (${summary.head.title}`);
    // Every fiftieth address once more: the checksum holds, and the spelling is the canonical one.
    for (const { network, address } of labels.filter((_, index) => index % 50 === 0)) {
      expect(parseNetworkAddress(network, address), `${network} ${address}`).toEqual({ ok: true, address });
    }
  });

  test('only the list of OFAC calls an address sanctioned, and it says why', async () => {
    for (const name of PACKS) {
      const sanctioned = (await readPack(name)).labels.filter(({ category }) => category === 'sanctioned');
      if (name === 'ofac-sdn.jsonl.gz') {
        expect(sanctioned.length).toBeGreaterThan(900);
        for (const { details } of sanctioned)
          expect(Object.keys(details)).toEqual(expect.arrayContaining(['entity', 'list_date', 'programme', 'uid']));
      } else expect(sanctioned, name).toEqual([]);
    }
  });

  test('they are smaller than six megabytes', () => {
    const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
    expect(bytes).toBeLessThan(6_000_000);
  });

  test('the directory has the contact routes noted by hand, and none off the operator’s domain is verified', async () => {
    const { actors } = await readActorFile(join(FOLDER, 'actors.jsonl.gz'));
    const noted = readContactRoutes({ name: 'contacts.csv', text: readFileSync(join(FOLDER, 'contacts.csv'), 'utf8') });
    const routes = actors.flatMap(({ contacts }) => contacts);
    expect(actors.filter(({ contacts }) => contacts.length > 0).map(({ id }) => id)).toEqual([...noted.keys()].sort());
    expect(routes.filter((route) => !route.isOfficialDomain && route.verifiedOn !== undefined)).toEqual([]);
    expect(actors.find(({ id }) => id === 'kraken')?.jurisdictions.length).toBeGreaterThan(0);
  });

  test('labels of exchanges name actors of the directory', async () => {
    const { actors } = await readActorFile(join(FOLDER, 'actors.jsonl.gz'));
    const known = new Set(actors.map(({ id }) => id));
    for (const name of PACKS) {
      const { labels } = await readPack(name);
      const named = new Set(labels.flatMap(({ actor }) => (actor === undefined ? [] : [actor])));
      expect(
        [...named].filter((actor) => !known.has(actor)),
        name,
      ).toEqual([]);
    }
  });

  test('coinbase tags read back', () => {
    const list = parseCoinbaseTags(readFileSync(join(FOLDER, 'coinbase-tags.json'), 'utf8'));
    expect(list).toMatchObject({ licence: 'MIT', asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
    expect(list.tags.find(({ pool }) => pool === 'F2Pool')).toBeDefined();
  });
});
