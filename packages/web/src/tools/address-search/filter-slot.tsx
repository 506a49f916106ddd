import { IconX, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { ClickPopover } from '../../components/click-popover.tsx';

export interface FilterSlotProps {
  readonly name: string;
  readonly Icon: TablerIcon;
  /** Words of the filter in use; undefined while it is not. */
  readonly text: string | undefined;
  /** The page without this filter. */
  readonly removeHref: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A filter as a chip: opens its form; once in use it says its value and can be removed. */
export function FilterSlot({ name, Icon, text, removeHref, children }: FilterSlotProps) {
  const [isOpen, setOpen] = useState(false);
  const isOn = text !== undefined;
  return (
    <span className={`as-slot${isOn ? ' on' : ''}`}>
      <ClickPopover
        isOpen={isOpen}
        onChange={setOpen}
        className="as-pop"
        button={
          <button
            type="button"
            className={`tm-chip${isOn ? ' on' : ''}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon size={14} stroke={1.5} aria-hidden="true" />
            {isOn ? (
              <>
                <span className="tm-sr">{name}: </span>
                <b>{text}</b>
              </>
            ) : (
              name
            )}
          </button>
        }
      >
        {children(() => setOpen(false))}
      </ClickPopover>
      {isOn && (
        <AppLink
          className="remove"
          href={removeHref}
          aria-label={`Remove the filter ${text}`}
          title="Remove this filter"
        >
          <IconX size={14} stroke={1.5} />
        </AppLink>
      )}
    </span>
  );
}
