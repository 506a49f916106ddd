import { lazy, type PointerEvent, Suspense, useRef } from 'react';
import { useHoverOpen } from './use-hover-open.ts';

const Hint = lazy(() => import('./hint.tsx').then((module) => ({ default: module.Hint })));

export interface MissingProps {
  /** The words: "not known", "no price", "no label". */
  readonly children?: string;
  /** Why it is missing; shown on hover and focus. */
  readonly reason: string;
}

/** What is not known, in words; never a zero and never a blank. */
export function Missing({ children = 'not known', reason }: MissingProps) {
  const target = useRef<HTMLSpanElement>(null);
  const { isOpen, targetEvents, open } = useHoverOpen();
  // A finger that is lifted leaves the element, and would take the words with it.
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') targetEvents.onPointerLeave();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'touch') open();
  };
  return (
    <>
      <span
        ref={target}
        className="tm-none"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard
        tabIndex={0}
        {...targetEvents}
        onPointerLeave={onPointerLeave}
        onPointerDown={onPointerDown}
      >
        {children}
        <span className="tm-sr">, {reason}</span>
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <Hint label={reason} target={target} />
        </Suspense>
      )}
    </>
  );
}
