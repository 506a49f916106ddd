import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Size of an element in pixels, known before its first paint and followed from then on. */
export function useBoxSize<T extends HTMLElement>(): BoxSize & { readonly ref: RefObject<T | null> } {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<BoxSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
