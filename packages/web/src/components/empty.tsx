import type { ReactNode } from 'react';

export interface EmptyProps {
  /** One sentence: what belongs here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** What it is true of, where an answer says that there is nothing: the line of its as-of. */
  readonly asOf?: ReactNode;
}

/** Nothing to show, stated in one sentence with at most one action. No drawing. */
export function Empty({ children, action, asOf }: EmptyProps) {
  return (
    <>
      <div className="tm-empty">
        <p>{children}</p>
        {action}
      </div>
      {asOf && <div className="tm-foot">{asOf}</div>}
    </>
  );
}
