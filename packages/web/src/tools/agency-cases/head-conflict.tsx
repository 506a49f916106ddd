import type { FieldClash } from './head-clashes.ts';

export interface HeadConflictProps {
  readonly clashes: readonly FieldClash[];
  /** What the form holds now, by the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  readonly onChoose: (name: string, value: string) => void;
}

function Choice({
  clash: { name, label, mine, theirs },
  value,
  onChoose,
}: {
  readonly clash: FieldClash;
  readonly value: string | undefined;
  readonly onChoose: HeadConflictProps['onChoose'];
}) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {[mine, theirs].map((side, i) => (
        <td key={i === 0 ? 'mine' : 'theirs'}>
          <label className="cs-choice">
            <input
              type="radio"
              name={`choice-${name}`}
              checked={value === side.value}
              onChange={() => onChoose(name, side.value)}
            />
            <span className="tm-sr">
              {label}, {i === 0 ? 'yours' : 'saved meanwhile'}:{' '}
            </span>
            {side.text ? <bdi>{side.text}</bdi> : <span className="tm-none">empty</span>}
          </label>
        </td>
      ))}
    </tr>
  );
}

/** What two people changed at the same time, next to each other: one of both is chosen for each field. */
export function HeadConflict({ clashes, values, onChoose }: HeadConflictProps) {
  return (
    <section className="tm-note" role="alert" aria-label="Two versions of the case">
      <p>
        <b className="cs-late">Somebody saved this case while you were writing.</b>{' '}
        {clashes.length === 0
          ? 'Their changes are in the form now, and none of them is about what you changed. Save it again.'
          : 'Their other changes are in the form now. Choose for each of these, or write something else below.'}
      </p>
      {clashes.length > 0 && (
        <div className="cs-scroll">
          <table className="tm-tbl cs-clash">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Yours</th>
                <th scope="col">Saved meanwhile</th>
              </tr>
            </thead>
            <tbody>
              {clashes.map((clash) => (
                <Choice key={clash.name} clash={clash} value={values[clash.name]} onChoose={onChoose} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
