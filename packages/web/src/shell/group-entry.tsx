import { IconChevronDown } from '@tabler/icons-react';
import { MenuButton } from '../components/menu-button.tsx';
import { isCurrentPage, type PublicGroup } from './public-menu.ts';

/** A group of the public menu, with its pages as a menu. */
export function GroupEntry({ group, path }: { readonly group: PublicGroup; readonly path: string }) {
  const isHere = group.pages.some((page) => isCurrentPage(path, page.path));
  const label = (
    <>
      {group.name}
      <IconChevronDown size={13} stroke={1.5} aria-hidden="true" />
    </>
  );
  return (
    <MenuButton
      button={{ children: label, ...(isHere && { className: 'here' }) }}
      entries={group.pages.map(({ name, path: href }) => ({ name, href }))}
      position="bottom-start"
      offset={6}
    />
  );
}
