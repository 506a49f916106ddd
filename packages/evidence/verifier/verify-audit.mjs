#!/usr/bin/env node
// Checks an exported Trailmark audit log. One file, no dependencies, Node 20 or newer; no network and no installation.
//
//   node verify-audit.mjs <log.jsonl> [--checkpoint <file>]... [--key <file>]
//
// --checkpoint  checkpoints that were kept elsewhere, one or more signed notes: they show whether the log was rewritten
//               or cut since. Without one, a log that was rewritten as a whole by whoever holds its key looks intact.
// --key         the log's public key as it was published: one line, name+hash+key.
//
// Ends with 0 if everything was verified, 1 if not, 2 if the files cannot be read.
//
// Format, one JSON text a line: {"format","key","from","peaks"}; then {"index","hash","event"} for each event, with
// {"checkpoint"} after the event it counts to; then {"end":{"size","root","withheld"}}. hash = SHA-256(0x00 || event as
// it is in the line). {"index","hash","withheld":true} is an event whose text the reader of the export may not see, such as
// one about a case: its hash is checked as a part of the tree, its text is not, and the last line counts such events.
// Format 1 has none of them and no count. The tree is that of RFC 6962, checkpoints are signed notes (C2SP) with Ed25519.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FORMATS = ['trailmark-audit-log/1', 'trailmark-audit-log/2'];
const HEX = /^[0-9a-f]{64}$/;
const EVENT = /^\{"index":(0|[1-9]\d{0,15}),"hash":"([0-9a-f]{64})","event":/;
const WITHHELD = /^\{"index":(0|[1-9]\d{0,15}),"hash":"([0-9a-f]{64})","withheld":true\}$/;
const NOTE =
  /^(([^\s+]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*)\n— ([^\s+]+) ([A-Za-z0-9+/]{91}=)\n$/u;
const NOTES = /[^\n]+\n\d+\n[^\n]+\n(?:[^\n]+\n)*\n— [^\n]+\n/gu;
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const MAX_LINE = 1 << 20;

/** What is wrong, and the first event it concerns. */
class Fault extends Error {
  constructor(index, sentence) {
    super(sentence);
    this.index = index;
  }
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hashNode = (left, right) => sha256(Buffer.of(1), left, right);

const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

function decodeBase64(text) {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
}

/** A public key from its line, `name+hash+key`; undefined for anything else. */
function parseKey(line) {
  const [, origin, hash, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
  const bytes = decodeBase64(key ?? '');
  if (origin === undefined || bytes.length !== 33 || bytes[0] !== 1) return undefined;
  const id = sha256(`${origin}\n`, bytes).subarray(0, 4);
  if (id.toString('hex') !== hash) return undefined;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' });
  return { line, origin, id, publicKey };
}

/** A checkpoint whose signature holds; otherwise a sentence. */
function openNote(note, key) {
  const [, text, origin, size, root, name, signed] = NOTE.exec(note) ?? [];
  if (text === undefined) return 'is not a signed note';
  if (origin !== key.origin || name !== key.origin) return `belongs to another log, ${origin}`;
  const bytes = decodeBase64(signed);
  const isOwn = bytes.length === 68 && bytes.subarray(0, 4).equals(key.id);
  if (!isOwn || !verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4)))
    return `(at ${size} events) is not signed with the key of the log`;
  return { size: Number(size), root: decodeBase64(root) };
}

/** The tree so far, by the roots of its complete subtrees. */
class Tree {
  constructor(size, peaks) {
    this.size = size;
    let rest = size;
    this.peaks = peaks.map((hash) => {
      const width = rest < 1 ? 0 : 2 ** Math.floor(Math.log2(rest));
      rest -= width;
      return { width, hash };
    });
    if (rest !== 0 || this.peaks.some(({ width }) => width === 0))
      throw new Fault(0, 'The peaks of the first line do not fit the event the file begins with.');
  }

  append(hash) {
    let node = { width: 1, hash };
    for (let last = this.peaks.at(-1); last?.width === node.width; last = this.peaks.at(-1)) {
      node = { width: node.width * 2, hash: hashNode(last.hash, node.hash) };
      this.peaks.pop();
    }
    this.peaks.push(node);
    this.size++;
  }

  root() {
    const hashes = this.peaks.map(({ hash }) => hash);
    return hashes.length === 0 ? sha256() : hashes.reduceRight((right, left) => hashNode(left, right));
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes, index) {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Fault(index, 'A line is not UTF-8 text.');
  }
}

/** A JSON text that is written in the one way the export writes it. */
function parseExact(text, index) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault(index, 'A line is not JSON.');
  }
  if (JSON.stringify(value) !== text) throw new Fault(index, 'A line is not written as an export writes it.');
  return value;
}

function hasKeys(value, keys) {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === keys;
}

/** Takes a log line by line and throws at the first that is not as it was signed. */
export class LogCheck {
  constructor({ notes = [], key: expectedKey } = {}) {
    this.notes = notes;
    this.expectedKey = expectedKey;
    this.checkpoints = 0;
    this.withheld = 0;
    this.known = new Map();
    this.notCovered = [];
    /** Events up to here are as the log's own checkpoints, and as those from elsewhere, have them. */
    this.goodSize = 0;
    this.keptSize = 0;
    this.isOver = false;
  }

  begin(text) {
    const head = parseExact(text, 0);
    const isHead =
      hasKeys(head, 'format,key,from,peaks') && FORMATS.includes(head.format) && typeof head.key === 'string';
    const isStart = isHead && Number.isSafeInteger(head.from) && head.from >= 0 && Array.isArray(head.peaks);
    if (!isStart || !head.peaks.every((peak) => HEX.test(peak)))
      throw new Fault(0, 'The first line is not understood.');
    this.key = parseKey(head.key);
    if (!this.key) throw new Fault(0, 'The public key in the first line is damaged.');
    if (this.expectedKey !== undefined && this.expectedKey.trim() !== head.key)
      throw new Fault(0, 'The log is signed with another key than the one that was published.');
    this.mayWithhold = head.format === FORMATS[1];
    this.from = head.from;
    this.tree = new Tree(
      head.from,
      head.peaks.map((peak) => Buffer.from(peak, 'hex')),
    );
    this.goodSize = head.from;
    this.keptSize = head.from;
    for (const note of this.notes) this.expect(note);
    this.compare();
  }

  /** Takes in a checkpoint that was kept elsewhere. */
  expect(note) {
    const opened = openNote(note, this.key);
    if (typeof opened === 'string') throw new Fault(0, `A checkpoint that was kept elsewhere ${opened}.`);
    if (opened.size < this.from) this.notCovered.push(opened.size);
    const before = this.known.get(opened.size);
    if (before && !before.equals(opened.root))
      throw new Fault(0, `Two checkpoints at ${opened.size} events contradict each other: the log was forked.`);
    this.known.set(opened.size, opened.root);
  }

  /** Holds the tree to a checkpoint that was kept elsewhere at just this size. */
  compare() {
    const root = this.known.get(this.tree.size);
    if (root === undefined) return;
    if (!root.equals(this.tree.root()))
      throw new Fault(
        this.keptSize,
        `The log was rewritten: its first ${this.tree.size} events are not those of the checkpoint that was kept elsewhere.`,
      );
    this.known.delete(this.tree.size);
    this.keptSize = this.tree.size;
  }

  checkPlace(index) {
    const expected = this.tree.size;
    if (Number(index) !== expected)
      throw new Fault(expected, `Event ${expected} is expected here, and event ${index} stands here.`);
  }

  /** An event of which the file has the hash alone. */
  takeWithheld(index, hash) {
    this.checkPlace(index);
    this.withheld++;
    this.tree.append(Buffer.from(hash, 'hex'));
    this.compare();
  }

  takeEvent(text, bytes) {
    const [, at, kept] = (this.mayWithhold && WITHHELD.exec(text)) || [];
    if (kept !== undefined) return this.takeWithheld(at, kept);
    const [prefix, index, hash] = EVENT.exec(text) ?? [];
    const expected = this.tree.size;
    if (prefix === undefined || !text.endsWith('}')) throw new Fault(expected, 'A line is not understood.');
    this.checkPlace(index);
    const event = bytes.subarray(prefix.length, -1);
    const leaf = sha256(Buffer.of(0), event);
    if (leaf.toString('hex') !== hash) throw new Fault(expected, `Event ${expected} is not the one that was hashed.`);
    this.tree.append(leaf);
    this.compare();
  }

  takeCheckpoint(note) {
    const { size } = this.tree;
    const opened = typeof note === 'string' ? openNote(note, this.key) : 'is not text';
    if (typeof opened === 'string') throw new Fault(this.goodSize, `The checkpoint after event ${size - 1} ${opened}.`);
    if (opened.size !== size)
      throw new Fault(Math.min(size, opened.size), `A checkpoint of ${opened.size} events stands after ${size}.`);
    if (!opened.root.equals(this.tree.root()))
      throw new Fault(this.goodSize, `Events ${this.goodSize} to ${size - 1} are not those that were signed.`);
    this.goodSize = size;
    this.checkpoints++;
    this.lastCheckpoint = size;
  }

  end(value) {
    const { size } = this.tree;
    if (!hasKeys(value, this.mayWithhold ? 'size,root,withheld' : 'size,root') || value.size !== size)
      throw new Fault(size, `The log ends after ${size} events and states ${value?.size}.`);
    if (value.root !== this.tree.root().toString('hex'))
      throw new Fault(this.goodSize, 'The root in the last line is not that of the events.');
    if (this.mayWithhold && value.withheld !== this.withheld)
      throw new Fault(
        this.goodSize,
        `${this.withheld} events are withheld and the last line states ${value.withheld}.`,
      );
    if (this.lastCheckpoint !== size) throw new Fault(this.goodSize, 'The last events are not under a checkpoint.');
    this.isOver = true;
  }

  takeLine(bytes) {
    const index = this.tree?.size ?? 0;
    const text = decodeText(bytes, index);
    if (!this.tree) return this.begin(text);
    if (this.isOver) throw new Fault(index, 'Something stands after the last line.');
    if (text.startsWith('{"index":')) return this.takeEvent(text, bytes);
    const value = parseExact(text, index);
    if (hasKeys(value, 'checkpoint')) return this.takeCheckpoint(value.checkpoint);
    if (hasKeys(value, 'end')) return this.end(value.end);
    throw new Fault(index, 'A line is not understood.');
  }

  finish() {
    const size = this.tree?.size ?? 0;
    if (!this.isOver) throw new Fault(size, `The file breaks off after ${size} events.`);
    const missing = [...this.known.keys()].filter((known) => known > size);
    if (missing.length > 0)
      throw new Fault(
        size,
        `The log was cut: a checkpoint that was kept elsewhere counts ${Math.max(...missing)} events.`,
      );
    return { root: this.tree.root().toString('hex'), origin: this.key.origin, withheld: this.withheld };
  }
}

async function* splitLines(chunks) {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let buffer = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10)) {
      yield buffer.subarray(0, at);
      buffer = buffer.subarray(at + 1);
    }
    if (buffer.length > MAX_LINE) throw new Fault(0, 'A line is longer than any of an export.');
    rest = buffer;
  }
  if (rest.length > 0) throw new Fault(0, 'The last line has no end.');
}

/**
 * Checks a log that comes in chunks of bytes. Gives `isVerified`, a `sentence`, how many `events` and `checkpoints` were
 * checked, and the index of the `firstBad` event (null if all are good).
 */
export async function verifyAuditLog(chunks, options) {
  const check = new LogCheck(options);
  const counts = () => ({ events: (check.tree?.size ?? 0) - (check.from ?? 0), checkpoints: check.checkpoints });
  try {
    for await (const line of splitLines(chunks)) check.takeLine(line);
    const end = check.finish();
    const kept = options?.notes?.length ?? 0;
    const words =
      kept === 0
        ? 'No checkpoint from elsewhere was given.'
        : `${kept - check.notCovered.length} of ${kept} checkpoints from elsewhere agree.`;
    const withheldWords =
      end.withheld === 0
        ? ''
        : `Of ${count(end.withheld, 'event')} the file has the hash alone: that they are in the log was checked, what they say was not. `;
    return {
      isVerified: true,
      firstBad: null,
      ...counts(),
      ...end,
      sentence: `Verified: ${count(counts().events, 'event')} of ${end.origin} under ${count(check.checkpoints, 'signed checkpoint')}, root ${end.root}. ${withheldWords}${words}`,
    };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return {
      isVerified: false,
      firstBad: Math.max(fault.index, 0),
      ...counts(),
      sentence: `Not verified: ${fault.message} First bad event: ${fault.index}.`,
    };
  }
}

function readArguments(args) {
  const files = { checkpoint: [], key: [] };
  const logs = [];
  for (let i = 0; i < args.length; i++) {
    const name = args[i].replace(/^--/, '');
    if (!args[i].startsWith('--')) logs.push(args[i]);
    else if (name in files && args[i + 1] !== undefined) files[name].push(args[++i]);
    else throw new Error(`"${args[i]}" is not understood.`);
  }
  if (logs.length !== 1) throw new Error('Give the file of one exported log.');
  return { log: logs[0], ...files };
}

function readNotes(path) {
  const notes = readFileSync(path, 'utf8').match(NOTES) ?? [];
  if (notes.length === 0) throw new Error(`${path} holds no checkpoint.`);
  return notes;
}

async function main(args) {
  try {
    const { log, checkpoint, key } = readArguments(args);
    const options = { notes: checkpoint.flatMap(readNotes), key: key[0] && readFileSync(key[0], 'utf8') };
    const { isVerified, sentence } = await verifyAuditLog(createReadStream(log), options);
    process.stdout.write(`${sentence}\n`);
    return isVerified ? 0 : 1;
  } catch (error) {
    process.stderr.write(
      `${error.message}\nUsage: node verify-audit.mjs <log.jsonl> [--checkpoint <file>]... [--key <file>]\n`,
    );
    return 2;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));
