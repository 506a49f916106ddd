import { listTraits } from '@trailmark/chains/chain-traits';
import { type OpenedSecret, openSecret } from '@trailmark/chains/wallet/open-secret';
import { type ChainId, isChainId } from '@trailmark/core/chain';
import { deriveWallet, type PageBranch } from './derive-wallet.ts';

// The page of seed phrases. It runs in a document whose policy forbids every connection (see seed-page-plugin.ts), imports nothing
// that asks a server, and hands over addresses only where a person presses the button that says so.

/** Chains that are looked at unless somebody chooses: one for each kind of address. */
const USUAL: readonly ChainId[] = ['btc', 'ltc', 'doge', 'bch', 'eth', 'trx'];
/** Usual chains first, in their order; the others as they are listed. */
function rankOf(chain: ChainId): number {
  const rank = USUAL.indexOf(chain);
  return rank < 0 ? USUAL.length : rank;
}

const READ_AFTER_MS = 300;

function find<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new TypeError(`The page has no "${id}".`);
  return element as E;
}

const form = document.querySelector('form') as HTMLFormElement;
const secretField = find<HTMLTextAreaElement>('secret');
const passphraseField = find<HTMLInputElement>('passphrase');
const reading = find('reading');
const near = find('near');
const result = find('result');
const checkButton = find<HTMLButtonElement>('check');
const sent = find('sent');

/** Another page shows this one in a frame; only the server that serves both may (frame-ancestors). */
const isEmbedded = window.parent !== window;
let found: readonly PageBranch[] = [];
/** Counts the derivations that were started: an older one stops. */
let run = 0;

function say(text: string, isWrong = false): void {
  reading.textContent = text;
  reading.classList.toggle('wrong', isWrong);
}

function make(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function listChosen(): ChainId[] {
  const boxes = document.querySelectorAll<HTMLInputElement>('#chains input:checked');
  return [...boxes].map(({ value }) => value).filter(isChainId);
}

function showChains(): void {
  const boxes = listTraits()
    .filter(({ network }) => network === 'main')
    .sort((a, b) => rankOf(a.id) - rankOf(b.id))
    .map(({ id, name }) => {
      const box = document.createElement('input');
      Object.assign(box, { type: 'checkbox', value: id, checked: USUAL.includes(id) });
      const label = document.createElement('label');
      label.className = 'check';
      label.append(box, name);
      return label;
    });
  find('chains').replaceChildren(...boxes);
}

/** Reads what is in the field; shows what it is, or what is wrong with it. */
function readSecret(): OpenedSecret | undefined {
  near.replaceChildren();
  near.hidden = true;
  const opened = openSecret(secretField.value, passphraseField.value);
  if (!('fault' in opened)) {
    say(`${opened.title}.`);
    return opened;
  }
  say(opened.fault.message, true);
  const lines = opened.fault.suspects
    .filter((suspect) => suspect.near.length > 0)
    .map((suspect) => make('li', `Near word ${suspect.position} in the list: ${suspect.near.join(', ')}`));
  near.replaceChildren(...lines);
  near.hidden = lines.length === 0;
  return undefined;
}

function toTable({ addresses }: PageBranch): HTMLTableElement {
  const table = document.createElement('table');
  const head = document.createElement('tr');
  head.append(make('th', 'Path'), make('th', 'Address'));
  table.createTHead().append(head);
  const rows = addresses.map(({ path, address }) => {
    const row = document.createElement('tr');
    row.append(make('td', path === '' ? '–' : path), make('td', address));
    return row;
  });
  table.createTBody().append(...rows);
  return table;
}

function countAddresses(): number {
  return new Set(found.flatMap(({ chain, addresses }) => addresses.map(({ address }) => `${chain} ${address}`))).size;
}

function showResult(): void {
  const names = new Map(listTraits().map(({ id, name }) => [id, name]));
  const sections = [...Map.groupBy(found, ({ chain }) => chain)].flatMap(([chain, branches]) => [
    make('h3', names.get(chain) ?? chain),
    ...branches.map((branch) => {
      const details = document.createElement('details');
      const words = [branch.wallet, branch.form, branch.path].filter((word) => word !== '').join(' · ');
      details.append(make('summary', `${words} (${branch.addresses.length})`), toTable(branch));
      return details;
    }),
  ]);
  const count = countAddresses().toLocaleString('en');
  find('branches').replaceChildren(...sections);
  find('count-line').textContent = `${count} addresses derived`;
  checkButton.textContent = `Check these ${count} addresses in the index`;
  checkButton.hidden = !isEmbedded;
  sent.textContent = isEmbedded
    ? 'Checking sends the addresses to this server and nothing else. The phrase stays in this frame, which cannot send it.'
    : 'Open Wallet statement, Seed phrases in Trailmark and load the file there: it has addresses and no phrase.';
  result.hidden = false;
  find('count-line').focus();
}

async function derive(): Promise<void> {
  const opened = readSecret();
  if (!opened) return;
  const own = ++run;
  const number = (id: string, most: number): number =>
    Math.min(Math.max(Math.trunc(Number(find<HTMLInputElement>(id).value)) || 1, 1), most);
  const plan = { chains: listChosen(), accounts: number('accounts', 20), count: number('count', 500) };
  const onProgress = (derived: number): void =>
    say(`${opened.title}. Deriving: ${derived.toLocaleString('en')} so far.`);
  try {
    const branches = await deriveWallet(opened, plan, onProgress, () => own === run);
    if (!branches) return;
    found = branches;
    say(`${opened.title}.`);
    showResult();
  } finally {
    opened.wipe();
  }
}

function clear(): void {
  run++;
  found = [];
  form.reset();
  showChains();
  secretField.value = '';
  passphraseField.value = '';
  near.replaceChildren();
  near.hidden = true;
  result.hidden = true;
  find('branches').replaceChildren();
  secretField.classList.remove('hidden-text');
  say('');
  secretField.focus();
}

/** The addresses as the application reads them: no word of the phrase, and no private key. */
function toFile(): string {
  const kept = found.map(({ chain, form: kind, wallet, path, addresses }) => ({
    chain,
    form: kind,
    wallet,
    path,
    addresses,
  }));
  return JSON.stringify({ format: 'trailmark-addresses/1', branches: kept }, null, 1);
}

function save(): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(new Blob([toFile()], { type: 'application/json' }));
  link.href = url;
  link.download = 'addresses.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_AFTER_MS);
}

function check(): void {
  // The parent is the application itself: no other page may show this one in a frame.
  window.parent.postMessage({ kind: 'addresses', text: toFile() }, '*');
  sent.textContent = 'The addresses were handed to the page around this frame, which checks them.';
}

function watchHeight(): void {
  document.documentElement.classList.add('embedded');
  const tell = (): void => window.parent.postMessage({ kind: 'height', height: document.body.scrollHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
}

let timer: ReturnType<typeof setTimeout> | undefined;
function readSoon(): void {
  run++;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (secretField.value.trim() === '') say('');
    else readSecret()?.wipe();
  }, READ_AFTER_MS);
}

/** Light or dark, as the page around this one, or as the computer. */
function paint(isDark: boolean): void {
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}

const isDark = isEmbedded ? window.location.hash === '#dark' : matchMedia('(prefers-color-scheme: dark)').matches;
paint(isDark);
showChains();
if (isEmbedded) watchHeight();
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void derive();
});
secretField.addEventListener('input', readSoon);
find('hide').addEventListener('change', () => secretField.classList.toggle('hidden-text'));
find('clear').addEventListener('click', clear);
find('save').addEventListener('click', save);
checkButton.addEventListener('click', check);
window.addEventListener('pagehide', clear);
window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  const { scheme } = (data ?? {}) as { readonly scheme?: unknown };
  if (isEmbedded && source === window.parent && typeof scheme === 'string') paint(scheme === 'dark');
});
