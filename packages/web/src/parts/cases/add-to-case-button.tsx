import { IconFolderPlus } from '@tabler/icons-react';
import type { CaseItem } from '@trailmark/api/contract/case-item';
import { lazy, Suspense, useRef, useState } from 'react';
import type { AddToCaseProps } from './add-to-case.tsx';

const Panel = lazy(() => import('./add-to-case-panel.tsx').then((part) => ({ default: part.AddToCasePanel })));

/** The button, and what it opens, which is loaded then. */
export function AddToCaseButton({ of, className = 'tm-btn', label = 'Add to case', hasKey = true }: AddToCaseProps) {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<{ readonly item: CaseItem; readonly title: string } | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="dialog"
        data-adds-subject={hasKey || undefined}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconFolderPlus size={16} stroke={1.5} aria-hidden="true" />
        {added ? `In ${added.title}, ${added.item.number}` : label}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel
            of={of}
            onAdded={(item, title) => setAdded({ item, title })}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
