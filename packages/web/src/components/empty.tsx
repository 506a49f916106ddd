import type { ReactNode } from 'react';

export interface EmptyProps {
  /** One sentence: what belongs here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing to show, said in one sentence with at most one action. No drawing. */
export function Empty({ children, action }: EmptyProps) {
  return (
    <div className="tm-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
