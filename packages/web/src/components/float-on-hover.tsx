import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react';
import { useHoverOpen } from './use-hover-open.ts';

// Placing a card takes more script than most first views; nothing opens before somebody points at it.
const FloatCard = lazy(() => import('./float-card.tsx').then((module) => ({ default: module.FloatCard })));

export interface FloatOnHoverProps {
  /** Of the element around the children. */
  readonly className: string;
  /** Of the card, in addition to its own. */
  readonly cardClass?: string;
  /** What the card says. */
  readonly card: ReactNode;
  readonly onKey?: (key: string) => void;
  readonly children: ReactNode;
}

/** Opens a card after 300 ms of hover or at once on keyboard focus; Esc closes it. */
export function FloatOnHover({ className, cardClass, card, onKey, children }: FloatOnHoverProps) {
  const { isOpen, close, targetEvents, floatEvents } = useHoverOpen();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (!event.ctrlKey && !event.metaKey) onKey?.(event.key);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link within is the control; this only shows more of it
    <span className={className} {...targetEvents} onKeyDown={onKeyDown}>
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <FloatCard className={cardClass} {...floatEvents}>
            {card}
          </FloatCard>
        </Suspense>
      )}
    </span>
  );
}
