import { useWorkingCase, type WorkingCase } from '../../working-case.ts';

/** Makes a case the one that results are added to, or ends that. */
export function WorkingCaseButton(own: WorkingCase) {
  const [current, setWorkingCase] = useWorkingCase();
  const isCurrent = current?.id === own.id;
  return (
    <button
      type="button"
      className="tm-btn"
      aria-pressed={isCurrent}
      title="“Add to case” goes to the case you work in."
      onClick={() => setWorkingCase(isCurrent ? undefined : own)}
    >
      {isCurrent ? 'Working in this case' : 'Work in this case'}
    </button>
  );
}
