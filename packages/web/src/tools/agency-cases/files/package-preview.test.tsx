import { CASE_RIGHTS } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../../api.ts';
import { expectAccessible, openPart } from '../../../testing/open-screen.tsx';
import { createCaseOverview } from '../../../testing/sample-case.ts';
import { createMe } from '../../../testing/sample-session.ts';
import { PackageDialog } from './package-dialog.tsx';

type Preview = Answer<'previewCasePackage'>;

const { head } = createCaseOverview(CASE_RIGHTS);
const getMe = createMe('allowed');
const BASIS = 'c'.repeat(64);
const field = (column: string, text: string, mayHide = true) => ({
  ...{ column, name: column === 'title' ? 'Title' : 'Source', text, isHidden: false, mayHide },
});
const PREVIEW: Preview = {
  basis: BASIS,
  tables: [
    {
      ...{ table: 'case_reported_event', name: 'Reported events', mayDrop: true, rows: 2, hiddenRows: 0, from: 0 },
      shown: [
        {
          index: 0,
          number: 'E-1',
          isHidden: false,
          fields: [field('title', 'Call to the victim'), field('source', 'Letter 4')],
        },
        { index: 1, number: 'E-2', isHidden: false, fields: [field('title', 'Second call'), field('source', '')] },
      ],
    },
  ],
  leftOut: [{ name: 'Notes', rows: 3 }],
  repeats: [{ text: 'Harbour Lane', where: 'E-1 (Reported events): Title' }],
  ...{ areRepeatsCut: true, tooShort: 2 },
};
const evidence = { items: [], next: null };
const nothing = () => undefined;
const made = { id: head.id, root: BASIS, content: '{}' };

async function openPreview() {
  await page.getByRole('button', { name: 'Preview and leave out fields' }).click();
  await page.getByText('Reported events', { exact: false }).last().click();
}

test('a package leaves out a field of one row, a field of every row, and a row, as its preview was signed', async () => {
  const answers = { getMe, listCaseEvidence: evidence, previewCasePackage: PREVIEW, makeCasePackage: made };
  const api = openPart(<PackageDialog head={head} isOpen onClose={nothing} />, answers);
  await openPreview();
  await expect.element(page.getByText('Left out as a whole: Notes (3).')).toBeVisible();
  await page.getByText('1 text left out is repeated in what the recipient reads').click();
  await expect.element(page.getByText('Harbour Lane')).toBeVisible();
  await page.getByRole('button', { name: 'Leave out Title of E-1' }).click();
  await expect.element(page.getByText('Call to the victim')).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Source' }).click();
  await page.getByRole('button', { name: 'Leave out the row E-2' }).click();
  await expect.element(page.getByText('The row is left out: the recipient has hashes of it.')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Recipient').fill('South Prosecutor');
  await page.getByLabelText('Purpose').fill('Mutual assistance');
  await page.getByRole('button', { name: 'Sign and save the package' }).click();
  await expect
    .poll(() => api.calls.find(({ route }) => route === 'makeCasePackage')?.input.body)
    .toMatchObject({
      basis: BASIS,
      leaveOut: ['case_reported_event/0/title', 'case_reported_event/*/source', 'case_reported_event/1/*'],
    });
});

test('rows that were chosen in a case that changed are chosen again, and fields of every row stay', async () => {
  const changed = new AppError('conflict', 'The case changed after the preview.');
  const api = openPart(<PackageDialog head={head} isOpen onClose={nothing} />, {
    ...{ getMe, listCaseEvidence: evidence },
    previewCasePackage: ({ body }) => (body.basis === null ? PREVIEW : changed),
  });
  await openPreview();
  await page.getByRole('checkbox', { name: 'Source' }).click();
  await page.getByRole('button', { name: 'Leave out the row E-2' }).click();
  await page.getByRole('button', { name: 'Choose rows again' }).click();
  await expect
    .poll(() => api.calls.findLast(({ route }) => route === 'previewCasePackage')?.input.body)
    .toMatchObject({ basis: null, leaveOut: ['case_reported_event/*/source'] });
  await expect
    .element(page.getByText('1 more choice of fields and rows to leave out.', { exact: false }))
    .toBeVisible();
});

test('a preview that could not be made is made again', async () => {
  let times = 0;
  openPart(<PackageDialog head={head} isOpen onClose={nothing} />, {
    ...{ getMe, listCaseEvidence: evidence },
    previewCasePackage: () =>
      times++ === 0
        ? new AppError('internal', 'Failed.')
        : { ...PREVIEW, tables: [], repeats: [], leftOut: [], tooShort: 0 },
  });
  await page.getByRole('button', { name: 'Preview and leave out fields' }).click();
  await page.getByRole('button', { name: /again/i }).click();
  await expect.element(page.getByText('What the recipient reads')).toBeVisible();
  await expectAccessible();
});
