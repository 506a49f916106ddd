import { useCallback, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of the content of an element, in pixels; zero until it is there. */
export function useElementSize(): Size & { readonly ref: (element: Element | null) => void } {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver>(undefined);
  const ref = useCallback((element: Element | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      // After the frame: what is drawn again may change the size again.
      requestAnimationFrame(() =>
        setSize((before) => (before.width === width && before.height === height ? before : { width, height })),
      );
    });
    observer.current.observe(element);
  }, []);
  return { ...size, ref };
}
