import { Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface DownloadMenuProps {
  readonly button: ReactElement;
  readonly files: readonly { readonly href: string; readonly name: ReactNode; readonly onOpen?: () => void }[];
  /** Below the files: what they contain. */
  readonly note: ReactNode;
}

/** A button with a menu of files to download. */
export function DownloadMenu({ button, files, note }: DownloadMenuProps) {
  return (
    <FloatingTheme>
      <Menu
        position="bottom-end"
        shadow="md"
        withinPortal
        // The placeholder is an element that a menu may not hold.
        withInitialFocusPlaceholder={false}
        classNames={{ dropdown: 'tm-menu' }}
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {files.map(({ href, name, onOpen }) => (
            <Menu.Item key={href} component="a" href={href} download onClick={onOpen}>
              {name}
            </Menu.Item>
          ))}
          {note}
        </Menu.Dropdown>
      </Menu>
    </FloatingTheme>
  );
}
