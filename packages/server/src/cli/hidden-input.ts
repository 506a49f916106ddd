import type { Readable, Writable } from 'node:stream';
import { AppError } from '@trailmark/core/errors';

/** More than the longest phrase, key or descriptor a person types. */
const MOST_BYTES = 16_384;
const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACES = [8, 127];
const LINE_ENDS = [10, 13];

/** A terminal: keys come one by one, and it does not print them. */
interface Terminal extends Readable {
  setRawMode(isRaw: boolean): unknown;
}

/** Bytes of what was typed, which are overwritten once their text was taken. */
class SecretBytes {
  readonly #bytes = new Uint8Array(MOST_BYTES);
  #length = 0;

  add(byte: number): void {
    if (this.#length === MOST_BYTES) throw new AppError('invalid', 'This is too long for a phrase or a key.');
    this.#bytes[this.#length++] = byte;
  }

  /** Takes back one character, which may have several bytes. */
  removeLast(): void {
    while (this.#length > 0) {
      const byte = this.#bytes[--this.#length] ?? 0;
      this.#bytes[this.#length] = 0;
      if ((byte & 0xc0) !== 0x80) return;
    }
  }

  take(): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
    this.#bytes.fill(0);
    return text;
  }
}

/** Asks for a line at a terminal without showing what is typed. Rejects with `invalid` where it was cancelled. */
export async function askHidden(terminal: Terminal, prompt: Writable, question: string): Promise<string> {
  const secret = new SecretBytes();
  prompt.write(question);
  terminal.setRawMode(true);
  try {
    for await (const chunk of terminal.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      const end = bytes.findIndex((byte) => LINE_ENDS.includes(byte) || byte === CTRL_C || byte === CTRL_D);
      for (const byte of end < 0 ? bytes : bytes.subarray(0, end)) {
        if (BACKSPACES.includes(byte)) secret.removeLast();
        else secret.add(byte);
      }
      const last = end < 0 ? undefined : bytes[end];
      bytes.fill(0);
      if (last === CTRL_C) throw new AppError('invalid', 'Cancelled.');
      if (last !== undefined) break;
    }
    return secret.take();
  } finally {
    terminal.setRawMode(false);
    prompt.write('\n');
  }
}

/** The lines that come through a pipe, at most 16 KiB. */
export async function readPipedLines(input: Readable): Promise<readonly string[]> {
  const secret = new SecretBytes();
  for await (const chunk of input) {
    const bytes = chunk as Buffer;
    for (const byte of bytes) secret.add(byte);
    bytes.fill(0);
  }
  return secret.take().split(/\r?\n/);
}
