import { FileStream } from './file-stream.ts';

/** A small file as an answer: it is made whole before its first byte leaves. */
export function toFile(name: string, mediaType: string, content: string | Uint8Array): FileStream {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  async function* chunks() {
    yield bytes;
  }
  return new FileStream({ name, mediaType, chunks: chunks(), onCancel: () => undefined });
}
