import './side-panel.css';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

export interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Takes the focus while it is open and gives it back to where it was. */
function useFocusHere() {
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    target.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return target;
}

/** A panel at the right, a bottom sheet on a phone. The page next to it stays usable; Esc closes. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const close = useFocusHere();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside className="as-panel" aria-label={title}>
      <div className="head">
        <h2 className="tm-h">{title}</h2>
        <button ref={close} type="button" className="tm-icbtn" aria-label="Close the panel" onClick={onClose}>
          <IconX size={18} stroke={1.5} />
        </button>
      </div>
      {children}
    </aside>
  );
}
