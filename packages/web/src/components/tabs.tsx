import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { AppLink } from './app-link.tsx';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Count next to the label, or a word such as "none". */
  readonly count?: ReactNode;
  /** The page with this tab open, built by url.ts: a tab is a link and lives in the address bar. */
  readonly href: string;
}

export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly current: string;
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[(at + step + links.length) % links.length]?.focus();
  event.preventDefault();
}

/** Tabs as links: each view has an address of its own. */
export function Tabs({ label, items, current }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  // On a phone the row scrolls sideways: the open tab is brought into it, without moving the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !open) return;
    const end = open.offsetLeft - row.current.offsetLeft + open.offsetWidth;
    if (end > row.current.clientWidth) row.current.scrollLeft = end - row.current.clientWidth;
  }, [current, items.length]);
  return (
    <nav ref={row} className="tm-tabs" aria-label={label} onKeyDown={moveFocus}>
      {items.map(({ id, label: text, count, href }) => (
        <AppLink key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <i>{count}</i>}
        </AppLink>
      ))}
    </nav>
  );
}
