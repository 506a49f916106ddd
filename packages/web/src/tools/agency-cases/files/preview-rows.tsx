import type { PackagePreviewTable } from '@trailmark/api/contract/case-package';
import { formatCount } from '../../../format/number.ts';
import { columnPlace, fieldPlace, isInSet, type PackageChoice, type PreviewPage, rowPlace } from './package-choice.ts';

type Row = PackagePreviewTable['shown'][number];
type Field = Row['fields'][number];

const PAGE = 50;

interface RowsProps {
  readonly table: PackagePreviewTable;
  readonly choice: PackageChoice;
  readonly onToggle: (place: string) => void;
  readonly onPage: (page: PreviewPage) => void;
}

/** Fields that can be left out of every row at once. */
function Columns({ table: { table, shown }, choice, onToggle }: Omit<RowsProps, 'onPage'>) {
  const fields = (shown[0]?.fields ?? []).filter(({ mayHide }) => mayHide);
  if (fields.length === 0 || table === 'case') return null;
  return (
    <fieldset className="cf-choices">
      <legend className="tm-t3 tm-sm">Left out of every row</legend>
      <div className="cf-columns">
        {fields.map(({ column, name }) => {
          const place = columnPlace(table, column);
          const isSet = isInSet(choice, place);
          return (
            <label key={column} className="tm-sm">
              <input
                type="checkbox"
                checked={isSet || choice.leaveOut.includes(place)}
                disabled={isSet}
                onChange={() => onToggle(place)}
              />{' '}
              {name}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface FieldProps {
  readonly table: string;
  readonly row: Row;
  readonly field: Field;
  readonly choice: PackageChoice;
  readonly onToggle: (place: string) => void;
}

function FieldLine({ table, row, field, choice, onToggle }: FieldProps) {
  const { column, name, text, mayHide } = field;
  const [all, own] = [columnPlace(table, column), fieldPlace(table, row.index, column)];
  const isOwn = choice.leaveOut.includes(own);
  const isWithAll = isInSet(choice, all) || (all !== own && choice.leaveOut.includes(all));
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isOwn || isWithAll ? (
          <span className="tm-none">left out: the recipient has a hash of it</span>
        ) : text === '' ? (
          <span className="tm-none">empty</span>
        ) : (
          <bdi>{text}</bdi>
        )}
      </dd>
      <dd>
        {mayHide && !isWithAll && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => onToggle(own)}>
            {isOwn ? 'Put back' : 'Leave out'}
            <span className="tm-sr">
              {' '}
              {name} of {row.number}
            </span>
          </button>
        )}
      </dd>
    </div>
  );
}

function PreviewRow({ row, ...props }: RowsProps & { readonly row: Row }) {
  const { table, choice, onToggle } = props;
  const place = rowPlace(table.table, row.index);
  const isOwn = choice.leaveOut.includes(place);
  const isHidden = isOwn || row.isHidden;
  return (
    <li>
      <div className="cf-rowhead">
        <b>
          <bdi>{row.number}</bdi>
        </b>
        {table.mayDrop && (isOwn || !isHidden) && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => onToggle(place)}>
            {isOwn ? 'Put the row back' : 'Leave out the row'}
            <span className="tm-sr"> {row.number}</span>
          </button>
        )}
      </div>
      {isHidden ? (
        <span className="tm-none tm-sm">
          {isOwn
            ? 'The row is left out: the recipient has hashes of it.'
            : 'Left out with the row that it is about: the recipient has hashes of it.'}
        </span>
      ) : (
        <dl className="cf-fields">
          {row.fields.map((field) => (
            <FieldLine key={field.column} {...{ row, field, choice, onToggle }} table={table.table} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** Rows of one part of a package as its recipient reads them. */
export function PreviewRows(props: RowsProps) {
  const { table, rows, from, shown } = props.table;
  const end = from + shown.length;
  return (
    <>
      <Columns {...props} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <ul className="cf-rows" tabIndex={0} aria-label={props.table.name}>
        {shown.map((row) => (
          <PreviewRow key={row.index} {...props} row={row} />
        ))}
      </ul>
      {rows > shown.length && (
        <p className="tm-row tm-wrap tm-sm">
          Rows {formatCount(from + 1)} to {formatCount(end)} of {formatCount(rows)}
          <button
            type="button"
            className="tm-linkbtn"
            disabled={from === 0}
            onClick={() => props.onPage({ table, from: Math.max(0, from - PAGE) })}
          >
            Previous
          </button>
          <button
            type="button"
            className="tm-linkbtn"
            disabled={end >= rows}
            onClick={() => props.onPage({ table, from: end })}
          >
            Next
          </button>
        </p>
      )}
    </>
  );
}
