import { describe, expect, test } from 'vitest';
import { readContactRoutes } from './contact-routes.ts';
import { attachContacts, readActorPack, toWebAddress } from './graphsense-actorpack.ts';

const PACK = `title: T
creator: Nobody
actors:
- id: sample
  label: Sample Exchange
  uri: www.sample.example
  jurisdictions: [MT, XXX]
  categories: [organization, exchange, defi_dex, sanction]
  aliases: [sample_old]
  context:
    legal_name: Sample Holdings Ltd
    aliases: [sample_old, smpl]
- id: sample
  label: Again
- label: No id
- id: '01'
  label: '01'
  uri: javascript:alert(1)
  categories: []
  context: '{"legal_name": "Zero One"}'
`;

describe('the directory of organisations', () => {
  test('an entry has names, jurisdictions and categories; text is never a link unless it is a web address', () => {
    const { actors, refused } = readActorPack({ name: 'actors.yaml', text: PACK });
    expect(actors[0]).toEqual({
      id: 'sample',
      label: 'Sample Exchange',
      legalName: 'Sample Holdings Ltd',
      aliases: ['sample_old', 'smpl'],
      uri: 'https://www.sample.example',
      jurisdictions: ['MT'],
      categories: ['exchange', 'dex', 'sanctioned_historic'],
      contacts: [],
      source: 'https://github.com/graphsense/graphsense-tagpacks',
      licence: 'MIT',
    });
    expect(actors[1]).toMatchObject({ id: '01', legalName: 'Zero One', uri: undefined, categories: [] });
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [13, 'an earlier entry has this id'],
      [15, 'id or label is missing'],
    ]);
  });

  test('only http and https are web addresses', () => {
    expect(toWebAddress('https://a.example/b')).toBe('https://a.example/b');
    expect(toWebAddress('a.example:8080/x')).toBe('https://a.example:8080/x');
    for (const text of [
      'data:text/html,x',
      'ftp://a.example',
      'file:///etc/passwd',
      'a b.example',
      'localhost',
      undefined,
    ]) {
      expect(toWebAddress(text), text).toBeUndefined();
    }
  });
});

describe('contact routes', () => {
  const HEADER = 'actor,channel,value,page,page_is_official_domain,seen,verified_on\n';

  test('a day of verification counts only on the domain of the operator', () => {
    const text = `${HEADER}a,portal,P,https://a.example,yes,copy,2026-01-02\na,email,x@a.example,https://b.example,no,copy,2026-01-02\nb,phone,1,https://b.example,yes,copy,\n`;
    const routes = readContactRoutes({ name: 'contacts.csv', text });
    expect(routes.get('a')?.map(({ isOfficialDomain, verifiedOn }) => [isOfficialDomain, verifiedOn])).toEqual([
      [true, '2026-01-02'],
      [false, undefined],
    ]);
    expect(routes.get('b')?.[0]?.verifiedOn).toBeUndefined();
  });

  test('a table that is not of the form is refused with the line', () => {
    expect(() => readContactRoutes({ name: 'c.csv', text: 'actor,value\n' })).toThrow('lacks the columns channel');
    expect(() => readContactRoutes({ name: 'c.csv', text: `${HEADER}a,pigeon,P,x,yes,c,\n` })).toThrow('c.csv, line 2');
  });

  test('routes of organisations outside the directory are named', () => {
    const { actors } = readActorPack({ name: 'actors.yaml', text: PACK });
    const route = {
      channel: 'post',
      value: 'x',
      page: 'y',
      isOfficialDomain: false,
      seen: 'z',
      verifiedOn: undefined,
    } as const;
    const attached = attachContacts(
      actors,
      new Map([
        ['sample', [route]],
        ['nobody', [route]],
      ]),
    );
    expect(attached.actors[0]?.contacts).toEqual([route]);
    expect(attached.unplaced).toEqual(['nobody']);
  });
});
