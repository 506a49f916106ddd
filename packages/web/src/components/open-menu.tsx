import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';
import { AppLink } from './app-link.tsx';
import type { MenuEntry, MenuParts } from './menu-button.tsx';

function Entry({ name, href, onClick, isDisabled = false, className }: MenuEntry) {
  const classNames = className === undefined ? {} : { className };
  if (href !== undefined)
    return (
      <Menu.Item component={AppLink} href={href} {...classNames}>
        {name}
      </Menu.Item>
    );
  return (
    <Menu.Item disabled={isDisabled} {...classNames} {...(onClick && { onClick })}>
      {name}
    </Menu.Item>
  );
}

/** A button with its menu, which opens with the code that draws it. */
export function OpenMenu({ button, entries, head, position, offset = 8 }: MenuParts) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button took the place of the one that was pressed, and is where the focus comes back to.
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <FloatingTheme>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        returnFocus
        position={position}
        offset={offset}
        shadow="md"
        // The placeholder is an element that a menu may not hold.
        withInitialFocusPlaceholder={false}
        classNames={{ dropdown: 'tm-menu' }}
      >
        <Menu.Target>
          <button type="button" {...button} ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          {head}
          {entries.map((entry) => (
            <Entry key={entry.name} {...entry} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </FloatingTheme>
  );
}
