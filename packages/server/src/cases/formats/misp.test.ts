import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { sampleOutline, sampleSource } from '../testing/sample-source.ts';
import { mispFormat } from './misp-format.ts';
import * as ofMispReader from './misp-reader.ts';

const recorded = new WatchedResults();
const { readMisp } = recorded.watch(ofMispReader);

interface Attribute {
  readonly type: string;
  readonly category: string;
  readonly value: string;
  readonly object_relation?: string;
}
interface MispObject {
  readonly name: string;
  readonly template_uuid: string;
  readonly template_version: string;
  readonly 'meta-category': string;
  readonly Attribute: readonly Attribute[];
}
type Event = Readonly<Record<string, unknown>> & {
  readonly Attribute: readonly Attribute[];
  readonly Object: readonly MispObject[];
};

function write(): Event {
  const parts = mispFormat.write(sampleSource()) as Iterable<Uint8Array>;
  return (JSON.parse(Buffer.concat([...parts]).toString('utf8')) as { Event: Event }).Event;
}
const templateOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../vectors/misp-objects', `${name}.json`), 'utf8')) as {
    readonly uuid: string;
    readonly version: number;
    readonly 'meta-category': string;
    readonly attributes: Readonly<Record<string, { readonly 'misp-attribute': string }>>;
    readonly requiredOneOf: readonly string[];
  };
/** Types by category, of the MISP core format, as far as a case uses them. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  'Financial fraud': ['btc'],
  Person: ['full-name', 'phone-number'],
  Other: ['text', 'size-in-bytes'],
  'External analysis': ['filename', 'sha256'],
  'Internal reference': ['comment'],
};
const BTC = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const event = (rest: object) => ({ Event: { info: 'Campaign', Orgc: { name: 'North CERT' }, ...rest } });

describe('a case as a MISP event', () => {
  test('has what the core format asks for, each as text where it is text there', () => {
    const one = write();
    const texts = ['uuid', 'info', 'date', 'timestamp', 'publish_timestamp', 'org_id', 'orgc_id', 'distribution'];
    for (const name of texts) expect(typeof one[name], name).toBe('string');
    expect(one).toMatchObject({ published: false, distribution: '0', sharing_group_id: '0', threat_level_id: '4' });
    expect(one.date).toBe('2026-03-03');
    expect(one.Tag).toMatchObject([{ name: 'tlp:amber' }, { name: 'trailmark:case-tag="harbour group"' }]);
    const all = [...one.Attribute, ...one.Object.flatMap((object) => object.Attribute)];
    expect(one.attribute_count).toBe(String(all.length));
    for (const { type, category } of all) expect(TYPES[category], `${category} ${type}`).toContain(type);
    // Four bytes of UTF-8 would arrive as a question mark.
    expect(JSON.stringify(one)).not.toMatch(/[\u{10000}-\u{10ffff}]/u);
  });

  test('has objects of the published templates, and no attribute that they do not know', () => {
    const { Object: objects } = write();
    expect(objects.map(({ name }) => name)).toEqual([
      ...['coin-address', 'coin-address', 'coin-address', 'person', 'person', 'file'],
    ]);
    for (const object of objects) {
      const template = templateOf(object.name);
      expect(object).toMatchObject({
        template_uuid: template.uuid,
        template_version: String(template.version),
        'meta-category': template['meta-category'],
      });
      const relations = object.Attribute.map((attribute) => attribute.object_relation ?? '');
      expect(relations.some((relation) => template.requiredOneOf.includes(relation))).toBe(true);
      for (const { object_relation = '', type } of object.Attribute) {
        expect(template.attributes[object_relation]?.['misp-attribute'], object_relation).toBe(type);
      }
    }
  });

  test('comes back: addresses on their chains, people, links', () => {
    const { outline, notUnderstood } = readMisp({ Event: write() });
    expect(outline.labels.map(({ chain, address }) => [chain, address])).toEqual(
      sampleOutline().addresses.map(({ chain, address }) => [chain, address]),
    );
    expect(outline.people).toMatchObject([
      { kind: 'suspect', name: 'Suspect A', aliases: ['Tide'] },
      { kind: 'company', name: 'Northgate' },
    ]);
    expect(outline.people[0]?.identifiers).toEqual(sampleOutline().people[0]?.identifiers);
    expect(outline.links.map(({ to }) => to)).toEqual([{ chain: 'btc', address: BTC }, { person: 'F-2' }]);
    expect(notUnderstood.map(({ what }) => what)).toEqual(['Objects “file”']);
  });
});

describe('a MISP event of somebody else', () => {
  test('files addresses by what they are, whatever type they were given', () => {
    const attribute = (type: string, value: string) => ({ type, value, comment: 'Ransom' });
    const { outline, notUnderstood } = readMisp(
      event({
        Attribute: [
          attribute('btc', BTC),
          attribute('btc', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'),
          attribute(
            'xmr',
            '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
          ),
          { ...attribute('btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), deleted: true },
          attribute('ip-src', '192.0.2.7'),
        ],
        Galaxy: [{ name: 'Ransomware' }],
      }),
    );
    expect(outline.labels.map(({ chain, text }) => [chain, text])).toEqual([
      ['btc', 'Ransom'],
      ['eth', 'Ransom (chain not stated)'],
    ]);
    expect(outline.notes.at(-1)?.text).toContain('ip-src: 192.0.2.7');
    expect(Object.fromEntries(notUnderstood.map(({ what, count }) => [what, count]))).toEqual({
      Addresses: 1,
      'Attributes of the type ip-src': 1,
      'Chains of addresses': 1,
      Galaxies: 1,
    });
  });

  test('survives circles of references and texts that are none', () => {
    const person = (uuid: string, to: string) => ({
      ...{ name: 'person', uuid, Attribute: [{ object_relation: 'full-name', type: 'full-name', value: 7 }] },
      ObjectReference: [{ referenced_uuid: to, relationship_type: 'owner-of' }],
    });
    const { outline } = readMisp(event({ Object: [person('a', 'b'), person('b', 'a'), person('c', 'c'), null, 5] }));
    expect(outline.people.map(({ name }) => name)).toEqual(
      Array.from({ length: 3 }, () => 'Without a name in the file'),
    );
    expect(outline.links).toHaveLength(2);
  });

  test.each<[string, unknown, string]>([
    ['several events', { response: [event({}), event({})] }, 'has 2 MISP events'],
    ['too many attributes', event({ Attribute: Array.from({ length: 50_001 }, () => ({})) }), '50001 attributes'],
    ['no event', { response: [] }, 'not an event of MISP'],
  ])('with %s is refused with what would be right', (_, value, sentence) => {
    expect(() => readMisp(value)).toThrow(AppError);
    expect(() => readMisp(value)).toThrow(sentence);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/misp.txt');
});
