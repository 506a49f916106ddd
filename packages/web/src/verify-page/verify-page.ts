import { AppError } from '@trailmark/core/errors';
import type { ClaimVerdict } from '@trailmark/evidence/bundle/claim-rules';
import { type BundleReport, type CheckedClaim, verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';

// The page that checks evidence bundles. It runs in a document whose policy forbids every connection (see sealed-page-plugin.ts), with the
// same modules as `trailmark verify`. Texts of a bundle are only ever text of the page.

const SHOWN = 1_000;
const WORDS: Readonly<Record<ClaimVerdict, string>> = {
  failed: '✕ fails',
  verified: '✓ verified',
  agrees: '= agrees',
  stated: '– stated',
  'left-out': '– left out',
};
const MARKS = [
  ['fact', 'Facts'],
  ['inference', 'Inferences'],
  ['claim', 'Claims of others'],
] as const;
const CHECKS = { passed: '✓', failed: '✕', stated: '–' } as const;

function find<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new TypeError(`The page has no "${id}".`);
  return element as E;
}

function make(tag: string, text: string, look = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (look !== '') element.className = look;
  return element;
}

const file = find<HTMLInputElement>('file');
const filter = find<HTMLSelectElement>('filter');
const words = find<HTMLInputElement>('words');
const save = find<HTMLButtonElement>('save');
let report: BundleReport | undefined;
let opened: File | undefined;

/** What the reader knows from elsewhere; undefined, and stated on the page, where a line is no hash. */
function readKnown(): { readonly blocks: readonly string[]; readonly keys: readonly string[] } | undefined {
  const linesOf = (id: string): string[] =>
    find<HTMLTextAreaElement>(id)
      .value.split(/\s*\n\s*/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const wrongIn = (id: string, what: string): string => {
    const wrong = linesOf(id).find((line) => !/^(?:0x)?[0-9a-f]{64}$/i.test(line));
    return wrong === undefined ? '' : `“${wrong.slice(0, 80)}” is not ${what}: 64 hexadecimal digits are. `;
  };
  const wrong = wrongIn('blocks', 'the hash of a block') + wrongIn('keys', 'a public key or a SHA-256');
  find('wrong').textContent = wrong;
  const plain = (id: string): string[] => linesOf(id).map((line) => line.toLowerCase().replace(/^0x/, ''));
  return wrong === '' ? { blocks: plain('blocks'), keys: plain('keys') } : undefined;
}

function listClaims(): readonly CheckedClaim[] {
  const wanted = words.value.trim().toLowerCase();
  const claims = report?.claims ?? [];
  return claims.filter(
    ({ verdict, mark, id, sentence }) =>
      ['all', verdict, mark].includes(filter.value) && `${id} ${sentence}`.toLowerCase().includes(wanted),
  );
}

function showRows(): void {
  const claims = listClaims();
  const rows = claims.slice(0, SHOWN).map(({ id, mark, sentence, verdict, how }) => {
    const row = make('tr', '', verdict);
    row.tabIndex = -1;
    row.append(
      make('td', WORDS[verdict], verdict === 'failed' ? 'bad' : ''),
      make('td', `${id} ${mark}`),
      make('td', sentence),
      make('td', how),
    );
    return row;
  });
  find('rows').replaceChildren(...rows);
  find('more').textContent =
    claims.length > SHOWN ? `${claims.length - SHOWN} more claims are not shown: search for one.` : '';
}

const count = (verdict: ClaimVerdict): number =>
  (report?.claims ?? []).filter((claim) => claim.verdict === verdict).length;

function describeVerdict({ verdict, claims, faults }: BundleReport): readonly [string, string] {
  const failed = count('failed');
  if (verdict === 'failed') {
    const what =
      failed > 0
        ? `${failed} of ${claims.length} claims ${failed === 1 ? 'does' : 'do'} not verify`
        : 'This bundle is not what was signed';
    const which =
      faults.length > 0
        ? `Changed: ${faults
            .map(({ path }) => path)
            .slice(0, 5)
            .join(', ')}. `
        : '';
    return [what, `${which}Do not rely on the claims and items named below until this is explained.`];
  }
  if (verdict === 'verified')
    return [`All ${claims.length} claims verify`, 'Each was calculated again from bytes in the file.'];
  return [
    'Nothing fails',
    `${count('verified')} claims were calculated again from bytes in the file. ${count('agrees')} agree with what is stored in the bundle, which its bytes do not prove; ${count('stated') === 1 ? '1 is a statement' : `${count('stated')} are statements`} of others.`,
  ];
}

function showCounts({ items, leftOut }: BundleReport, took: number): void {
  const rows: readonly (readonly [string, string])[] = [
    ['Items', `${items.sound} of ${items.all} as signed`],
    ['Left out', leftOut.length === 0 ? 'nothing' : `${leftOut.length} parts, proofs kept`],
    ['Took', `${(took / 1000).toFixed(1)} s`],
  ];
  find('counts').replaceChildren(...rows.flatMap(([name, text]) => [make('dt', name), make('dd', text)]));
}

function showReport(found: BundleReport, took: number): void {
  report = found;
  const [head, about] = describeVerdict(found);
  const verdict = find('verdict');
  verdict.textContent = head;
  verdict.className = found.verdict === 'failed' ? 'bad' : '';
  find('about').textContent = about;
  showCounts(found, took);
  const head2 = `Case ${found.case}, report version ${found.reportVersion}, made ${found.madeAt} by ${found.software}. Digest ${found.digest}`;
  const lines = [
    make('li', head2, 'quiet'),
    ...found.checks.map(({ state, sentence }) =>
      make('li', `${CHECKS[state]} ${sentence}`, state === 'failed' ? 'bad' : ''),
    ),
    ...found.faults.map(({ path, why }) => make('li', `✕ ${path}: ${why}`, 'bad')),
    ...found.leftOut.slice(0, 200).map((path) => make('li', `– left out: ${path}`)),
  ];
  find('check-list').replaceChildren(...lines);
  const all: readonly (readonly [string, string, number])[] = [
    ['all', 'All', found.claims.length],
    ...(Object.keys(WORDS) as ClaimVerdict[]).map((one) => [one, WORDS[one].slice(2), count(one)] as const),
    ...MARKS.map(([mark, word]) => [mark, word, found.claims.filter((claim) => claim.mark === mark).length] as const),
  ];
  const options = all.map(([value, name, number]) =>
    Object.assign(document.createElement('option'), { value, textContent: `${name} ${number}` }),
  );
  filter.replaceChildren(...options);
  for (const id of ['summary', 'checks', 'claims', 'save']) find(id).hidden = false;
  showRows();
  verdict.focus();
}

function showRefusal(message: string): void {
  report = undefined;
  const verdict = find('verdict');
  verdict.textContent = 'This file cannot be checked';
  verdict.className = 'bad';
  find('about').textContent =
    `${message} Nothing in it was used. Copy the file again, and compare its SHA-256 with the sender.`;
  find('counts').replaceChildren();
  find('summary').hidden = false;
  for (const id of ['checks', 'claims', 'save']) find(id).hidden = true;
  verdict.focus();
}

async function check(chosen: File): Promise<void> {
  const known = readKnown();
  if (!known) return;
  opened = chosen;
  find('name').textContent = `${chosen.name}, ${chosen.size.toLocaleString('en')} bytes`;
  find('summary').hidden = false;
  find('verdict').textContent = 'Checking…';
  find('verdict').className = '';
  // Lets the page paint before the work begins.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const start = performance.now();
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const now = Math.floor(Date.now() / 1000);
    const keys = known.keys.length > 0 ? known.keys : undefined;
    showReport(verifyBundle(bytes, { now, keys, blocks: known.blocks }), performance.now() - start);
  } catch (error) {
    showRefusal(AppError.is(error) ? error.message : 'The file cannot be read.');
  }
}

function saveResult(): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'verification.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `j` goes to the next claim and `k` to the one before, unless somebody writes or chooses. */
function walkClaims(event: KeyboardEvent): void {
  const step = { j: 1, k: -1 }[event.key];
  const isHeld = event.ctrlKey || event.metaKey || event.altKey;
  const isField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  if (step === undefined || isHeld || isField || !report) return;
  const rows = [...find('rows').children];
  const at = rows.indexOf(document.activeElement ?? document.body);
  const next = rows[at === -1 ? 0 : at + step];
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  event.preventDefault();
}

// Light or dark, as the computer.
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
file.addEventListener('change', () => {
  const [chosen] = file.files ?? [];
  if (chosen) void check(chosen);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [chosen] = event.dataTransfer?.files ?? [];
  if (chosen) void check(chosen);
});
// Each field once it is left, or after a pause.
let waiting: ReturnType<typeof setTimeout> | undefined;
function recheck(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => (opened ? void check(opened) : readKnown()), 400);
}
for (const id of ['blocks', 'keys']) find(id).addEventListener('input', recheck);
filter.addEventListener('change', showRows);
words.addEventListener('input', showRows);
save.addEventListener('click', saveResult);
document.addEventListener('keydown', walkClaims);
