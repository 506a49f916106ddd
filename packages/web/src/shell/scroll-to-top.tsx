import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const SHOWN_AFTER_PX = 400;

/** Bottom right, after 400 px. */
export function ScrollToTop() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const update = () => setShown(window.scrollY > SHOWN_AFTER_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  if (!isShown) return null;
  return (
    <button
      type="button"
      className="tm-top"
      aria-label="Scroll to top"
      title="Scroll to top"
      onClick={() => window.scrollTo({ top: 0 })}
    >
      <IconArrowUp size={16} stroke={1.5} />
    </button>
  );
}
