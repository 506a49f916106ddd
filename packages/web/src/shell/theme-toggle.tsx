import { IconMoon, IconSun } from '@tabler/icons-react';
import { setColorScheme, useColorScheme } from '../theme/color-scheme.ts';

/** Light or dark, remembered for the browser session. */
export function ThemeToggle() {
  const isDark = useColorScheme() === 'dark';
  const label = `Switch to ${isDark ? 'light' : 'dark'} theme`;
  return (
    <button
      type="button"
      className="tm-icbtn"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={16} stroke={1.5} /> : <IconMoon size={16} stroke={1.5} />}
    </button>
  );
}
