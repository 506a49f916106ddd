import type { ReactNode } from 'react';

export interface KeyFigure {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Second line: what the figure is true of. */
  readonly note?: ReactNode;
  /** Set for words instead of figures: smaller. */
  readonly small?: boolean;
}

export interface KeyFiguresProps {
  /** At most five, the most important first. */
  readonly figures: readonly KeyFigure[];
}

/** One ruled row of figures, two columns on a phone. */
export function KeyFigures({ figures }: KeyFiguresProps) {
  return (
    <dl className={`tm-figs n${figures.length}`}>
      {figures.map(({ label, value, note, small }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures have a fixed order
        <div key={i}>
          <dt>{label}</dt>
          <dd className={small ? 'v small' : 'v'}>{value}</dd>
          {note !== undefined && <dd className="s">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
