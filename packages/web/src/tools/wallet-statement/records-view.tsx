import { useMutation } from '@tanstack/react-query';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { statementRecordsRoutes } from '@trailmark/api/contract/statement-records';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import { DATE_ORDERS, RECORD_FIELDS } from '@trailmark/core/statement/records';
import { useState } from 'react';
import { fetchLongWork } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FilterPick } from '../../components/form/filter-pick.tsx';
import { PasteField } from '../../components/paste-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { type RecordFile, readRecordFile, refuseFile } from './record-file.ts';
import {
  FIELD_WORDS,
  type Mapping,
  ORDER_WORDS,
  type RecordsAnswer,
  recallMapping,
  rememberMapping,
  SIDE_WORDS,
} from './record-mapping.ts';
import { type ByHand, NO_HAND } from './records-by-hand.ts';
import { RecordsResult } from './records-result.tsx';

const call = createRouteCaller(fetchLongWork);
/** How far two times may be apart where no transaction id joins them. */
const TOLERANCE_SECONDS = 10_800;

interface MappingProps {
  readonly answer: RecordsAnswer;
  readonly isBusy: boolean;
  readonly onApply: (mapping: Mapping) => void;
}

/** How each column is read, with its first rows; every guess can be changed. */
function MappingEditor({ answer, isBusy, onApply }: MappingProps) {
  const [mapping, setMapping] = useState(answer.mapping);
  const set = (at: number, field: string) => {
    const fields = mapping.fields.map((own, i) => (i === at ? (field as Mapping['fields'][number]) : own));
    setMapping({ ...mapping, fields });
  };
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        How the file is read <small>{formatPlural(answer.rowCount, 'row')}</small>
      </h2>
      <div className="ws-scroll">
        <table className="tm-charttable">
          <caption className="tm-sr">Columns of the file</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Read as</th>
              <th scope="col">First rows</th>
            </tr>
          </thead>
          <tbody>
            {answer.header.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order, and names may repeat
              <tr key={i}>
                <th scope="row">
                  <QuotedText text={name.slice(0, 60)} />
                </th>
                <td>
                  <select
                    className="tm-field"
                    aria-label={`Column ${name.slice(0, 60)} is read as`}
                    value={mapping.fields[i] ?? 'ignore'}
                    onChange={({ currentTarget }) => set(i, currentTarget.value)}
                  >
                    {RECORD_FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {FIELD_WORDS[field]}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="tm-t2">
                  {answer.sample
                    .slice(0, 3)
                    .map((row) => (row[i] ?? '').slice(0, 40) || 'empty')
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="tm-row tm-wrap ws-filters">
        <FilterPick
          label="Dates"
          value={mapping.dateOrder}
          options={DATE_ORDERS.map((order) => [order, ORDER_WORDS[order]] as const)}
          onPick={(order) =>
            setMapping({ ...mapping, dateOrder: order === 'month-first' ? 'month-first' : 'day-first' })
          }
        />
        <FilterPick
          label="Decimals"
          value={mapping.decimalComma ? 'comma' : 'point'}
          options={[
            ['point', '1,234.50'],
            ['comma', '1.234,50'],
          ]}
          onPick={(sign) => setMapping({ ...mapping, decimalComma: sign === 'comma' })}
        />
        <FilterPick
          label="Clock ahead of UTC"
          value={String(mapping.offsetMinutes)}
          options={Array.from({ length: 27 }, (_, i) => [String((i - 12) * 60), `${i - 12} h`] as const)}
          onPick={(minutes) => setMapping({ ...mapping, offsetMinutes: Number(minutes ?? 0) })}
        />
        <FilterPick
          label="The file speaks for"
          value={mapping.side}
          options={[
            ['service', SIDE_WORDS.service],
            ['set', SIDE_WORDS.set],
          ]}
          onPick={(side) => setMapping({ ...mapping, side: side === 'set' ? 'set' : 'service' })}
        />
        <button type="button" className="tm-btn" disabled={isBusy} onClick={() => onApply(mapping)}>
          Compare again
        </button>
      </div>
    </section>
  );
}

interface Asked extends RecordFile {
  readonly sheet?: string;
  readonly mapping?: Mapping;
  readonly hand?: ByHand;
}

async function askRecords(request: StatementAnswer['request'], asked: Asked): Promise<RecordsAnswer> {
  const body = { request, toleranceSeconds: TOLERANCE_SECONDS, ...asked };
  return (await call<Route>(statementRecordsRoutes.matchStatementRecords, { body })) as unknown as RecordsAnswer;
}

interface Shown {
  readonly data: RecordsAnswer;
  readonly hand: ByHand;
}

interface SheetsProps {
  readonly answer: RecordsAnswer;
  readonly onPick: (sheet: string) => void;
}

function Sheets({ answer: { sheets, sheet, headerLine }, onPick }: SheetsProps) {
  if (sheets.length === 0 && headerLine === 1) return null;
  return (
    <div className="tm-row tm-wrap ws-filters">
      {sheets.length > 1 && (
        <FilterPick
          label="Sheet"
          value={sheet}
          options={sheets.map((name) => [name, name.slice(0, 31)] as const)}
          onPick={(name) => onPick(name ?? sheet)}
        />
      )}
      <span className="tm-hint">Column names are in row {formatCount(headerLine)}.</span>
    </div>
  );
}

/** What a service returned, next to the ledger: what each side has alone, what differs, what agrees. Nothing of it is kept. */
export function RecordsView({ answer }: { readonly answer: StatementAnswer }) {
  const [file, setFile] = useState<RecordFile | undefined>(undefined);
  // The last good answer with the decisions in it: it stays while the next one is made, and when that fails.
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const compare = useMutation({
    mutationFn: async (asked: Asked): Promise<RecordsAnswer> => {
      const first = await askRecords(answer.request, asked);
      // A layout that somebody has corrected before is read as they specified.
      const known = asked.mapping ? undefined : recallMapping(first.header);
      return known ? askRecords(answer.request, { ...asked, mapping: known }) : first;
    },
    onSuccess: (data, { hand = NO_HAND }) => setShown({ data, hand }),
  });
  const submit = (sent: RecordFile) => {
    const reason = refuseFile(sent);
    setRefusal(reason);
    if (reason !== undefined || (sent.workbook === undefined && sent.text?.trim() === '')) return;
    setFile(sent);
    setShown(undefined);
    compare.mutate(sent);
  };
  const again = (mapping: Mapping, decided: ByHand) => {
    if (!shown || !file) return;
    const { sheet } = shown.data;
    compare.mutate({ ...file, mapping, hand: decided, ...(sheet === '' ? {} : { sheet }) });
  };
  const apply = (mapping: Mapping) => {
    if (!shown) return;
    rememberMapping(shown.data.header, mapping);
    again(mapping, shown.hand);
  };
  const pickSheet = (sheet: string) => {
    if (file) compare.mutate({ ...file, sheet });
  };
  const { error, isPending, variables } = compare;
  const data = shown?.data;
  return (
    <>
      <PasteField
        text=""
        refusal={refusal}
        label="Records of a service: paste them as CSV, or choose a CSV or XLSX file"
        placeholder="Date,Type,Asset,Amount,Transaction id"
        submitLabel="Compare"
        fileLabel="CSV or XLSX file"
        accept=".csv,.txt,.tsv,.xlsx"
        help="The file is read for this answer and not kept. Nothing in a workbook is calculated."
        onSubmit={(text) => submit({ text })}
        onFile={(chosen) => void readRecordFile(chosen).then(submit)}
      />
      {isPending && (
        <p className="tm-hint" role="status">
          Comparing the records with the ledger.
        </p>
      )}
      {error && !isPending && file && (
        <ErrorPanel error={error} what="The file" onRetry={() => compare.mutate(variables ?? file)} />
      )}
      {data && file && <Sheets answer={data} onPick={pickSheet} />}
      {shown && (
        <RecordsResult
          answer={shown.data}
          hand={shown.hand}
          isBusy={isPending}
          onDecide={(decided) => again(shown.data.mapping, decided)}
        />
      )}
      {data && (
        <MappingEditor key={`${data.textHash} ${data.sheet}`} answer={data} isBusy={isPending} onApply={apply} />
      )}
    </>
  );
}
