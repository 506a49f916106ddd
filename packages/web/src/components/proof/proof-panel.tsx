import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { type Asked, checkProof, type Proof, type ProofStep, type ProofValue } from './proof-check.ts';

const OUTCOMES = {
  passes: { Icon: IconCheck, word: 'passes' },
  fails: { Icon: IconX, word: 'fails' },
  'not-checked': { Icon: IconMinus, word: 'not checked' },
} as const;

function Value({ label, value, expected }: ProofValue) {
  const differs = expected !== undefined && expected !== value;
  return (
    <>
      <dt>{label}</dt>
      <dd className="tm-id whole">{value}</dd>
      {differs && (
        <>
          <dt className="bad">It had to be</dt>
          <dd className="tm-id whole bad">{expected}</dd>
        </>
      )}
    </>
  );
}

function Step({ step, number }: { readonly step: ProofStep; readonly number: number }) {
  const { Icon, word } = OUTCOMES[step.outcome];
  return (
    <li className={step.outcome === 'fails' ? 'bad' : undefined}>
      <span className="mark">
        <Icon size={16} stroke={2} aria-hidden="true" />
      </span>
      <div>
        <p>
          <b>
            {number}. {step.title}
          </b>{' '}
          <span className="outcome">{word}</span>
        </p>
        <p className="tm-t2">{step.sentence}</p>
        <dl className="values">
          {step.values.map((value) => (
            <Value key={value.label} {...value} />
          ))}
        </dl>
      </div>
    </li>
  );
}

function concludes(steps: readonly ProofStep[]): string {
  const failed = steps.filter(({ outcome }) => outcome === 'fails').length;
  const open = steps.filter(({ outcome }) => outcome === 'not-checked').length;
  if (failed > 0)
    return `${failed} of ${steps.length} steps failed. Do not rely on this transaction before that is explained.`;
  const rest = open > 0 ? ` ${open} could not be checked here.` : '';
  return `${steps.length - open} of ${steps.length} steps passed, computed in this browser from the bytes below.${rest} They show that the transaction is in this block and what the block cost to make; they do not show that no heavier chain exists.`;
}

export interface ProofPanelProps {
  readonly proof: Proof;
  readonly asked: Asked;
}

/** The five steps of the proof, each with the hashes it compared. */
export function ProofPanel({ proof, asked }: ProofPanelProps) {
  const steps = checkProof(proof, asked);
  return (
    <div className="tm-proof">
      <p role="status" className="tm-prose">
        {concludes(steps)}
      </p>
      <ol>
        {steps.map((step, i) => (
          <Step key={step.title} step={step} number={i + 1} />
        ))}
      </ol>
      <details>
        <summary>The bytes that were checked</summary>
        <dl className="values">
          <dt>Transaction</dt>
          <dd className="tm-id whole">{proof.rawTransaction}</dd>
          <dt>Header of block {proof.height}</dt>
          <dd className="tm-id whole">{proof.header}</dd>
        </dl>
      </details>
    </div>
  );
}
