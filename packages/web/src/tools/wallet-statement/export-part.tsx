import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type StatementFileFormat, statementRoutes } from '@trailmark/api/contract/statement';
import { STATEMENT_TEMPLATES } from '@trailmark/core/statement/statement';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { saveRouteFile } from '../../save-file.ts';
import { useWorkingCase, type WorkingCase } from '../../working-case.ts';
import type { AskedStatement } from './search.ts';
import { TEMPLATE_WORDS } from './statement-words.ts';

const FORMAT_WORDS: Readonly<Record<StatementFileFormat, string>> = {
  pdf: 'PDF, for people and for the archive',
  xlsx: 'Workbook (XLSX)',
  csv: 'CSV, every column',
  json: 'JSON, without loss',
  koinly: 'Koinly Universal CSV',
  'koinly-simple': 'Koinly Simple CSV',
};
const FORMATS = (['pdf', 'xlsx', 'csv', 'json', 'koinly', 'koinly-simple'] as const).map(
  (format) => [format, FORMAT_WORDS[format]] as const,
);
const TEMPLATES = STATEMENT_TEMPLATES.map((name) => [name, TEMPLATE_WORDS[name]] as const);
const LANGUAGES = [
  ['', 'English only'],
  ['de', 'English and German'],
  ['es', 'English and Spanish'],
  ['fr', 'English and French'],
] as const;

/** What the first page can name besides the agency. */
function listCovers(caseId: string | undefined, working: WorkingCase | undefined) {
  const named = working && ([working.id, `Case ${working.number}, ${working.title}`.slice(0, 90)] as const);
  const other =
    caseId !== undefined && caseId !== working?.id ? ([caseId, 'The case of this set'] as const) : undefined;
  return [['', 'The agency only'] as const, ...(other ? [other] : []), ...(named ? [named] : [])];
}

/** The statement as a file, with every line: the same bytes whenever it is requested for the same blocks, labels and prices. */
export function ExportPart({
  request,
  caseId,
}: {
  readonly request: AskedStatement;
  readonly caseId: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const [format, setFormat] = useState<string>('pdf');
  const [template, setTemplate] = useState<string>(request.template);
  const [second, setSecond] = useState('');
  const [working] = useWorkingCase();
  const [cover, setCover] = useState(caseId ?? working?.id ?? '');
  const covers = listCovers(caseId, working);
  const save = useMutation({
    mutationFn: () => {
      const body = {
        request: { ...request, template },
        ...(second === '' ? {} : { second }),
        ...(cover === '' ? {} : { case: cover }),
      };
      return saveRouteFile(statementRoutes.exportStatement, { params: { format }, body }, `wallet-statement.${format}`);
    },
    onSuccess: () => setOpen(false),
  });
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => setOpen(true)}>
        <IconDownload size={16} stroke={1.5} aria-hidden="true" />
        Export
      </button>
      {isOpen && (
        <Dialog isOpen title="Export the statement" onClose={() => setOpen(false)}>
          <form
            className="ws-key"
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate();
            }}
          >
            <FormSelect
              label="Format"
              name="format"
              options={FORMATS}
              value={format}
              error={undefined}
              onText={setFormat}
            />
            {(format === 'pdf' || format === 'xlsx') && (
              <FormSelect
                label="Template"
                name="template"
                options={TEMPLATES}
                value={template}
                error={undefined}
                onText={setTemplate}
              />
            )}
            {covers.length > 1 && !format.startsWith('koinly') && (
              <FormSelect
                label="Written for"
                name="cover"
                options={covers}
                value={cover}
                error={undefined}
                onText={setCover}
              />
            )}
            {format === 'pdf' && (
              <FormSelect
                label="Languages"
                name="second"
                options={LANGUAGES}
                value={second}
                error={undefined}
                onText={setSecond}
              />
            )}
            {save.error && <ErrorPanel error={save.error} what="The file" onRetry={() => save.mutate()} />}
            <button type="submit" className="tm-btn pri" disabled={save.isPending}>
              {save.isPending ? 'Writing the file' : 'Save the file'}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}
