import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { ChainSelect } from './chain-select.tsx';
import { FieldFrame } from './form/field-frame.tsx';
import { MenuButton } from './menu-button.tsx';
import { Tabs } from './tabs.tsx';

test('a menu comes when its button is reached for, and does what is chosen', async () => {
  const onClick = vi.fn();
  const entries = [
    { name: 'Rename', onClick },
    { name: 'Remove', isDisabled: true },
  ];
  openPart(<MenuButton button={{ children: 'More' }} entries={entries} position="bottom-start" />);
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  expect(onClick).toHaveBeenCalledOnce();
});

test('tabs are links, mark the open one, and are walked with the arrow keys', async () => {
  const items = ['History', 'Charts', 'Links'].map((label) => ({ id: label, label, href: `/${label}` }));
  openPart(<Tabs label="Views" items={items} current="Charts" />);
  const open = page.getByRole('link', { name: 'Charts' });
  await expect.element(open).toHaveAttribute('aria-current', 'page');
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Links');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('History');
  await expectAccessible();
});

test('the choice of a chain gives its id, and nothing for any chain', async () => {
  const onChange = vi.fn();
  openPart(<ChainSelect value={undefined} onChange={onChange} />);
  const select = page.getByRole('combobox', { name: 'Chain' });
  await select.selectOptions('Litecoin');
  expect(onChange).toHaveBeenLastCalledWith('ltc');
  await select.selectOptions('Any chain');
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test('a field has its label, its help and what is wrong with it', async () => {
  openPart(
    <FieldFrame id="who" label="Name" isOptional help="As on the badge." error="Name is required.">
      <input id="who" aria-describedby="who-error who-help" />
    </FieldFrame>,
  );
  await expect.element(page.getByLabelText('Name (optional)')).toBeVisible();
  await expect
    .element(page.getByLabelText('Name (optional)'))
    .toHaveAccessibleDescription('Name is required. As on the badge.');
  await expectAccessible();
});
