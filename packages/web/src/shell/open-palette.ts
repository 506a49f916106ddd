const OPENING = 'trailmark:open-palette';

/** Opens the search palette of the layout around the page, with a text in it. */
export function openPalette(text = ''): void {
  window.dispatchEvent(new CustomEvent(OPENING, { detail: text }));
}

/** Calls back whenever a part of the page opens the palette; returns what ends that. */
export function onPaletteOpened(open: (text: string) => void): () => void {
  const listen = (event: Event) => open(event instanceof CustomEvent ? String(event.detail) : '');
  window.addEventListener(OPENING, listen);
  return () => window.removeEventListener(OPENING, listen);
}
