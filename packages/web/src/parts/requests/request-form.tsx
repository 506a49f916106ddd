import './requests.css';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { OutputChainId } from '@trailmark/core/chain';
import { useEffect, useRef, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { AddToCase } from '../cases/add-to-case.tsx';
import {
  type DraftField,
  fillDraft,
  keepDraft,
  listFaults,
  nameRequestFile,
  ofCase,
  REQUEST_FORMATS,
  type RequestDraft,
  type RequestFormat,
  readDraft,
  toPacketBody,
} from './request-draft.ts';
import { RequestFields } from './request-fields.tsx';
import { createRequestFile } from './request-file.ts';
import type { RequestSubject } from './request-subject.ts';

const FORMATS: Readonly<Record<RequestFormat, string>> = {
  xlsx: 'XLSX',
  csv: 'CSV',
  pdf: 'PDF',
  txt: 'Text',
  json: 'JSON',
};

const NO_FAULTS: ReadonlyMap<DraftField, string> = new Map();

export interface RequestFormProps extends RequestSubject {
  /** Chosen deposits as `txid:vout`. */
  readonly deposits: readonly string[];
  readonly currency: string;
  readonly fromTime: number | null;
  readonly toTime: number | null;
  /** What the page knows already; what was typed in this tab comes before it. */
  readonly known?: Partial<RequestDraft> | undefined;
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

interface Making {
  readonly draft: RequestDraft;
  readonly format: RequestFormat;
  readonly recipient: string;
}

function useRequestFile({ deposits, fromTime, toTime, currency }: RequestFormProps, chain: OutputChainId) {
  return useMutation({
    mutationFn: async ({ draft, format, recipient }: Making) => {
      const scope = { actor: recipient, deposits, format, fromTime, toTime };
      const name = nameRequestFile(draft, format);
      const body = toPacketBody({ ...draft, currency }, scope);
      saveFile(await createRequestFile(chain, body), name);
      return { name, body };
    },
  });
}

function useDraft(currency: string, known: Partial<RequestDraft> = {}) {
  const [kept] = useState(() => ofCase(readDraft(), known));
  const [typed, setTyped] = useState<Partial<RequestDraft>>({});
  const draft = { ...fillDraft(kept, known), ...typed };
  const { caseNumber } = draft;
  // What the page knows is not kept: it would come into the request of the next case. What is typed is kept with the case it is of.
  useEffect(() => {
    if (Object.keys(typed).length > 0) keepDraft({ ...kept, ...typed, caseNumber, currency });
  }, [kept, typed, caseNumber, currency]);
  return { draft, change: (patch: Partial<RequestDraft>) => setTyped((before) => ({ ...before, ...patch })) };
}

function Recipient({
  actor,
  host,
  value,
  fault,
  onChange,
}: Pick<RequestFormProps, 'actor' | 'host'> & {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (id: string) => void;
}) {
  const choices = [actor, host].flatMap((each) => (each ? [{ id: each.id, label: each.label }] : []));
  return (
    <div className="field xl-recipient">
      <label htmlFor="xl-recipient">Service that receives the request</label>
      {choices.length > 1 ? (
        <select
          id="xl-recipient"
          className="tm-field"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id="xl-recipient"
          className="tm-field"
          value={value}
          readOnly={choices.length === 1}
          maxLength={200}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <p className={fault === undefined ? 'help' : 'as-fielderror'}>
        {fault ?? 'Its id in the directory of organisations; the contact route is taken from there.'}
      </p>
    </div>
  );
}

/** The form, kept in this tab, and the file in five formats. */
export function RequestForm(props: RequestFormProps) {
  const { chain, actor, host, deposits, currency, known } = props;
  const form = useRef<HTMLFormElement>(null);
  const { draft, change } = useDraft(currency, known);
  const [recipient, setRecipient] = useState(actor?.id ?? host?.id ?? '');
  const [isTried, setTried] = useState(false);
  const making = useRequestFile(props, chain);
  const faults = isTried ? listFaults(draft) : NO_FAULTS;
  const noRecipient = recipient.trim() === '' ? 'Name the service that receives the request.' : undefined;
  const noDeposit = deposits.length === 0 ? 'Choose at least one deposit in the table above.' : undefined;
  const download = (format: RequestFormat) => {
    const [first] = listFaults(draft).keys();
    setTried(true);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (noRecipient === undefined && noDeposit === undefined)
      making.mutate({ draft, format, recipient: recipient.trim() });
  };
  return (
    <>
      <Recipient
        actor={actor}
        host={host}
        value={recipient}
        fault={isTried ? noRecipient : undefined}
        onChange={setRecipient}
      />
      <RequestFields draft={draft} faults={faults} form={form} onChange={change} />
      {isTried && noDeposit && (
        <p className="as-fielderror" role="alert">
          {noDeposit}
        </p>
      )}
      {making.error && (
        <ErrorPanel error={making.error} what="The request">
          <p>What you typed is kept in this tab.</p>
        </ErrorPanel>
      )}
      <div className="tm-row tm-wrap">
        {REQUEST_FORMATS.map((format, i) => (
          <button
            key={format}
            type="button"
            className={`tm-btn${i === 0 ? ' pri' : ''}`}
            disabled={making.isPending}
            onClick={() => download(format)}
          >
            <IconDownload size={16} stroke={1.5} aria-hidden="true" />
            Make {FORMATS[format]}
          </button>
        ))}
        <span className="tm-t3 tm-sm" role="status">
          {making.isPending ? 'Making the file' : making.data ? `Made ${making.data.name}` : ''}
        </span>
        {making.data && (
          <AddToCase
            of={{
              kind: 'request-packet',
              // The JSON of a packet is the same for the same request, whichever format was made of it.
              input: { params: { chain }, body: { ...making.data.body, format: 'json' } },
              what: `the request ${making.data.name}`,
            }}
          />
        )}
      </div>
    </>
  );
}
