import { IconColumns } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { ClickPopover } from '../../components/click-popover.tsx';
import { CASE_COLUMNS, type CaseColumnId, readColumns, writeColumns } from './column-ids.ts';
import { type CasesSearch, casesUrl } from './search.ts';

/** Which columns the list shows. They are in the address bar, and kept with a view that is saved. */
export function ColumnChoice({ search }: { readonly search: CasesSearch }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const shown = readColumns(search.columns);
  const choose = (id: CaseColumnId, isShown: boolean) => {
    const columns = writeColumns(isShown ? [...shown, id] : shown.filter((other) => other !== id));
    void router.navigate({ href: casesUrl({ ...search, columns }), replace: true, resetScroll: false });
  };
  return (
    <ClickPopover
      isOpen={isOpen}
      onChange={setOpen}
      className="cs-columns"
      button={
        <button type="button" className="tm-btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconColumns size={16} stroke={1.5} aria-hidden="true" /> Columns
        </button>
      }
    >
      <fieldset>
        <legend className="tm-h">Columns of the list</legend>
        {Object.entries(CASE_COLUMNS).map(([id, name]) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={shown.includes(id as CaseColumnId)}
              onChange={({ currentTarget }) => choose(id as CaseColumnId, currentTarget.checked)}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      {search.columns !== undefined && (
        <AppLink className="tm-sm" href={casesUrl({ ...search, columns: undefined })}>
          Usual columns
        </AppLink>
      )}
      <p className="tm-t3 tm-sm">Save a view to keep them under a name.</p>
    </ClickPopover>
  );
}
