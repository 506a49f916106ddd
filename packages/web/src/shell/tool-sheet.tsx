import { Drawer } from '@mantine/core';
import { SideNav } from './side-nav.tsx';

interface ToolSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The dashboard's navigation on a phone. */
export function ToolSheet({ isOpen, onClose }: ToolSheetProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="100%"
      padding={0}
      classNames={{ content: 'tm-sheet', header: 'tm-sheethead' }}
      title={<span className="tm-sr">Tools</span>}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      <SideNav isRail={false} onToggle={() => undefined} onChosen={onClose} />
    </Drawer>
  );
}
