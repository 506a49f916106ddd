import type { ReactNode } from 'react';

/** A part that scrolls sideways on a narrow screen, also by the keys. */
export function ScrollBox({
  label,
  isShort = false,
  children,
}: {
  readonly label: string;
  readonly isShort?: boolean;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys (WCAG 2.1.1)
    <section className={isShort ? 'am-scroll am-short-table' : 'am-scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
