import { type ReactNode, useEffect, useState } from 'react';

/** Skeletons appear only when an answer takes longer than this. */
const DELAY_MS = 150;

export interface SkeletonProps {
  /** What is loading, for screen readers: "history of the address". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Holds the place of a result: invisible for 150 ms, then bars in its exact shape. */
export function Skeleton({ what, children }: SkeletonProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`tm-skel${isShown ? '' : ' early'}`} aria-busy="true">
      <span className="tm-sr" role="status">
        Loading {what}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** One bar of a skeleton; width in any CSS length. */
export function Bar({ width, height = 12 }: { readonly width: string; readonly height?: number }) {
  return <span className="tm-bar" style={{ width, height }} />;
}

/** Rows of a table to come. */
export function RowBars({ rows, columns }: { readonly rows: number; readonly columns: readonly string[] }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders
    <div key={row} className="tm-skelrow">
      {columns.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders
        <Bar key={i} width={width} />
      ))}
    </div>
  ));
}

/** The figures strip to come. */
export function FigureBars({ count }: { readonly count: number }) {
  return (
    <div className={`tm-figs n${count}`}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders
        <div key={i}>
          <Bar width="64px" />
          <div className="v">
            <Bar width="75%" height={18} />
          </div>
          <Bar width="50%" />
        </div>
      ))}
    </div>
  );
}
