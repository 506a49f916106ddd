import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlowFileFormat } from '@trailmark/api/contract/flow';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { AddToCase, type Pinnable } from '../../parts/cases/add-to-case.tsx';
import { callFlow } from './queries.ts';
import { useWorkspace } from './workspace.ts';

interface ExportedFileProps {
  readonly name: string;
  /** Undefined for a picture and for a part of the flow: they cannot be made again from a call, the version can. */
  readonly format: FlowFileFormat | undefined;
  readonly paper: 'a4' | 'a3' | 'a2';
}

function toPinned(flow: string, version: number, { format, paper }: ExportedFileProps): Pinnable {
  const params = { flow, version: String(version) };
  if (format === undefined) return { kind: 'flow-version', input: { params }, what: `version ${version} of this flow` };
  const query = { format, ...(format === 'pdf' ? { paper } : {}) };
  return { kind: 'flow-export', input: { params, query }, what: `version ${version} as ${format.toUpperCase()}` };
}

/** A file that was just made: a case gets it from a version that stays as it is. */
export function ExportedFile(props: ExportedFileProps) {
  const { flow, saver, search } = useWorkspace();
  const client = useQueryClient();
  const keeping = useMutation({
    mutationFn: async () => {
      await saver?.flush();
      const body = { branch: search.branch ?? 'main', name: `Exported as ${props.name}`.slice(0, 120) };
      return (await callFlow('nameFlowVersion', { params: { flow }, body })).number;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['flow', flow, 'versions'] }),
  });
  const version = saver ? keeping.data : search.version;
  return (
    <section className="tm-note" aria-label="The exported file">
      <p>
        <bdi>{props.name}</bdi> is saved.
        {props.format === undefined && ' Pictures and parts are added to a case as the version they were made from.'}
      </p>
      {version === undefined ? (
        <p className="tm-row tm-wrap">
          <button type="button" className="tm-btn sm" disabled={keeping.isPending} onClick={() => keeping.mutate()}>
            {keeping.isPending ? 'Keeping…' : 'Keep this version for a case'}
          </button>
        </p>
      ) : (
        <p className="tm-row tm-wrap">
          <AddToCase of={toPinned(flow, version, props)} className="tm-btn sm" />
          <span className="tm-t3">Version {version}</span>
        </p>
      )}
      {keeping.error && <ErrorPanel error={keeping.error} what="The version" />}
    </section>
  );
}
