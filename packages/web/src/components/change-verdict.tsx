import type { Answer } from '../api.ts';

type Findings = Pick<Answer<'getTransactionFindings'>, 'change' | 'fingerprints'>;
type Opinion = Findings['change']['opinions'][number];
type Fingerprint = Findings['fingerprints'][number];

/** Whether there is anything to say about change. */
export function hasChangeVerdict({ change, fingerprints }: Findings): boolean {
  return change.opinions.length > 0 || fingerprints.length > 0;
}

function describeOpinion({ rule, candidates }: Opinion): string {
  const outputs = candidates.map((vout) => `#${vout}`).join(', ');
  return `${rule.id} v${rule.version}: ${outputs} (confidence ${rule.confidence})`;
}

function describeFingerprint({ vout, agreeing, compared }: Fingerprint): string {
  return `#${vout} in ${agreeing} of ${compared} traits`;
}

function describeVerdict({ vout, confidence, isDisputed }: Findings['change']): string {
  if (vout === null) return isDisputed ? 'Which output is change is disputed.' : 'No output is inferred to be change.';
  if (isDisputed) return `Output #${vout} goes back to an address that paid; other rules name another output.`;
  const effect = confidence === null ? 'too little speaks for it to join owners' : 'a link of the expanded view';
  return `Output #${vout} is inferred to be change (${effect}).`;
}

/** Which output may be change, with every opinion for and against, and how alike the wallets are that spent each. */
export function ChangeVerdict({ findings: { change, fingerprints } }: { readonly findings: Findings }) {
  return (
    <>
      {describeVerdict(change)}{' '}
      {change.opinions.length > 0 && <span className="tm-t2">{change.opinions.map(describeOpinion).join('; ')}. </span>}
      {fingerprints.length > 0 && (
        <span className="tm-t2">
          The transaction that spent an output resembles this one: {fingerprints.map(describeFingerprint).join(', ')}.
          That ranks candidates and joins nobody.
        </span>
      )}
    </>
  );
}
