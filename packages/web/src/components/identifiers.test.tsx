import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { CopyButton } from './copy-button.tsx';
import { Hash, LookAlikeScope } from './hash.tsx';
import { QuotedText } from './quoted-text.tsx';

const ONE = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const TWIN = '12cbQLTFMXRnSzktFkuoG3eHoMeFxxTu3S';

test('the copy button copies the whole value and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openPart(<CopyButton value={ONE} what="address" />);
  await page.getByRole('button', { name: 'Copy address' }).click();
  expect(write).toHaveBeenCalledExactlyOnceWith(ONE);
  await expect.element(page.getByText('Copied address')).toBeInTheDocument();
});

test('a browser that refuses the clipboard is reported', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  openPart(<CopyButton value={ONE} what="address" />);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.element(page.getByText('Not copied: the browser refused')).toBeInTheDocument();
});

test('two identifiers that look alike are flagged, one alone is not', async () => {
  openPart(
    <>
      <LookAlikeScope values={[ONE, TWIN]}>
        <Hash value={ONE} kind="address" />
        <Hash value={TWIN} kind="address" />
      </LookAlikeScope>
      <p>
        <Hash value={ONE} kind="address" />
      </p>
    </>,
  );
  await expect.poll(() => page.getByText('look-alike').elements().length).toBe(2);
  await expectAccessible();
});

test('text of strangers is quoted, shows its control characters and is cut until it is opened', async () => {
  openPart(<QuotedText text={`safe\u202Eevil ${'x'.repeat(100)}`} />);
  const more = page.getByRole('button', { name: /^all \d+ characters$/ });
  await expect.element(more).toBeVisible();
  expect(document.body.textContent).not.toContain('\u202E');
  expect(document.body.textContent).not.toContain('x'.repeat(100));
  await more.click();
  expect(document.body.textContent).toContain('x'.repeat(100));
});
