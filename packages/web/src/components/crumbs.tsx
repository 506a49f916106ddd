import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';

export interface Crumb {
  readonly label: ReactNode;
  readonly href?: string;
}

/** Where the page is: the last crumb is the page itself. */
export function Crumbs({ items }: { readonly items: readonly Crumb[] }) {
  return (
    <nav aria-label="Place">
      <ol className="tm-crumb">
        {items.map(({ label, href }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: crumbs have a fixed order
          <li key={i}>{href ? <AppLink href={href}>{label}</AppLink> : <span>{label}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}
