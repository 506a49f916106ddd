import { lazy, Suspense } from 'react';
import { hasTools, useSession } from '../../session.ts';

const Button = lazy(() => import('./add-to-case-button.tsx').then((part) => ({ default: part.AddToCaseButton })));

/** What is pinned: a kind of item, and the request of its tool. */
export interface Pinnable {
  readonly kind: string;
  readonly input: {
    readonly params: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** In a few words: “the address 1A1z…”. */
  readonly what: string;
  /** Further ones that are added with it, one after the other. */
  readonly rest?: readonly Pick<Pinnable, 'kind' | 'input'>[];
}

export interface AddToCaseProps {
  readonly of: Pinnable;
  readonly className?: string;
  /** What the button says, where the page has another one. */
  readonly label?: string;
  /** False where `a` means something else on the page. */
  readonly hasKey?: boolean;
}

/** Shown wherever a tool shows a result; a visitor's page does not load it. */
export function AddToCase(props: AddToCaseProps) {
  const session = useSession();
  if (!hasTools(session)) return null;
  return (
    <Suspense fallback={null}>
      <Button {...props} />
    </Suspense>
  );
}
