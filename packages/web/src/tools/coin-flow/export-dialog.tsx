import type { FlowFileFormat } from '@trailmark/api/contract/flow';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { downloadPicture, exportPicture, type PictureFormat } from '../../graph/export/export-picture.ts';
import { useFlow } from '../../graph/use-flow.ts';
import { ExportedFile } from './exported-file.tsx';
import { saveFile } from './save-file.ts';
import { toWireDocument } from './trace-run.ts';
import { useDocument, useWorkspace } from './workspace.ts';

type Format = FlowFileFormat | PictureFormat;
type Part = 'all' | 'visible' | 'selected';

const FORMATS: readonly { readonly id: Format; readonly name: string; readonly note: string }[] = [
  { id: 'png', name: 'PNG', note: 'a picture, for a slide or a message' },
  { id: 'svg', name: 'SVG', note: 'a picture that stays sharp when it is enlarged' },
  { id: 'pdf', name: 'PDF', note: 'the picture on paper, with its legend and every payment in a table' },
  { id: 'csv', name: 'CSV', note: 'one payment a row, for a spreadsheet' },
  { id: 'json', name: 'JSON', note: 'everything, marks and log included; can be imported here again' },
  { id: 'log', name: 'Trace log', note: 'every request with its hash, for another agency to run again' },
  { id: 'graphml', name: 'GraphML', note: 'nodes and payments, for graph tools such as yEd' },
  { id: 'gexf', name: 'GEXF', note: 'nodes and payments, for Gephi' },
  { id: 'i2', name: 'i2', note: 'rows to import into Analyst’s Notebook' },
  { id: 'gs', name: 'GraphSense .gs', note: 'addresses and transactions, to open in GraphSense' },
  { id: 'etherscan', name: 'Etherscan Flow', note: 'a case file of that tool, as JSON' },
];
const ENDINGS: Readonly<Partial<Record<Format, string>>> = { etherscan: 'json', i2: 'csv', log: 'json' };
const PARTS: readonly (readonly [Part, string])[] = [
  ['all', 'Everything'],
  ['visible', 'What is in view'],
  ['selected', 'What is selected'],
];

function fileName(title: string, format: Format): string {
  const base =
    title
      .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '')
      .trim()
      .slice(0, 80) || 'coin-flow';
  return `${base}.${ENDINGS[format] ?? format}`;
}

/** Ids of nodes to write; undefined: everything. Payments bring their ends. */
function useParts() {
  const { store, canvas } = useWorkspace();
  const document = useDocument();
  const selection = useFlow(store, (state) => state.selection);
  const idsOf = (part: Part): readonly string[] | undefined => {
    if (part === 'visible') return canvas.current?.idsInView();
    if (part === 'all') return undefined;
    const ids = [...selection].flatMap((id) => {
      const edge = document.edges[id];
      return edge ? [edge.from, edge.to] : [id];
    });
    return [...new Set(ids)];
  };
  return { idsOf, hasSelection: selection.size > 0, hasCanvas: canvas.current !== null };
}

const PAPERS = ['a4', 'a3', 'a2'] as const;
type Paper = (typeof PAPERS)[number];

function PaperField({ paper, onPaper }: { readonly paper: Paper; readonly onPaper: (paper: Paper) => void }) {
  return (
    <fieldset className="cf-radios cf-inline">
      <legend>Paper</legend>
      {PAPERS.map((size) => (
        <label key={size}>
          <input type="radio" name="paper" checked={paper === size} onChange={() => onPaper(size)} />
          <span>{size.toUpperCase()}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Writes the flow as a picture or a file: whole, in view, or selected. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { mode } = useWorkspace();
  const document = useDocument();
  const { idsOf, hasSelection, hasCanvas } = useParts();
  const [format, setFormat] = useState<Format>('png');
  const [part, setPart] = useState<Part>('all');
  const [paper, setPaper] = useState<Paper>('a4');
  const [made, setMade] = useState<string | undefined>();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: null,
  });
  const write = async () => {
    const only = idsOf(part);
    const name = fileName(document.title, format);
    if (format === 'png' || format === 'svg') {
      const caption = document.log
        .slice(-1)
        .map(({ asOf, resultHash }) => `As of height ${asOf}. Result ${resultHash}`);
      const look = { mode, palette: 'paper' as const, only, caption };
      return downloadPicture(await exportPicture(document, format, look));
    }
    const body = { document: toWireDocument({ ...document, mode }), paper, ...(only && { only: [...only] }) };
    return saveFile('exportFlowFile', { params: { format }, body }, name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setState({ isBusy: true, error: null });
    setMade(undefined);
    write().then(
      () => {
        setState({ isBusy: false, error: null });
        setMade(fileName(document.title, format));
      },
      (error: unknown) => setState({ isBusy: false, error }),
    );
  };
  const isAble = (id: Part) => id === 'all' || (id === 'visible' ? hasCanvas : hasSelection);
  return (
    <Dialog isOpen onClose={onClose} title="Export" width={560}>
      <DialogForm
        form={{ onSubmit: submit, failure: state.error ?? undefined, isSending: state.isBusy }}
        what="The export"
        action={state.isBusy ? 'Writing the file' : 'Export'}
        onClose={onClose}
      >
        <fieldset className="cf-radios cf-formats">
          <legend>As</legend>
          {FORMATS.map(({ id, name, note }) => (
            <label key={id}>
              <input type="radio" name="format" checked={format === id} onChange={() => setFormat(id)} />
              <span>
                <b>{name}</b> <span className="tm-t3">{note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {format !== 'log' && (
          <fieldset className="cf-radios">
            <legend>What</legend>
            {PARTS.map(([id, words]) => (
              <label key={id}>
                <input
                  type="radio"
                  name="part"
                  checked={part === id}
                  disabled={!isAble(id)}
                  onChange={() => setPart(id)}
                />
                <span className={isAble(id) ? undefined : 'tm-t3'}>
                  {words}
                  {id === 'selected' && !hasSelection && ' (nothing is)'}
                  {id === 'visible' && !hasCanvas && ' (open the graph first)'}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {format === 'pdf' && <PaperField paper={paper} onPaper={setPaper} />}
      </DialogForm>
      {made && (
        <ExportedFile
          key={made}
          name={made}
          format={format === 'png' || format === 'svg' || part !== 'all' ? undefined : format}
          paper={paper}
        />
      )}
    </Dialog>
  );
}
