import { IconFolderPlus } from '@tabler/icons-react';
import type { CaseItem } from '@trailmark/api/contract/case-item';
import { lazy, Suspense, useRef, useState } from 'react';
import { hasTools, useSession } from '../../session.ts';

const Panel = lazy(() => import('./add-to-case-panel.tsx').then((part) => ({ default: part.AddToCasePanel })));

/** What is pinned: a kind of item, and what its tool is asked. */
export interface Pinnable {
  readonly kind: string;
  readonly input: {
    readonly params: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** In a few words: “the address 1A1z…”. */
  readonly what: string;
}

export interface AddToCaseProps {
  readonly of: Pinnable;
  readonly className?: string;
}

/** Stands wherever a tool shows a result. What opens is loaded when somebody reaches for it. */
export function AddToCase({ of, className = 'tm-btn' }: AddToCaseProps) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<{ readonly item: CaseItem; readonly title: string } | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  if (!hasTools(session)) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconFolderPlus size={16} stroke={1.5} aria-hidden="true" />
        {added ? `In ${added.title}, ${added.item.number}` : 'Add to case'}
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
