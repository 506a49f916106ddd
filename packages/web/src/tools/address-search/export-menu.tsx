import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { DownloadMenu } from '../../components/download-menu.tsx';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
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

/** Plain download links: the same rows in the same order as the page, all of them. One that was made can be added to a case. */
export function ExportMenu({ label, links, toPinned, alsoHeld = 'dust rows included' }: ExportMenuProps) {
  const [made, setMade] = useState<ExportFormat | undefined>();
  const menu = (
    <DownloadMenu
      button={
        <button type="button" className="tm-btn sm">
          <IconDownload size={14} stroke={1.5} aria-hidden="true" />
          {label}
        </button>
      }
      files={links.map(({ format, href }) => ({
        href,
        onOpen: () => setMade(format),
        name: (
          <>
            {FORMATS[format].name} <span className="tm-t3 tm-sm">{FORMATS[format].note}</span>
          </>
        ),
      }))}
      note={
        <div className="as-menunote tm-t3 tm-xs">
          Filters and order as shown, {alsoHeld}. The file says its query, as-of, row count and SHA-256. Once made, it
          can be added to a case.
        </div>
      }
    />
  );
  return (
    <>
      {made && (
        <AddToCase
          key={made}
          of={toPinned(made)}
          className="tm-btn quiet sm"
          label={`Add the ${FORMATS[made].name} file to a case`}
        />
      )}
      {menu}
    </>
  );
}
