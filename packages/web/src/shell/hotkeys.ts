import { useEffect } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function hasCommandKey(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

function isForPage(event: KeyboardEvent): boolean {
  return !event.altKey && !event.defaultPrevented && (hasCommandKey(event) || !isTyping(event.target));
}

/** Keys that work anywhere outside a field. `keys` maps what was pressed ("/", "[", "g h", "ctrl+k") to what it does. */
export function useHotkeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let prefix = '';
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const name = hasCommandKey(event) ? `ctrl+${event.key.toLowerCase()}` : prefix + event.key;
      prefix = name === 'g' ? 'g ' : '';
      const action = keys[name];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys]);
}
