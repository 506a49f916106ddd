import { type FocusEvent, useEffect, useRef, useState } from 'react';

const OPEN_AFTER_MS = 300;
const CLOSE_AFTER_MS = 120;

/** State of something that opens after 300 ms of hover or at once on keyboard focus, and stays while the pointer is on it. */
export function useHoverOpen() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = (next: boolean, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), wait);
  };
  const open = () => soon(true, OPEN_AFTER_MS);
  const close = () => soon(false, 0);
  const leave = () => soon(false, CLOSE_AFTER_MS);
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) soon(true, 0);
  };
  return {
    isOpen,
    close,
    open: () => soon(true, 0),
    targetEvents: { onPointerEnter: open, onPointerLeave: leave, onFocus, onBlur: leave },
    floatEvents: { onPointerEnter: () => soon(true, 0), onPointerLeave: leave },
  };
}
