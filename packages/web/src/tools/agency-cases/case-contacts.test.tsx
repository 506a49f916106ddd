import type { CaseContactMessage, CaseContacts } from '@trailmark/api/contract/case-contact';
import { CASE_RIGHTS, type CaseRight } from '@trailmark/core/case';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ContactCustodian } from '../../parts/cases/contact-custodian.tsx';
import { expectAccessible, openPart } from '../../testing/open-screen.tsx';
import { CASE_ID, createCaseOverview } from '../../testing/sample-case.ts';
import { createMe } from '../../testing/sample-session.ts';
import { CaseContacts as Contacts } from './case-contacts.tsx';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const message = (last: number, from: CaseContactMessage['from'], text: string): CaseContactMessage => ({
  ...{ id: id(last), at: 1_772_500_000 + last, from, kind: from === 'asker' ? 'ask' : 'reply', text },
});
const ME = { getMe: createMe('allowed') };
const NONE: CaseContacts = { mayAsk: true, sent: null, received: [] };
const ASKED: CaseContacts = { ...NONE, sent: { messages: [message(1, 'asker', 'Which suspect?')] } };
const RECEIVED: CaseContacts = {
  ...{ mayAsk: false, sent: null },
  received: [
    {
      ...{ id: id(9), asker: 'Second analyst', what: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', about: null, state: 'open' },
      ...{ at: 1_772_500_000, messages: [message(1, 'asker', 'Which suspect?')] },
    },
  ],
};
const overview = (rights: readonly CaseRight[] = CASE_RIGHTS) => ({
  ...createCaseOverview(rights),
  counts: { contacts: 1 },
});

test('who meets a hidden case writes to its custodian, and sees the thread', async () => {
  const api = openPart(<ContactCustodian caseId={CASE_ID} />, { ...ME, listCaseContacts: NONE, askCustodian: ASKED });
  await page.getByRole('button', { name: 'Contact the custodian' }).click();
  await expect.element(page.getByText(/You do not learn which case it is/)).toBeVisible();
  await expectAccessible();
  await expect.element(page.getByRole('button', { name: 'Send to the custodian' })).toBeDisabled();
  await page.getByLabelText('Message').fill('  Which suspect?  ');
  await page.getByRole('button', { name: 'Send to the custodian' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'askCustodian')?.input.body)
    .toEqual({ text: 'Which suspect?' });
});

test('where there is nobody to write to, there is no form', async () => {
  openPart(<ContactCustodian caseId={CASE_ID} />, { ...ME, listCaseContacts: { ...NONE, mayAsk: false } });
  await page.getByRole('button', { name: 'Contact the custodian' }).click();
  await expect.element(page.getByText(/There is nobody to write to/)).toBeVisible();
  expect(page.getByLabelText('Message').elements()).toEqual([]);
});

test('a custodian replies, says which case it is, or declines', async () => {
  const api = openPart(<Contacts overview={overview()} />, {
    ...ME,
    listCaseContacts: RECEIVED,
    answerCaseContact: RECEIVED,
  });
  const article = page.getByRole('article', { name: 'Question of Second analyst' });
  await expect
    .element(article)
    .toHaveTextContent(/asks about 12cbQ.*They do not know which case this is.*Which suspect\?/);
  await expectAccessible();
  await expect.element(article.getByRole('button', { name: 'Reply' })).toBeDisabled();
  await article.getByRole('button', { name: 'Say which case it is' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'answerCaseContact')?.input)
    .toMatchObject({ params: { case: CASE_ID, contact: id(9) }, body: { answer: 'reveal', text: '' } });
});

test('an editor of the case reads the question and answers nothing', async () => {
  openPart(<Contacts overview={overview(['read', 'write'])} />, { ...ME, listCaseContacts: RECEIVED });
  await expect.element(page.getByText('Which suspect?')).toBeVisible();
  expect(page.getByRole('button', { name: 'Reply' }).elements()).toEqual([]);
});

test('a case without questions asks for none', async () => {
  const api = openPart(<Contacts overview={createCaseOverview()} />);
  expect(page.getByText('Questions between cases').elements()).toEqual([]);
  expect(api.calls).toEqual([]);
});
