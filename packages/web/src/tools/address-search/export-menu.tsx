import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportFormat, ExportLinks } from './export-links.ts';

const FORMATS: Readonly<Record<ExportFormat, { readonly name: string; readonly note: string }>> = {
  csv: { name: 'CSV', note: 'for spreadsheets and scripts' },
  xlsx: { name: 'XLSX', note: 'Excel workbook' },
  json: { name: 'JSON', note: 'for programs; amounts as text' },
};

export interface ExportMenuProps extends ExportLinks {
  /** What the page folds and the file holds. */
  readonly alsoHeld?: string;
}

/** Plain download links: the same rows in the same order as the page, all of them. */
export function ExportMenu({ label, links, alsoHeld = 'dust rows included' }: ExportMenuProps) {
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withinPortal
      // The placeholder is an element that a menu may not hold.
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: 'tm-menu' }}
    >
      <Menu.Target>
        <button type="button" className="tm-btn sm">
          <IconDownload size={14} stroke={1.5} aria-hidden="true" />
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ format, href }) => (
          <Menu.Item key={format} component="a" href={href} download>
            {FORMATS[format].name} <span className="tm-t3 tm-sm">{FORMATS[format].note}</span>
          </Menu.Item>
        ))}
        <div className="as-menunote tm-t3 tm-xs">
          Filters and order as shown, {alsoHeld}. The file says its query, as-of, row count and SHA-256.
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
