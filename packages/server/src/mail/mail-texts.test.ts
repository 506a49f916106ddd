import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDecisionMails from '../admin/decision-mails.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import * as texts from './mail-texts.ts';

const recorded = new WatchedResults();
const { toDecisionMail } = recorded.watch(ofDecisionMails);

const AT = new Date('2026-11-23T12:34:56.000Z');
const LINK = 'https://north.example/x';
const HOUR = 3_600_000;

test('a span is said in minutes below two hours', () => {
  expect([1, 59, 119].map((minutes) => texts.formatSpan(minutes * 60_000))).toEqual([
    '1 minutes',
    '59 minutes',
    '119 minutes',
  ]);
  expect([2 * HOUR, 24 * HOUR].map(texts.formatSpan)).toEqual(['2 hours', '24 hours']);
  expect(texts.formatMailTime(AT)).toBe('2026-11-23 12:34 UTC');
});

test('paragraphs are apart by an empty line, and a mail ends with its last', () => {
  const { subject, body } = texts.taskDueMail(LINK, '2026-11-24');
  expect(subject).toBe('A task of yours is due on 2026-11-24');
  expect(body).toBe(`A task that was given to you is due on 2026-11-24. Open it here:\n\n${LINK}\n`);
});

test('what changes with the case is said: retracted, overdue, sealed, how a password was changed', () => {
  expect(texts.alertMail(LINK, true)).toMatchObject({
    subject: 'An alert was retracted',
    body: expect.stringMatching(/no longer holds/),
  });
  expect(texts.alertMail(LINK, false)).toMatchObject({
    subject: 'A new alert waits for you',
    body: expect.stringMatching(/moved or changed/),
  });
  expect(texts.approvalDueMail(LINK, AT, true)).toMatchObject({
    subject: expect.stringMatching(/overdue/),
    body: expect.stringMatching(/account was to be decided/),
  });
  expect(texts.approvalDueMail(LINK, AT, false)).toMatchObject({
    subject: expect.stringMatching(/due soon/),
    body: expect.stringMatching(/account is to be decided/),
  });
  expect(texts.emergencyMail(LINK, true).body).toMatch(/It was not opened/);
  expect(texts.emergencyMail(LINK, false).body).toMatch(/opened a case of yours/);
  const changed = (how: 'reset' | 'update') => texts.passwordChangedMail(how, AT, 'help@north.example').body;
  expect(changed('reset')).toMatch(
    /reset with a link from an email at 2026-11-23 12:34 UTC[\s\S]*All its sessions have ended/,
  );
  expect(changed('update')).toMatch(/changed by somebody signed in[\s\S]*Its other sessions have ended/);
});

test('a summary counts one alert as one, and says since when', () => {
  const mail = (digest: string, raised: number) => texts.alertDigestMail(LINK, { digest, raised, open: 5, mine: 2 });
  expect(mail('daily', 1)).toMatchObject({ subject: '1 new alert since yesterday' });
  expect(mail('weekly', 2)).toMatchObject({
    ...{
      subject: '2 new alerts since last Monday',
      body: expect.stringContaining('Open now: 5, of which assigned to you: 2.'),
    },
  });
});

test('no line of a stranger reads like ours', () => {
  const words = {
    name: 'A',
    agency: 'B',
    email: 'c@d.example',
    phone: '',
    message: 'Hello\r\nYour password\rwas\u0007 changed',
  };
  const { body } = texts.contactMail(LINK, words);
  expect(body).toContain('> Name: A\n> Agency: B\n> Email: c@d.example\n> Phone: \n');
  expect(body).toContain('> Hello\n> Your password\n> was\ufffd changed\n');
});

const casework = {
  ...{ origin: 'https://north.example', settings: { contactEmail: 'help@north.example' } },
} as unknown as CaseworkContext;
const decide = (decision: Parameters<typeof toDecisionMail>[2]) =>
  toDecisionMail(casework, { email: 'a@north.example', agencyId: 'north' }, decision);

test.each<[Parameters<typeof toDecisionMail>[2], string, RegExp]>([
  [{ kind: 'approved', isAllowed: true }, 'Your account is approved', /The dashboard is open to you\.[\s\S]*\/login/],
  [{ kind: 'approved', isAllowed: false }, 'Your account is approved', /The dashboard is not open to you/],
  [{ kind: 'denied', reason: 'Unknown here.' }, 'Your account was not approved', /Unknown here\./],
  [{ kind: 'suspended', reason: 'On leave.' }, 'Your account is suspended', /sessions are ended[\s\S]*On leave\./],
  [{ kind: 'reactivated', reason: 'x' }, 'Your account is open again', /\/login/],
  [{ kind: 'reconsidered', reason: 'x' }, 'Your account is being looked at again', /waits for approval again/],
  [{ kind: 'allowed', reason: 'x' }, 'The dashboard is open to you', /open to you from now on/],
  [{ kind: 'not-allowed', reason: 'No need.' }, 'The dashboard is closed to you', /No need\./],
  [{ kind: 'factors-reset' }, 'Your second factors were removed', /tell your administrator at once/],
  [{ kind: 'role', role: 'member' }, 'Your role has changed', /You are now a member\./],
  [{ kind: 'role', role: 'agency-admin' }, 'Your role has changed', /You are now administrator of your agency\./],
  [{ kind: 'proposal' }, 'A role waits for your confirmation', /\/admin-users/],
  [{ kind: 'alone', role: 'auditor' }, 'A role was confirmed by one person alone', /A role \(auditor\)/],
])('the mail of the decision %j states what it means', (decision, subject, text) => {
  const mail = decide(decision);
  expect(mail).toMatchObject({
    recipient: 'a@north.example',
    agency: 'north',
    subject,
    body: expect.stringMatching(text),
  });
  expect(mail.body.endsWith('\n\n-- \nhelp@north.example\nhttps://north.example\n')).toBe(true);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/mail-texts.txt');
});
