import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toasts } from '../components/toasts.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { ProveForm } from './prove-form.tsx';
import { useSignOut } from './use-sign-out.tsx';

const LOCKED_TITLE = 'Locked – Trailmark';

/** Takes everything but `host` out of the document, and puts it back with what was typed into it. */
function takePageOut(host: Element): () => void {
  const taken = [...document.body.children].filter(
    (node) => node !== host && !/^(?:SCRIPT|NOSCRIPT)$/.test(node.tagName),
  );
  const title = document.title;
  for (const node of taken) node.remove();
  document.title = LOCKED_TITLE;
  document.body.dataset.locked = 'true';
  return () => {
    delete document.body.dataset.locked;
    document.title = title;
    host.before(...taken);
  };
}

export interface LockScreenProps {
  readonly name: string;
  readonly onUnlocked: () => void;
}

function LockPanel({ name, onUnlocked }: LockScreenProps) {
  const panel = useRef<HTMLElement>(null);
  const { signOut, cover } = useSignOut();
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <main className="tm-lock" ref={panel} aria-labelledby="lock-title">
      <Wordmark />
      <h1 id="lock-title">The session is locked</h1>
      <p>
        Nothing was used for a while. {name === '' ? 'Prove' : `${name}, prove`} that it is you, and you go on where you
        were.
      </p>
      <ProveForm action="Unlock" onDone={onUnlocked} onCancel={signOut} cancel="Sign out" />
      <Toasts />
      {cover}
    </main>
  );
}

/** In place of the page, which is not in the document while the session is locked. */
export function LockScreen(props: LockScreenProps) {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(host);
    const putBack = takePageOut(host);
    return () => {
      putBack();
      host.remove();
    };
  }, [host]);
  return createPortal(<LockPanel {...props} />, host);
}
