import { Sheet } from '../components/sheet.tsx';
import { SideNav } from './side-nav.tsx';

interface ToolSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The dashboard's navigation on a phone. */
export function ToolSheet({ isOpen, onClose }: ToolSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={<span className="tm-sr">Tools</span>} isBare>
      <SideNav isRail={false} onToggle={() => undefined} onChosen={onClose} />
    </Sheet>
  );
}
