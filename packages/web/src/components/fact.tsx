import type { ReactNode } from 'react';

/** One line of a list of facts (`tm-facts`). */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
