import { IconAlertOctagon, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeToast, readToasts, subscribeToasts, TOAST_MS, type Toast } from './toast.ts';

function ToastLine({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const { id, kind, text } = toast;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => closeToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const Icon = kind === 'done' ? IconCheck : IconAlertOctagon;
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) };
  return (
    // The pointer only holds it; it says nothing that must be reached.
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering is no action
    <div
      className={`tm-toast ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <p className="tm-grow">{text}</p>
      <button type="button" className="tm-icbtn sm" aria-label="Close message" onClick={() => closeToast(id)}>
        <IconX size={14} stroke={1.5} />
      </button>
    </div>
  );
}

/** The messages at the top right. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts);
  if (toasts.length === 0) return null;
  return (
    <section className="tm-toasts" aria-label="Messages">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
