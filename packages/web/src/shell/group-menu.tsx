import { Menu } from '@mantine/core';
import { AppLink } from '../components/app-link.tsx';
import { GroupButton } from './group-button.tsx';
import type { PublicGroup } from './public-menu.ts';

/** The pages of a group, as a menu that opens with the code that draws it. */
export function GroupMenu({ group, isHere }: { readonly group: PublicGroup; readonly isHere: boolean }) {
  return (
    <Menu
      defaultOpened
      position="bottom-start"
      offset={6}
      shadow="md"
      // The placeholder is an element that a menu may not hold.
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: 'tm-menu' }}
    >
      <Menu.Target>
        <GroupButton name={group.name} isHere={isHere} />
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
