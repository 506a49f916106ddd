/** A request this long after the last key, click or scroll is one the page makes automatically. */
const ATTENTIVE_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let lastSignAt = Date.now();

/** Whether somebody is at the page: requests without anybody do not keep a session awake. */
export function isAttended(now = Date.now()): boolean {
  return now - lastSignAt < ATTENTIVE_MS;
}

/** Notes signs of a person from now on. Returns how to stop; `onSign` hears of each. */
export function watchActivity(onSign: () => void): () => void {
  const note = () => {
    lastSignAt = Date.now();
    onSign();
  };
  const options = { passive: true, capture: true } as const;
  for (const sign of SIGNS) window.addEventListener(sign, note, options);
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, note, options);
  };
}
