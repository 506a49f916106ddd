import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofEmailAddress from './email-address.ts';

const recorded = new WatchedResults();
const { describeForeignDomain, foldEmail, listDomainParents, parseEmail } = recorded.watch(ofEmailAddress);

function reasonOf(text: string): string {
  try {
    parseEmail(text);
    return 'taken';
  } catch (error) {
    expect(error).toMatchObject({ kind: 'invalid', context: { field: 'email' } });
    return (error as Error).message;
  }
}

test.each([
  ['lead@agency.example', 'lead@agency.example'],
  ['Lead@Agency.EXAMPLE', 'lead@agency.example'],
  ['  lead@agency.example ', 'lead@agency.example'],
  ['lead+cases@agency.example', 'lead@agency.example'],
  ['lead+a+b@agency.example', 'lead@agency.example'],
  ["o'neil@agency.example", "o'neil@agency.example"],
  ['first.last@unit.agency.example', 'first.last@unit.agency.example'],
  ['first-last_2@agency-two.example', 'first-last_2@agency-two.example'],
  ['1@agency.example', '1@agency.example'],
  ['lead@agency.gov.uk', 'lead@agency.gov.uk'],
  ['lead@a.b.c.d.example', 'lead@a.b.c.d.example'],
  [`${'a'.repeat(64)}@agency.example`, `${'a'.repeat(64)}@agency.example`],
])('%j is the mailbox %j', (text, key) => {
  expect(parseEmail(text).key).toBe(key);
  expect(foldEmail(text)).toBe(key);
});

test.each<[string, RegExp]>([
  ['', /required/],
  ['   ', /required/],
  ['lead', /invalid/],
  ['@agency.example', /invalid/],
  ['lead@', /invalid/],
  ['lead@@agency.example', /more than one @/],
  ['a@agency.example@evil.example', /more than one @/],
  ['"a@agency.example"@evil.example', /without quotes/],
  ['"lead"@agency.example', /without quotes/],
  ['lead(comment)@agency.example', /without quotes, comments/],
  ['lead@(comment)agency.example', /comments/],
  ['Lead <lead@agency.example>', /bare address/],
  ['lead @agency.example', /spaces/],
  ['lead@agency .example', /spaces/],
  ['lead\\@agency.example', /bare address/],
  ['a@agency.example,b@agency.example', /bare address/],
  ['a@agency.example;b@agency.example', /bare address/],
  ['lead@[192.0.2.1]', /bare address/],
  ['lead@[IPv6:2001:db8::1]', /bare address/],
  ['lead@192.0.2.1', /number/],
  ['lead@agency.example.', /ends with a dot/],
  ['.lead@agency.example', /before the @/],
  ['lead.@agency.example', /before the @/],
  ['le..ad@agency.example', /before the @/],
  ['+tag@agency.example', /before the @/],
  ['lead%evil.example@agency.example', /before the @/],
  ['evil.example!lead@agency.example', /before the @/],
  ['lead|id@agency.example', /before the @/],
  ['lead`id`@agency.example', /before the @/],
  ['lead$(id)@agency.example', /bare address/],
  ['lead@agency', /not a domain/],
  ['lead@localhost', /not a domain/],
  ['lead@.example', /not a domain/],
  ['lead@agency..example', /not a domain/],
  ['lead@-agency.example', /not a domain/],
  ['lead@agency-.example', /not a domain/],
  ['lead@agency_one.example', /not a domain/],
  ['lead@agency.example/path', /not a domain/],
  [`lead@${'a'.repeat(64)}.example`, /not a domain/],
  ['lead@agency.e', /number|named/],
  ['lead@xn--agncy-3ta.example', /internationalised/],
  ['lead@agency.xn--p1ai', /internationalised/],
  ['lead@\u0430gency.example', /U\+0430/],
  ['le\u0430d@agency.example', /U\+0430/],
  ['lead@agen\u0441y.example', /U\+0441/],
  ['lead@\u0251gency.example', /U\+0251/],
  ['lead@agency\u3002example', /U\+3002/],
  ['lead\uff20agency.example', /U\+FF20/],
  ['lead@agency.\u212axample', /U\+212A/],
  ['lead@\u{1d41a}gency.example', /U\+1D41A/],
  ['lead@agency\u200b.example', /U\+200B/],
  ['lead\u202e@agency.example', /U\+202E/],
  ['l\u00e9ad@agency.example', /U\+00E9/],
  ['\u00a0lead@agency.example', /U\+00A0/],
  ['lead@agency.example\nbcc: x@evil.example', /line break/],
  ['lead@agency.example\r\n', /line break/],
  ['lead\0@agency.example', /control character/],
  ['lead@agency.example\t', /control character/],
  [`${'a'.repeat(65)}@agency.example`, /longer/],
  [`a@${'b.'.repeat(126)}example`, /longer/],
])('%j is refused with its reason', (text, reason) => {
  expect(reasonOf(text)).toMatch(reason);
});

describe('a domain', () => {
  test.each([
    ['gmail.com', /everybody/],
    ['mail.gmail.com', /everybody/],
    ['mailinator.com', /short time/],
    ['x.mailinator.com', /short time/],
    ['gov.uk', /public suffix/],
    ['co.uk', /public suffix/],
  ])('%s belongs to no agency', (domain, reason) => {
    expect(describeForeignDomain(domain)).toMatch(reason);
  });

  test.each(['agency.example', 'northgate.police.uk', 'agency.gov', 'notgmail.com', 'gmail.com.agency.example'])(
    '%s can belong to one',
    (domain) => {
      expect(describeForeignDomain(domain)).toBeUndefined();
    },
  );

  test('has the parents down to the registrable one', () => {
    expect(listDomainParents('a.b.agency.gov.uk')).toEqual(['a.b.agency.gov.uk', 'b.agency.gov.uk', 'agency.gov.uk']);
    expect(listDomainParents('agency.gov.evil.com')).toEqual(['agency.gov.evil.com', 'gov.evil.com', 'evil.com']);
  });
});

test('folding takes any text', () => {
  expect(['', '@', 'x', '+@', 'a+@b', '\ud800@x'].map(foldEmail)).toEqual(['', '@', 'x', '+@', 'a@b', '\ud800@x']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/email-address.txt');
});
