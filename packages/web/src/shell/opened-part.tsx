import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../components/part-boundary.tsx';

interface PartProps {
  readonly isOpen: boolean;
  readonly children: (isOpen: boolean) => ReactNode;
}

/** Opens a moment after it is mounted, so that the part notes where the focus was and gives it back. */
function Mounted({ isOpen, children }: PartProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isOpen), [isOpen]);
  return children(isShown);
}

/** What floats above a page on request: its code is loaded when it is first opened, and it stays from then on. */
export function OpenedPart({ isOpen, waiting, children }: PartProps & { readonly waiting?: ReactNode }) {
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <PartBoundary>
      <Suspense fallback={waiting}>
        <Mounted isOpen={isOpen}>{children}</Mounted>
      </Suspense>
    </PartBoundary>
  );
}
