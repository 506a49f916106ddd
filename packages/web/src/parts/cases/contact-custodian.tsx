import { lazy, Suspense, useRef, useState } from 'react';

const Panel = lazy(() => import('./contact-panel.tsx').then((part) => ({ default: part.ContactPanel })));

/** Says that something occurs in a case that the reader may not see, and opens a message to its custodian. */
export function ContactCustodian({ caseId }: { readonly caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      It also occurs in a case that you may not see.{' '}
      <button ref={button} type="button" className="tm-linkbtn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Contact the custodian
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel
            caseId={caseId}
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
