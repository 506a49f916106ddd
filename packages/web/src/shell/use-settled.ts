import { useEffect, useState } from 'react';

const LATE_PARTS_AFTER_MS = 2_000;

/** Whether the first view has had its time. */
export function useSettled(): boolean {
  const [hasSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LATE_PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasSettled;
}
