import { IconDownload } from '@tabler/icons-react';
import { DownloadMenu } from '../../components/download-menu.tsx';
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
    <DownloadMenu
      button={
        <button type="button" className="tm-btn sm">
          <IconDownload size={14} stroke={1.5} aria-hidden="true" />
          {label}
        </button>
      }
      files={links.map(({ format, href }) => ({
        href,
        name: (
          <>
            {FORMATS[format].name} <span className="tm-t3 tm-sm">{FORMATS[format].note}</span>
          </>
        ),
      }))}
      note={
        <div className="as-menunote tm-t3 tm-xs">
          Filters and order as shown, {alsoHeld}. The file says its query, as-of, row count and SHA-256.
        </div>
      }
    />
  );
}
