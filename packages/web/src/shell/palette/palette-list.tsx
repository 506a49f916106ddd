import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { formatCount } from '../../format/number.ts';
import type { VisitRow } from '../../home.ts';
import type { PaletteGroup, PaletteRow } from './palette-groups.ts';

/** A text with what was typed marked in it, whatever the letter case. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return <>{text}</>;
  const end = at + words.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

interface RowProps {
  readonly row: PaletteRow;
  readonly words: string;
  readonly isSelected: boolean;
  readonly onOpen: (row: PaletteRow) => void;
  readonly onPin?: ((visit: VisitRow) => void) | undefined;
}

interface PinButtonProps {
  readonly visit: VisitRow;
  readonly name: string;
  readonly onPin: (visit: VisitRow) => void;
}

function PinButton({ visit, name, onPin }: PinButtonProps) {
  const Icon = visit.isPinned ? IconPinFilled : IconPin;
  const words = visit.isPinned ? 'Take the pin away from' : 'Pin';
  return (
    <button
      type="button"
      className="pin"
      aria-label={`${words} ${name}`}
      title={visit.isPinned ? 'Take the pin away' : 'Pin'}
      onClick={() => onPin(visit)}
    >
      <Icon size={15} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

function Row({ row, words, isSelected, onOpen, onPin }: RowProps) {
  const { key, href, Icon, category, title, whole, detail, note, isClaim, visit } = row;
  return (
    <li className={isSelected ? 'sel' : undefined}>
      <AppLink
        id={`palette-${key}`}
        href={href}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onOpen(row)}
      >
        <span className="glyph">
          {category ? (
            <CategoryGlyph category={category} size={16} />
          ) : (
            Icon && <Icon size={16} stroke={1.5} aria-hidden="true" />
          )}
        </span>
        <span className="tm-grow text">
          <span className={whole === undefined ? 'title' : 'title tm-id'} title={whole}>
            <Marked text={title} words={words} />
          </span>{' '}
          <span className="tm-t3 tm-sm">
            <Marked text={detail} words={words} />
          </span>
        </span>
        {isClaim && <EvidenceMark kind="claim" />}
        <span className="tm-sm tm-t3 tm-nw">{note}</span>
      </AppLink>
      {visit && onPin && <PinButton visit={visit} name={title} onPin={onPin} />}
    </li>
  );
}

export interface PaletteListProps {
  readonly groups: readonly PaletteGroup[];
  readonly words: string;
  /** Key of the row under the keyboard. */
  readonly selected: string | undefined;
  readonly onOpen: (row: PaletteRow) => void;
  readonly onPin?: (visit: VisitRow) => void;
}

/** Groups of what was found, each with its heading and count. */
export function PaletteList({ groups, words, selected, onOpen, onPin }: PaletteListProps) {
  return (
    <>
      {groups.map(({ id, title, rows, total = rows.length, isEarlier }) => (
        <section key={id} className={isEarlier ? 'tm-earlier' : undefined} aria-labelledby={`palette-group-${id}`}>
          <h2 id={`palette-group-${id}`}>
            {title}
            <span className="tm-t3">{total > rows.length ? `${rows.length} of ${formatCount(total)}` : total}</span>
          </h2>
          <ul className="tm-palettelist">
            {rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                words={words}
                isSelected={row.key === selected}
                onOpen={onOpen}
                onPin={onPin}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
