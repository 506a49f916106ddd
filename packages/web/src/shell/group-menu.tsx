import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { GroupButton } from './group-button.tsx';
import type { PublicGroup } from './public-menu.ts';

/** The pages of a group, as a menu that opens with the code that draws it. */
export function GroupMenu({ group, isHere }: { readonly group: PublicGroup; readonly isHere: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button took the place of the one that was pressed, and is where the focus comes back to.
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      returnFocus
      position="bottom-start"
      offset={6}
      shadow="md"
      // The placeholder is an element that a menu may not hold.
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: 'tm-menu' }}
    >
      <Menu.Target>
        <GroupButton ref={button} name={group.name} isHere={isHere} />
      </Menu.Target>
      <Menu.Dropdown>
        {group.pages.map((page) => (
          <Menu.Item key={page.path} component={AppLink} href={page.path}>
            {page.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
