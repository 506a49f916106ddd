import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { type CaseOutline, sampleOutline, sampleSource } from '../testing/sample-source.ts';
import { openStixSchema } from '../testing/stix-schema.ts';
import { stixFormat } from './stix-format.ts';
import * as ofStixReader from './stix-reader.ts';
import * as ofStixWords from './stix-words.ts';
import { TRAILMARK_EXTENSION, WALLET_EXTENSION } from './stix-words.ts';

const recorded = new WatchedResults();
const { readStix } = recorded.watch(ofStixReader);
const { toScoId } = recorded.watch(ofStixWords);

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
interface Bundle {
  readonly type: string;
  readonly id: string;
  readonly objects: readonly Row[];
}

function write(outline: CaseOutline = sampleOutline()): Bundle {
  const parts = stixFormat.write(sampleSource(outline)) as Iterable<Uint8Array>;
  return JSON.parse(Buffer.concat([...parts]).toString('utf8')) as Bundle;
}
const read = (objects: readonly object[], rest: object = {}) =>
  readStix({ type: 'bundle', id: 'bundle--6f2a0b5e-0d5f-4c0e-8f0a-000000000001', objects, ...rest });
const uuid = (n: number) => `6f2a0b5e-0d5f-4c0e-8f0a-${String(n).padStart(12, '0')}`;
const BTC = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const identity = (n: number, name: string, more: object = {}) => ({
  ...{ type: 'identity', spec_version: '2.1', id: `identity--${uuid(n)}`, name, identity_class: 'individual' },
  ...{ created: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z' },
  ...more,
});
const wallet = (value: string, more: object = {}) => ({
  ...{ type: 'cryptocurrency-wallet', spec_version: '2.1', id: toScoId('cryptocurrency-wallet', { value }), value },
  extensions: { [WALLET_EXTENSION]: { extension_type: 'new-sco' } },
  ...more,
});
const relationship = (n: number, from: string, to: string, more: object = {}) => ({
  ...{ type: 'relationship', spec_version: '2.1', id: `relationship--${uuid(n)}`, relationship_type: 'owns' },
  ...{ created: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z', source_ref: from, target_ref: to },
  ...more,
});

describe('a STIX 2.1 bundle of a case', () => {
  test('is valid by the schemas of OASIS, which refuse a broken one', () => {
    const validate = openStixSchema();
    const bundle = write();
    expect(validate(bundle)).toEqual([]);
    const broken = bundle.objects.map((one) => (one.type === 'grouping' ? { ...one, context: undefined } : one));
    expect(validate(JSON.parse(JSON.stringify({ ...bundle, objects: broken })))).not.toEqual([]);
  });

  test('keeps what the schemas do not ask for: ids, references, times and definitions of extensions', () => {
    const { objects } = write();
    const ids = new Set(objects.map(({ id }) => id));
    expect(ids.size).toBe(objects.length);
    for (const one of objects) {
      expect(one.id.startsWith(`${one.type}--`)).toBe(true);
      for (const [name, value] of Object.entries(one)) {
        if (name.endsWith('_ref') && one.type !== 'extension-definition') expect(ids).toContain(value);
        if (name.endsWith('_refs')) for (const ref of value as string[]) expect(ids, one.id).toContain(ref);
        if (name === 'created' || name === 'modified') expect(value).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
      for (const extension of Object.keys((one.extensions ?? {}) as object)) expect(ids).toContain(extension);
      if (!one.type.endsWith('-definition')) expect(one.object_marking_refs).toHaveLength(1);
    }
  });

  test('names the same row by the same id in every file, and a wallet as the extension says', () => {
    expect(write()).toEqual(write());
    // UUIDv5 of RFC 9562 over {"value":…}, as Python's uuid module gives it.
    expect(toScoId('cryptocurrency-wallet', { value: '1KFHE7w8BhaENAswwryaoccDb6qcT6DbYY' })).toBe(
      'cryptocurrency-wallet--27fadc91-1e1c-5474-988f-07a16840be45',
    );
    const { objects } = write();
    const wallets = objects.filter(({ type }) => type === 'cryptocurrency-wallet');
    const [shared] = wallets.filter(({ value }) => String(value).startsWith('0x'));
    const extensions = shared?.extensions as Record<string, { chains: { chain: string }[] }>;
    expect(extensions[TRAILMARK_EXTENSION]?.chains.map(({ chain }) => chain)).toEqual(['eth', 'polygon']);
  });

  test('comes back: people, addresses on their chains, links with confidence, labels, notes and events', () => {
    const { outline, notUnderstood } = readStix(write());
    const before = sampleOutline();
    expect(outline.title).toBe(before.title);
    expect(
      outline.people.map(({ kind, name, aliases, identifiers }) => ({ kind, name, aliases, identifiers })),
    ).toEqual(before.people.map(({ kind, name, aliases, identifiers }) => ({ kind, name, aliases, identifiers })));
    const toLink = ({ to, relation, confidence }: CaseOutline['links'][number]) => ({ to, relation, confidence });
    expect(outline.links.map(toLink)).toEqual([
      {
        to: { chain: 'btc', address: BTC },
        relation: 'Controls the key',
        confidence: { of: 'person', word: 'certain' },
      },
      { to: { person: 'F-2' }, relation: 'Works for', confidence: { of: 'person', word: 'certain' } },
    ]);
    // What another agency calls a fact is its claim here.
    expect(outline.links[0]).toMatchObject({ mark: 'claim', basis: 'statement' });
    expect(outline.links[0]?.explanation).toContain('Stated as fact, on the basis of a seized device');
    const named = [...outline.labels, ...outline.links.flatMap(({ to }) => ('chain' in to ? [to] : []))];
    for (const { chain, address } of before.addresses) {
      expect(named.some((one) => one.chain === chain && one.address === address)).toBe(true);
    }
    expect(outline.notes.map(({ title }) => title)).toEqual(['Interview', 'Other objects of the file']);
    expect(outline.events).toMatchObject([
      { title: 'Files were locked', starts: 1_772_409_600, ends: null, mark: 'claim' },
    ]);
    expect(notUnderstood.map(({ what }) => what)).toEqual(['Objects of the type file']);
  });
});

describe('a STIX bundle of somebody else', () => {
  test('files a wallet without a chain under the one its form fits, and says so', () => {
    const { outline, notUnderstood } = read([
      wallet(BTC),
      wallet('0x71C7656EC7ab88b098defB751B7401B5f6d8976F', { currency: 'ETH' }),
      { ...wallet('x'), value: undefined, address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' },
      wallet('no address at all, only words'),
    ]);
    expect(outline.labels.map(({ chain, text }) => [chain, text])).toEqual([
      ['btc', 'Named in the file (chain not stated)'],
      ['eth', 'Named in the file'],
      ['trx', 'Named in the file (chain not stated)'],
    ]);
    expect(notUnderstood).toContainEqual(expect.objectContaining({ what: 'Wallets', count: 1 }));
  });

  test('calls nobody a suspect whose role it does not state', () => {
    const { outline } = read([
      identity(1, 'Agency of North', { identity_class: 'organization' }),
      identity(2, 'Somebody', { created_by_ref: `identity--${uuid(1)}` }),
      { ...identity(3, 'Crew'), type: 'threat-actor', id: `threat-actor--${uuid(3)}` },
    ]);
    expect(outline.people.map(({ kind, name, detail }) => [kind, name, detail])).toEqual([
      ['witness', 'Somebody', 'role not stated in the file'],
      ['suspect', 'Crew', ''],
    ]);
  });

  test('counts what a case has no place for, and drops nothing in silence', () => {
    const { outline, notUnderstood } = read([
      ...['malware', 'malware', 'tool'].map((type, n) => ({
        type,
        spec_version: '2.1',
        id: `${type}--${uuid(n)}`,
        name: 'X',
      })),
      { type: 'url', spec_version: '2.1', id: `url--${uuid(5)}`, value: 'http://shop.example' },
      { type: 'email-addr', id: `foo--${uuid(6)}`, value: 'a@b.example' },
      { ...identity(7, 'Gone'), revoked: true },
      relationship(8, `identity--${uuid(90)}`, `identity--${uuid(91)}`),
    ]);
    expect(Object.fromEntries(notUnderstood.map(({ what, count }) => [what, count]))).toEqual({
      'Objects of the type malware': 2,
      'Objects of the type tool': 1,
      'Objects of the type url': 1,
      Objects: 1,
      'Objects of the type identity': 1,
      Relationships: 1,
    });
    expect(outline.notes[0]?.text).toBe('url: http://shop.example');
  });

  test('counts objects of a type that is named like a member of every object as any unknown one', () => {
    const types = ['constructor', 'toString', 'hasOwnProperty'];
    const odd = types.map((type, n) => ({ type, spec_version: '2.1', id: `${type}--${uuid(70 + n)}` }));
    const link = relationship(80, `identity--${uuid(1)}`, toScoId('cryptocurrency-wallet', { value: BTC }), {
      extensions: { [TRAILMARK_EXTENSION]: { extension_type: 'property-extension', basis: 'constructor' } },
    });
    const { outline, notUnderstood } = read([identity(1, 'Somebody'), wallet(BTC), link, ...odd]);
    expect(outline.links).toHaveLength(1);
    expect(JSON.stringify(outline.links)).toContain('on the basis of constructor');
    expect(outline.people.map(({ name }) => name)).toEqual(['Somebody']);
    const unknown = notUnderstood.flatMap(({ what, count }) => (what.startsWith('Objects') ? [[what, count]] : []));
    expect(unknown.toSorted()).toEqual(types.toSorted().map((type) => [`Objects of the type ${type}`, 1]));
  });

  test('takes the last of several versions of an object, and survives circles', () => {
    const [a, b] = [identity(1, 'Old', { roles: ['suspect'] }), identity(2, 'Other', { roles: ['victim'] })];
    const { outline, notUnderstood } = read([
      { ...a, name: 'New', modified: '2026-05-01T00:00:00.000Z' },
      ...[a, b, relationship(3, a.id, b.id), relationship(4, b.id, a.id), relationship(5, a.id, a.id)],
      { type: 'note', id: `note--${uuid(6)}`, content: 'Itself', object_refs: [`note--${uuid(6)}`] },
    ]);
    expect(outline.people.map(({ name }) => name)).toEqual(['New', 'Other']);
    expect(outline.links).toHaveLength(2);
    expect(notUnderstood.map(({ what, count }) => [what, count])).toEqual([
      ['Objects', 1],
      ['Relationships', 1],
    ]);
  });

  test('cuts hostile texts to what a field takes, without control characters', () => {
    const { outline, notUnderstood } = read([
      identity(1, `\u0000<script>alert(1)</script>\u001b[2J${'x'.repeat(500)}\ud800`, {
        roles: ['suspect', '__proto__'],
      }),
      identity(2, '', { roles: 'suspect', description: { toString: 'no text' } }),
    ]);
    const [first, second] = outline.people;
    expect(first?.name).toHaveLength(160);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point.
    expect(first?.name).not.toMatch(/[\u0000-\u001f]/);
    expect(first?.name.isWellFormed()).toBe(true);
    expect(second).toMatchObject({ name: 'Without a name in the file', kind: 'witness', note: '' });
    expect(notUnderstood).toContainEqual(expect.objectContaining({ what: 'Texts', count: 1 }));
  });

  test.each<[string, readonly object[], object, string]>([
    ['no objects', [], {}, 'has no objects'],
    ['an old version', [identity(1, 'A', { spec_version: '2.0' })], {}, 'STIX 2.1 first'],
    ['too many objects', Array.from({ length: 50_001 }, () => ({})), {}, '50001 objects'],
  ])('with %s is refused with what would be right', (_, objects, rest, sentence) => {
    expect(() => read(objects, rest)).toThrow(AppError);
    expect(() => read(objects, rest)).toThrow(sentence);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/stix.txt');
});
