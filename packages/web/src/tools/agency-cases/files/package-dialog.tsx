import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { casePackageRoutes } from '@trailmark/api/contract/case-package';
import { PACKAGE_AREA_NAMES, PACKAGE_AREAS, PACKAGE_HIDE_NAMES, PACKAGE_HIDES } from '@trailmark/core/case-package';
import { useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { caseEvidenceQuery } from '../../../case-evidence.ts';
import { caseKey } from '../../../cases.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogForm } from '../../../components/form/dialog-form.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/toast.ts';
import { formatBytes, formatPlural } from '../../../format/number.ts';
import { type PackageChoice, toChoiceBody } from './package-choice.ts';
import { packageUrl } from './package-list.tsx';
import { PackagePreview } from './package-preview.tsx';
import { saveBlob, saveUrl } from './save-file.ts';
import './case-files.css';

type Head = Answer<'getCase'>['head'];

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly all: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

function Choices<T extends string>({ legend, all, names, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="cf-choices">
      <legend className="tm-t2">{legend}</legend>
      {all.map((one) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />{' '}
          {names[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface FileChoiceProps {
  readonly caseId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const isWhole = ({ arrivalHash, finding, withdrawn }: CaseEvidence) =>
  arrivalHash !== null && finding === null && !withdrawn;

/** Files of evidence that go with a package. */
function FileChoice({ caseId, chosen, onChange }: FileChoiceProps) {
  const { data, error } = useQuery(caseEvidenceQuery(caseId));
  const files = (data ?? []).filter(isWhole);
  if (error) return <p className="tm-t3">The files of evidence could not be read: the package goes without them.</p>;
  if (files.length === 0) return null;
  return (
    <fieldset className="cf-choices">
      <legend className="tm-t2">Files of evidence</legend>
      {files.map(({ number, name, size }) => (
        <label key={number}>
          <input
            type="checkbox"
            checked={chosen.includes(number)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, number] : chosen.filter((other) => other !== number))
            }
          />{' '}
          {number} <bdi className="tm-mono">{name}</bdi> <span className="tm-t3">{formatBytes(size)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceFieldsProps {
  readonly caseId: string;
  readonly choice: PackageChoice;
  readonly onChange: (choice: PackageChoice) => void;
}

/** Parts of the case, what is left out of them, and what the recipient then reads. */
function ChoiceFields({ caseId, choice, onChange }: ChoiceFieldsProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <div className="cs-two cf-two">
        <Choices
          legend="In the package"
          all={PACKAGE_AREAS}
          names={PACKAGE_AREA_NAMES}
          chosen={choice.areas}
          onChange={(areas) => onChange({ ...choice, areas })}
        />
        <Choices
          legend="Left out of these"
          all={PACKAGE_HIDES}
          names={PACKAGE_HIDE_NAMES}
          chosen={choice.hides}
          onChange={(hides) => onChange({ ...choice, hides })}
        />
      </div>
      <FileChoice caseId={caseId} chosen={choice.files} onChange={(files) => onChange({ ...choice, files })} />
      {choice.areas.length > 0 && (
        <button
          type="button"
          className="tm-btn cf-start"
          aria-expanded={isShown}
          onClick={() => setShown((before) => !before)}
        >
          {isShown ? 'Hide the preview' : 'Preview and leave out fields'}
        </button>
      )}
      {choice.leaveOut.length > 0 && (
        <p className="tm-t2 tm-sm">
          {formatPlural(choice.leaveOut.length, 'more choice')} of fields and rows to leave out.{' '}
          <button
            type="button"
            className="tm-linkbtn"
            onClick={() => onChange({ ...choice, leaveOut: [], basis: null })}
          >
            Put all back
          </button>
        </p>
      )}
      {isShown && choice.areas.length > 0 && <PackagePreview caseId={caseId} choice={choice} onChange={onChange} />}
    </>
  );
}

type Field = 'recipient' | 'purpose' | 'handling' | 'expires';

const BEGINNING: PackageChoice = {
  areas: ['results', 'people', 'labels', 'timeline'],
  hides: PACKAGE_HIDES,
  ...{ files: [], leaveOut: [], basis: null },
};

function PackageForm({ head, onClose }: { readonly head: Head; readonly onClose: () => void }) {
  const [choice, setChoice] = useState(BEGINNING);
  const client = useQueryClient();
  const form = useForm<Field, ReturnType<typeof casePackageRoutes.makeCasePackage.body.parse>>({
    initial: { recipient: '', purpose: '', handling: '', expires: '' },
    schema: casePackageRoutes.makeCasePackage.body,
    toBody: ({ expires, ...texts }) => ({ ...texts, expires: expires || null, ...toChoiceBody(choice) }),
    send: async (body) => {
      const params = { case: head.id };
      const making = api.call('makeCasePackage', { params, body });
      // Refused because the case is another by now: the preview shows what it is.
      making.catch(() => client.invalidateQueries({ queryKey: caseKey(head.id) }));
      const { id, content, root } = await making;
      if (body.files.length > 0) saveUrl(packageUrl(head.id, id));
      else saveBlob(new Blob([content], { type: 'application/json' }), `case-${head.number}.package.json`);
      await client.invalidateQueries({ queryKey: caseKey(head.id) });
      showToast('done', `The package is signed. Its root is ${root.slice(0, 16)}…`);
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The package" action="Sign and save the package" onClose={onClose}>
      <div className="cs-two cf-two">
        <FormField label="Recipient" autoComplete="off" data-autofocus {...form.field('recipient')} maxLength={200} />
        <FormField label="Purpose" autoComplete="off" {...form.field('purpose')} maxLength={500} />
        <FormField
          label="Handling"
          required={false}
          help="Words that go with it, such as “Restricted, not for onward transfer”."
          autoComplete="off"
          {...form.field('handling')}
          maxLength={200}
        />
        <FormField label="Good until" type="date" required={false} {...form.field('expires')} />
      </div>
      <ChoiceFields caseId={head.id} choice={choice} onChange={setChoice} />
      <p className="tm-t3 tm-sm">
        What is left out stays as a hash that nobody can guess: the package still verifies and says what is missing.
        Personal data are never in it. With files the package is an archive (.tar), and each ledger of custody says that
        the file was handed out. What another agency received cannot be recalled; you can revoke it later.
      </p>
    </DialogForm>
  );
}

export interface PackageDialogProps {
  readonly head: Head;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Signs chosen parts of the case for another agency. */
export function PackageDialog({ head, isOpen, onClose }: PackageDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Package of ${head.number} for another agency`} width={760}>
      {isOpen && <PackageForm head={head} onClose={onClose} />}
    </Dialog>
  );
}
