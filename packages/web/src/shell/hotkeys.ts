import { useEffect } from 'react';
import { areSingleKeysOn } from '../components/single-keys.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** What floats above the page has keys of its own. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

function hasCommandKey(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

function isForPage(event: KeyboardEvent): boolean {
  // A locked session has no page for keys to act on.
  if (event.altKey || event.defaultPrevented || document.body.dataset.locked) return false;
  return hasCommandKey(event) || (areSingleKeysOn() && !isTyping(event.target) && !isInDialog(event.target));
}

/**
 * Keys that work anywhere outside a field. `keys` maps what was pressed ("/", "[", "g h", "ctrl+k") to what it does; `false` says that
 * it had nothing to do, and leaves the key to others.
 */
export function useHotkeys(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    let prefix = '';
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) {
        prefix = '';
        return;
      }
      const name = hasCommandKey(event) ? `ctrl+${event.key.toLowerCase()}` : prefix + event.key;
      prefix = name === 'g' ? 'g ' : '';
      const action = keys[name];
      if (action && action() !== false) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys]);
}

/** Opens "Add to case" for what the page is about, where the page has that. */
export function addSubject(): boolean {
  const button = document.querySelector<HTMLButtonElement>('main [data-adds-subject]');
  button?.click();
  return button !== null;
}

/** The way into the first table of the page; from there on the table itself listens. */
export function focusTable(): boolean {
  const row = document.querySelector<HTMLElement>('main .tm-tbl tbody tr[tabindex="0"]');
  row?.focus();
  return row !== null;
}
