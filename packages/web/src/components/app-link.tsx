import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Built by url.ts. */
  readonly href: string;
}

function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Another state of the same page keeps the place on it; another page begins at its top, an anchor at its target. */
function keepsScroll(href: string): boolean {
  return !href.includes('#') && new URL(href, window.location.href).pathname === window.location.pathname;
}

/** A link within Trailmark: an ordinary anchor that changes the page without loading it again. */
export function AppLink({ href, onClick, children, ...rest }: AppLinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.target) return;
    event.preventDefault();
    void router.navigate({ href, resetScroll: !keepsScroll(href) });
  };
  return (
    <a {...rest} href={href} onClick={open}>
      {children}
    </a>
  );
}
