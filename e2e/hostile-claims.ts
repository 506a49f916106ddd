import { BLOCK_170, MID_CHAIN_ADDRESS } from './block-170.ts';
import { LABELLED, PAIR } from './labelled.ts';

const CODE = 'window.__xss=1';
const BIDI_OVERRIDE = '\u202e';
const ISOLATE = '\u2066';
const LONE_SURROGATE = '\ud800';

/** Texts that a source of labels may hold and that harm where they are read as anything but text. */
export const PAYLOADS: readonly string[] = [
  `<script>${CODE}</script>`,
  `</script><script>${CODE}</script>`,
  `"><script>${CODE}</script>`,
  `<img src=x onerror=${CODE}>`,
  `<img src="https://evil.example/a.png">`,
  `<svg onload=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x></svg>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<iframe src=javascript:${CODE}></iframe>`,
  `<object data=javascript:${CODE}></object>`,
  `<embed src=javascript:${CODE}>`,
  `<link rel=stylesheet href=https://evil.example/a.css>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<base href=https://evil.example/>`,
  `<form action=https://evil.example><button>go</button></form>`,
  `<body onload=${CODE}>`,
  `<details open ontoggle=${CODE}>`,
  `<input autofocus onfocus=${CODE}>`,
  `<video><source onerror=${CODE}></video>`,
  `<style>@import "https://evil.example/a.css"</style>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${CODE}>`,
  `<a href="javascript:${CODE}">Exchange</a>`,
  `" onmouseover="${CODE}`,
  `' autofocus onfocus='${CODE}`,
  `javascript:${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
  `{{constructor.constructor('${CODE}')()}}`,
  `\${${CODE}}`,
  `#{${CODE}}`,
  `<%= ${CODE} %>`,
  `[[${CODE}]]`,
  `[Exchange](javascript:${CODE})`,
  `![x](https://evil.example/a.png)`,
  `=HYPERLINK("https://evil.example","Exchange")`,
  `=cmd|'/C calc'!A0`,
  `+1+cmd|'/C calc'!A0`,
  `-2+3+cmd|'/C calc'!A0`,
  `@SUM(1+1)*cmd|'/C calc'!A0`,
  `\t=1+1`,
  `\r=1+1`,
  `\uff1d1+1`,
  `\uff0b1+1`,
  `;=1+1`,
  `"=1+1"`,
  `${BIDI_OVERRIDE}egnahcxE`,
  `${ISOLATE}Exchange`,
  `Exch\u200bange`,
  `Exchange\u0000hidden`,
  `Exchange\r\nX-Injected: 1`,
  `Exchange\u2028second line`,
  `Exch\u0430nge`,
  `\u0645\u0646\u0635\u0629 \u062a\u0628\u0627\u062f\u0644 123`,
  `\u05d1\u05d5\u05e8\u05e1\u05d4 (42)`,
  `\u{1f4a3}\u{1f468}\u200d\u{1f469}\u200d\u{1f467} party`,
  `Z${'\u0300\u0301\u0302'.repeat(40)}algo`,
  `Exchange${LONE_SURROGATE}`,
  `\u{e0041}\u{e0042}tagged`,
  `__proto__`,
  `constructor`,
  `toString`,
  `W${'o'.repeat(10_000)}rd`,
  `) Tj /JS (app.alert(1)) /S /JavaScript`,
  `' OR 1=1; DROP TABLE labels; --`,
  `../../etc/passwd`,
  `%00%0d%0a%2e%2e`,
  `NaN`,
  `null`,
];

const SOURCES: readonly string[] = [
  `javascript:${CODE}`,
  `JaVaScRiPt:${CODE}`,
  ` javascript:${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
  `vbscript:${CODE}`,
  `file:///etc/passwd`,
  `//evil.example/a`,
  `https://evil.example/"onmouseover="${CODE}`,
  `https://evil.example/<script>`,
  `https://user:secret@evil.example/`,
  `https://evil.example/plain`,
  `http://evil.example/${BIDI_OVERRIDE}fdp.exe`,
];

/** Who the claims are about: each is shown on some screen of the bundled data. */
const ADDRESSES: readonly string[] = [
  PAIR.a,
  PAIR.b,
  LABELLED.exchange,
  BLOCK_170.sender,
  BLOCK_170.recipient,
  MID_CHAIN_ADDRESS,
];

const DETAIL_COLUMNS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '<img src>'];
const FIELDS = ['address', 'label', 'category', 'actor', 'confidence', 'scope', 'source', 'as_of', 'network'];

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function toRow(payload: string, address: string, i: number): string {
  const actor = i % 3 === 0 ? payload : i % 3 === 1 ? 'binance' : '';
  const scope = i % 2 === 0 ? 'cluster' : 'address';
  const source = i % 2 === 0 ? (SOURCES[i % SOURCES.length] ?? '') : payload;
  // The first claim is the one a chip shows: it changes from address to address.
  const confidence = i % ADDRESSES.length === ADDRESSES.indexOf(address) ? 'forensic' : 'web_crawl';
  const fields = [address, payload, 'exchange', actor, confidence, scope, source, '2026-01-02', 'btc'];
  return [...fields, ...DETAIL_COLUMNS.map(() => payload)].map(quote).join(',');
}

/** A table that says every one of the hostile texts of every address, and holds some rows that are refused. */
export function createHostileTable(): string {
  const rows = ADDRESSES.flatMap((address) => PAYLOADS.map((payload, i) => toRow(payload, address, i)));
  const refused = PAYLOADS.map((payload, i) => toRow(payload, payload, i));
  return [[...FIELDS, ...DETAIL_COLUMNS].map(quote).join(','), ...rows, ...refused, ''].join('\n');
}

/** What `--map` takes for the table. */
export const HOSTILE_COLUMNS = [
  ...FIELDS.map((field) => `${field}=${field}`),
  ...DETAIL_COLUMNS.map((name) => `detail:${name}=${name}`),
].join(',');
