import { describe, expect, it } from 'vitest';
import { createExportLinks } from './export-links.ts';
import { addressHistorySearch } from './search.ts';

const TARGET = { chain: 'btc', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', decimals: 8, currency: 'USD' } as const;

describe('createExportLinks', () => {
  it('counts the rows where no filter is set', () => {
    expect(createExportLinks(TARGET, addressHistorySearch.parse({}), 1234).label).toBe('Export all 1,234 rows');
    expect(createExportLinks(TARGET, addressHistorySearch.parse({ order: 'oldest' }), 1).label).toBe(
      'Export all 1 row',
    );
  });

  it('carries the filters and the order of the page, in the smallest unit', () => {
    const search = addressHistorySearch.parse({
      from: '2009-01-12',
      min: '0.5',
      order: 'oldest',
      tab: 'charts',
      dust: '1',
    });
    const { label, links } = createExportLinks(TARGET, search, 6);
    expect(label).toBe('Export all matching');
    expect(links.map(({ format }) => format)).toEqual(['csv', 'xlsx', 'json']);
    const url = new URL(links[0]?.href ?? '', 'http://localhost');
    expect(url.pathname).toBe(`/api/v1/btc/addresses/${TARGET.address}/export`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      order: 'oldest',
      fromTime: '1231718400',
      currency: 'USD',
      minAmount: '50000000',
      format: 'csv',
    });
  });

  it('pins in a case what the link asks for', () => {
    const { links, toPinned } = createExportLinks(TARGET, addressHistorySearch.parse({ min: '0.5' }), 6);
    const { kind, input } = toPinned('xlsx');
    const url = new URL(links[1]?.href ?? '', 'http://localhost');
    expect([kind, input.params]).toEqual(['export', { chain: 'btc', address: TARGET.address }]);
    expect(input.query).toEqual(Object.fromEntries(url.searchParams));
    expect(input.query).toMatchObject({ minAmount: '50000000', format: 'xlsx' });
  });
});
