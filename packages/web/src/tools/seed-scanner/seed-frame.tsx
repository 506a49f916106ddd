import { useEffect, useRef, useState } from 'react';
import { useColorScheme } from '../../theme/color-scheme.ts';

/** Where the page for seed phrases is, also for saving it. */
export const SEED_PAGE = '/seed-scanner.html';
const FIRST_HEIGHT = 640;
const MOST_HEIGHT = 40_000;

interface SeedFrameProps {
  /** Addresses that a person handed over, as the text of a file. */
  readonly onAddresses: (content: string) => void;
}

/**
 * The page for seed phrases in a frame that has no access to this one: scripts of its own, no storage, no connection. It reports
 * its height, and hands over addresses where a person presses its button.
 */
export function SeedFrame({ onAddresses }: SeedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const scheme = useColorScheme();
  // Another address would reload the frame, without what was typed.
  const [src] = useState(`${SEED_PAGE}#${scheme}`);
  useEffect(() => {
    frame.current?.contentWindow?.postMessage({ scheme }, '*');
  }, [scheme]);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = (data ?? {}) as { kind?: unknown; height?: unknown; text?: unknown };
      if (message.kind === 'height' && typeof message.height === 'number') {
        setHeight(Math.min(Math.max(message.height, FIRST_HEIGHT), MOST_HEIGHT));
      }
      if (message.kind === 'addresses' && typeof message.text === 'string') onAddresses(message.text);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [onAddresses]);
  return (
    <iframe
      ref={frame}
      className="seed-frame"
      title="Seed phrase scanner: everything in this frame stays in this browser"
      src={src}
      sandbox="allow-scripts allow-downloads allow-forms"
      referrerPolicy="no-referrer"
      style={{ height }}
    />
  );
}
