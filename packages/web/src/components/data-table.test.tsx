import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { TableFoot } from './table-foot.tsx';

interface Row {
  readonly id: string;
}
const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'id', header: 'Id', narrow: 'top-left', cell: ({ id }) => id },
  { id: 'link', header: 'Link', cell: ({ id }) => <button type="button">open {id}</button> },
];
const listRows = (count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: `row ${i + 1}` }));
const rowId = ({ id }: Row) => id;

describe('a table', () => {
  test('has a caption, headers and a row for each of its rows', async () => {
    openPart(<DataTable caption="Blocks" columns={COLUMNS} rows={listRows(3)} rowId={rowId} />);
    await expect.element(page.getByRole('table', { name: 'Blocks' })).toBeVisible();
    expect(
      page
        .getByRole('columnheader')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Id', 'Link']);
    expect(page.getByRole('row').elements()).toHaveLength(4);
    await expectAccessible();
  });

  test('is walked with the arrow keys and opened with Enter', async () => {
    const onOpen = vi.fn();
    openPart(<DataTable caption="Blocks" columns={COLUMNS} rows={listRows(3)} rowId={rowId} onOpen={onOpen} />);
    await expect.element(page.getByRole('table', { name: 'Blocks' })).toBeVisible();
    document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'row 2' });
  });

  test('leaves the keys of a control within a row to the control', async () => {
    const onOpen = vi.fn();
    openPart(
      <DataTable caption="Blocks" columns={COLUMNS} rows={listRows(3)} rowId={rowId} onOpen={onOpen} opensOnClick />,
    );
    await page.getByRole('button', { name: 'open row 1' }).click();
    expect(onOpen).not.toHaveBeenCalled();
    await page.getByText('row 3', { exact: true }).click();
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 'row 3' });
  });

  test('of a thousand rows paints those that can be seen', async () => {
    openPart(<DataTable caption="Blocks" columns={COLUMNS} rows={listRows(1_000)} rowId={rowId} />);
    await expect.element(page.getByText('row 1', { exact: true })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('tbody tr').length).toBeLessThan(300);
  });

  test('of a thousand rows keeps the widths that all rows gave its columns', async () => {
    const columns = [...COLUMNS, { id: 'text', header: 'T', cell: () => 'word '.repeat(40) }];
    openPart(<DataTable caption="Blocks" columns={columns} rows={listRows(1_000)} rowId={rowId} />);
    await expect.poll(() => document.querySelector('table')?.style.tableLayout).toBe('fixed');
    const [id = 0, , text = 0] = [...document.querySelectorAll<HTMLElement>('th')].map((head) => head.offsetWidth);
    expect(text).toBeGreaterThan(2 * id);
  });
});

describe('the foot of a table', () => {
  const foot = { shown: 25, isLoading: false, pageSize: 25, onMore: () => undefined };

  test.each([
    [{ ...foot, total: 94, hasMore: true }, 'Rows 1 to 25 of 94', 'Load 25 more'],
    [{ ...foot, shown: 75, total: 94, hasMore: true }, 'Rows 1 to 75 of 94', 'Load 19 more'],
    [{ ...foot, hasMore: true }, 'Rows 1 to 25, more follow', 'Load 25 more'],
    [{ ...foot, shown: 1, hasMore: false }, 'Row 1 of 1', undefined],
    [{ ...foot, shown: 0, hasMore: false }, 'No rows', undefined],
    [{ ...foot, total: 94, hasMore: true, isLoading: true }, 'Rows 1 to 25 of 94', 'Loading'],
  ])('%# says how far it goes', async (props, said, button) => {
    openPart(<TableFoot {...props} />);
    await expect.element(page.getByRole('status')).toHaveTextContent(said);
    expect(
      page
        .getByRole('button')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(button ? [button] : []);
  });
});
