import './chart.css';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

export interface ChartFrameProps {
  /** The measure: "Balance at the end of each day". */
  readonly title: string;
  /** Unit and zone: "BTC, UTC". */
  readonly unit: string;
  readonly chart: ReactNode;
  /** The same figures as a table. */
  readonly table: ReactNode;
  /** Exact figures for the download. */
  readonly csv: () => string;
  readonly fileName: string;
  /** The figures of the point that is read out. */
  readonly readOut?: ReactNode;
  readonly className?: string;
}

function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Title with unit, table twin, CSV, and a line that reads the figures out. */
export function ChartFrame({ title, unit, chart, table, csv, fileName, readOut, className }: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={`tm-chart ${className ?? ''}`}>
      <figcaption>
        <h2 className="tm-h">
          {title} <small>{unit}</small>
        </h2>
        <span className="tm-row">
          <button type="button" className="tm-linkbtn tm-sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Chart' : 'Table'}
          </button>
          <button
            type="button"
            className="tm-linkbtn tm-sm csv"
            onClick={() => download(csv(), fileName)}
            title={`Download ${fileName}`}
          >
            <IconDownload size={14} stroke={1.5} aria-hidden="true" />
            CSV
          </button>
        </span>
      </figcaption>
      {!isTable && readOut !== undefined && (
        <p className="readout tm-sm" aria-live="polite">
          {readOut}
        </p>
      )}
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        <section className="twin" tabIndex={0} aria-label={`Table: ${title}`}>
          {table}
        </section>
      ) : (
        chart
      )}
    </figure>
  );
}
