/** What a file answer is made of. */
export interface FileParts {
  /** Made by the server from checked parts: no quote can be in it. */
  readonly name: string;
  readonly mediaType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The client left: end what is being read. */
  readonly onCancel: () => void;
}

/** A file answer, written while it is read: chunks are asked for only as fast as the client takes them. */
export class FileStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #headers: Record<string, string>;
  readonly #onCancel: () => void;

  constructor(file: FileParts) {
    this.#onCancel = file.onCancel;
    this.#chunks = file.chunks[Symbol.asyncIterator]();
    this.#headers = {
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
    };
  }

  toResponse(): Response {
    const chunks = this.#chunks;
    const onCancel = this.#onCancel;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        onCancel();
        await chunks.return?.();
      },
    });
    return new Response(body, { headers: this.#headers });
  }
}
