import { type ComponentPropsWithRef, type ComponentType, type ReactNode, useState } from 'react';
import { showToast } from './toast.ts';

// A menu takes more script than the page around it; nothing opens before somebody reaches for its button.
const loadMenu = () => import('./open-menu.tsx');
const preload = () => void loadMenu().catch(() => undefined);

/** One line of a menu: a link, or something it does. */
export interface MenuEntry {
  readonly name: string;
  readonly href?: string;
  readonly onClick?: () => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

export interface MenuParts {
  /** Of the button that opens it. */
  readonly button: ComponentPropsWithRef<'button'>;
  readonly entries: readonly MenuEntry[];
  /** Above the entries. */
  readonly head?: ReactNode;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly offset?: number;
}

/** A button that opens a menu: it is there at once, the menu comes when somebody reaches for it. */
export function MenuButton(parts: MenuParts) {
  const [OpenMenu, setOpenMenu] = useState<ComponentType<MenuParts>>();
  if (OpenMenu) return <OpenMenu {...parts} />;
  const open = () => {
    loadMenu().then(
      (part) => setOpenMenu(() => part.OpenMenu),
      () => showToast('error', 'The menu could not be loaded, because the server did not answer. Try again.'),
    );
  };
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...parts.button}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    />
  );
}
