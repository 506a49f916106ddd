import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useVisits } from '../home.ts';
import { toVisited } from '../visited.ts';

/** Somebody who stays this long read the page, and did not only pass through it. */
const READ_AFTER_MS = 1_000;

/** Remembers for the person who is signed in what they open. Draws nothing. */
export function NoteVisits() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const { keep } = useVisits();
  const keepNow = useRef(keep);
  keepNow.current = keep;
  useEffect(() => {
    const visited = toVisited(path);
    if (!visited) return;
    const timer = setTimeout(() => keepNow.current(visited), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return null;
}
