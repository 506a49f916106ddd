import { type ReactNode, useEffect, useRef } from 'react';

/** Head of a form that opens above a list: it takes the focus, since what opened it may be far below. */
export function FormHead({ children }: { readonly children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <h2 ref={head} tabIndex={-1}>
      {children}
    </h2>
  );
}
