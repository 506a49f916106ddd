import { join } from 'node:path';
import type { LabelPackHead, LabelPacks, LabelPackVersion, LabelReader } from '@trailmark/core/label';
import { readActorFile } from './actor-file.ts';
import { type ActorIndex, createActorIndex } from './actor-index.ts';
import { actorPath, bringBundled } from './bring-bundled.ts';
import { createLabelIndex } from './label-index.ts';
import { LabelPackFiles } from './label-pack-files.ts';
import type { LabelSegment } from './label-segment.ts';
import { loadSegment } from './load-segment.ts';
import type { PackSink } from './pack-file.ts';

export interface LabelStoreOptions {
  /** Folder of the labels within the data folder. */
  readonly directory: string;
  /** Folder of the packs that come with the software; undefined: none. */
  readonly bundledDirectory: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The label packs of an installation and the reader over those in force. It knows no ledger: a change of labels reads no block again. */
export interface LabelStore extends LabelPacks {
  /** The present reader; a change of packs replaces it and leaves readers in use as they are. */
  reader(): LabelReader;
  /** Takes a pack in without bringing it into force. An abort leaves nothing. */
  importPack(
    head: LabelPackHead,
    produce: (sink: PackSink) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<LabelPackVersion>;
  /** Looks at the disk again after another process changed it. */
  reload(): Promise<void>;
  /** A sentence for each pack that should be in force and cannot be read; the reader is without it. */
  problems(): readonly string[];
}

class OpenLabelStore implements LabelStore {
  private readonly packFiles: LabelPackFiles;
  private segments = new Map<string, LabelSegment>();
  private actors: ActorIndex = createActorIndex([], undefined);
  private current: LabelReader = createLabelIndex([], this.actors);
  private bundledProblems: readonly string[];
  private loadProblems: readonly string[] = [];
  /** Changes wait for each other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(packFiles: LabelPackFiles, bundledProblems: readonly string[]) {
    this.packFiles = packFiles;
    this.bundledProblems = bundledProblems;
  }

  reader(): LabelReader {
    return this.current;
  }

  problems(): readonly string[] {
    return [...this.bundledProblems, ...this.loadProblems];
  }

  /** A pack that is meant to be in force and cannot be read is not: the list says what the reader answers from. */
  list(): readonly LabelPackVersion[] {
    return this.packFiles
      .list()
      .map((held) => ({ ...held, isActive: this.segments.get(held.id)?.pack.version === held.version }));
  }

  read(pack: string, version: string): ReturnType<LabelPacks['read']> {
    return this.packFiles.read(pack, version);
  }

  preview(pack: string, version: string, limit: number): ReturnType<LabelPacks['preview']> {
    return this.packFiles.preview(pack, version, limit);
  }

  importPack(
    head: LabelPackHead,
    produce: (sink: PackSink) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<LabelPackVersion> {
    return this.packFiles.import(head, produce, signal);
  }

  activate(pack: string, version: string | undefined): Promise<void> {
    return this.inTurn(async () => {
      // Read before anything is written: a damaged version is refused and the one in force stays.
      const wanted = version === undefined ? undefined : await this.segmentOf(this.packFiles.get(pack, version));
      await this.packFiles.setActive(pack, version);
      const segments = new Map(this.segments);
      if (wanted) segments.set(pack, wanted);
      else segments.delete(pack);
      this.swap(segments);
    });
  }

  reload(): Promise<void> {
    return this.inTurn(async () => {
      await this.packFiles.reread();
      await this.load();
    });
  }

  /** Reads what is in force. Packs that are in memory already are kept as they are. */
  async load(): Promise<void> {
    const segments = new Map<string, LabelSegment>();
    const problems: string[] = [];
    const note = (error: unknown): void => {
      problems.push(error instanceof Error ? error.message : String(error));
    };
    for (const [pack, { version }] of Object.entries(this.packFiles.active.packs)) {
      try {
        segments.set(pack, await this.segmentOf(this.packFiles.get(pack, version)));
      } catch (error) {
        note(error);
      }
    }
    await this.loadActors().catch(note);
    this.loadProblems = problems;
    this.swap(segments);
  }

  private async loadActors(): Promise<void> {
    const version = this.packFiles.active.actors?.version;
    if (version === this.actors.version) return;
    this.actors = createActorIndex([], undefined);
    if (version === undefined) return;
    const directory = await readActorFile(actorPath(this.packFiles, version));
    this.actors = createActorIndex(directory.actors, version);
  }

  private async segmentOf(pack: LabelPackVersion): Promise<LabelSegment> {
    const loaded = this.segments.get(pack.id);
    if (loaded?.pack.version === pack.version) return loaded;
    return loadSegment(this.packFiles.path(pack.id, pack.version), { ...pack, isActive: true });
  }

  private swap(segments: Map<string, LabelSegment>): void {
    this.segments = segments;
    this.current = createLabelIndex([...segments.values()], this.actors);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

/**
 * Opens the labels of an installation; the first time, the bundled packs come into force. Resolves when the reader is
 * complete. A damaged pack is left out and named in `problems()`; a damaged list of what is in force throws `inconsistent`.
 */
export async function openLabelStore({ directory, bundledDirectory, now }: LabelStoreOptions): Promise<LabelStore> {
  const packFiles = await LabelPackFiles.open(directory, now);
  const problems = await bringBundled(packFiles, bundledDirectory);
  const store = new OpenLabelStore(packFiles, problems);
  await store.load();
  return store;
}

/** The folder of labels within a data folder. */
export function labelDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'labels');
}
