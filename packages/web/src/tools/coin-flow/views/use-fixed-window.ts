import { type UIEvent, useCallback, useRef, useState } from 'react';
import { useElementSize } from '../../../components/use-element-size.ts';

const AROUND = 12;

/** Which of many rows of one height are near the part of a scrolling element that is seen. */
export function useFixedWindow(count: number, rowHeight: number) {
  const { ref: sized, height } = useElementSize();
  const own = useRef<HTMLDivElement>(null);
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      own.current = element;
      sized(element);
    },
    [sized],
  );
  const [top, setTop] = useState(0);
  const onScroll = useCallback(
    (event: UIEvent<HTMLDivElement>) => setTop(Math.floor(event.currentTarget.scrollTop / rowHeight)),
    [rowHeight],
  );
  const seen = Math.ceil((height || 600) / rowHeight);
  const first = Math.max(0, Math.min(top, count - seen) - AROUND);
  const last = Math.min(count, top + seen + AROUND);
  const scrollTo = useCallback(
    (index: number, headHeight: number) => {
      const box = own.current;
      if (!box) return;
      const [from, to] = [index * rowHeight, (index + 1) * rowHeight];
      const room = box.clientHeight - headHeight;
      if (from < box.scrollTop) box.scrollTop = from;
      else if (to > box.scrollTop + room) box.scrollTop = to - room;
    },
    [rowHeight],
  );
  return { ref, onScroll, first, last, scrollTo };
}
