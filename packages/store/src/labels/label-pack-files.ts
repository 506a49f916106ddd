import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackHead, LabelPackPreview, LabelPackVersion } from '@trailmark/core/label';
import { type ActivePacks, changeActivePacks, readActivePacks, withPack } from './active-packs.ts';
import { comparePacks } from './compare-packs.ts';
import { flushFolder, writeFileDurably } from './durable-file.ts';
import { assertPackId, decodeLabel } from './pack-codec.ts';
import { type PackSink, type PackSummary, readLabelPack, writeLabelPack } from './pack-file.ts';

type StoredVersion = Omit<LabelPackVersion, 'isActive'>;

const DAY_MS = 86_400_000;

/**
 * The packs on disk: `packs/<pack>/<version>.jsonl.gz`, each with a `<version>.json` next to it that is written last, so that a
 * version without it was never taken in. Versions are never changed. Usable with and without a server.
 */
export class LabelPackFiles {
  readonly directory: string;
  private readonly now: () => number;
  private held: readonly StoredVersion[] = [];
  private activePacks: ActivePacks = { packs: {}, actors: null, bundled: {} };

  private constructor(directory: string, now: () => number) {
    this.directory = directory;
    this.now = now;
  }

  /** Opens the folder, making it where it is missing. `now` is in milliseconds. */
  static async open(directory: string, now: () => number = Date.now): Promise<LabelPackFiles> {
    const packFiles = new LabelPackFiles(directory, now);
    await mkdir(join(directory, 'packs'), { recursive: true });
    await packFiles.reread();
    return packFiles;
  }

  /** Looks at the disk again. */
  async reread(): Promise<void> {
    this.activePacks = await readActivePacks(this.directory);
    const folders = await readdir(join(this.directory, 'packs'), { withFileTypes: true });
    const held = await Promise.all(
      folders.filter((entry) => entry.isDirectory()).map(({ name }) => this.readPack(name)),
    );
    this.held = held.flat();
  }

  private async readPack(pack: string): Promise<StoredVersion[]> {
    const folder = join(this.directory, 'packs', pack);
    const names = await readdir(folder);
    const summaries = names.filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
    const versions = await Promise.all(summaries.map((name) => readSummary(join(folder, name))));
    return versions.sort((a, b) => b.importedAt - a.importedAt || (a.version < b.version ? -1 : 1));
  }

  get active(): ActivePacks {
    return this.activePacks;
  }

  path(pack: string, version: string): string {
    return join(this.directory, 'packs', pack, `${version}.jsonl.gz`);
  }

  /** By pack, newest version first. */
  list(): readonly LabelPackVersion[] {
    return this.held
      .map((version) => ({ ...version, isActive: this.activePacks.packs[version.id]?.version === version.version }))
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  }

  /** Throws `not-found` for a version that is not stored. */
  get(pack: string, version: string): LabelPackVersion {
    const found = this.list().find((held) => held.id === pack && held.version === version);
    if (found) return found;
    const known = this.list().filter((held) => held.id === pack);
    const versions = known.map((held) => held.version).join(', ');
    throw new AppError(
      'not-found',
      known.length === 0
        ? `There is no label pack "${pack.slice(0, 80)}".`
        : `The label pack "${pack}" has no version "${version.slice(0, 40)}". Held: ${versions}.`,
    );
  }

  /**
   * Takes a pack in without bringing it into force: `produce` pushes its labels. Returns the version, which is the one stored
   * already where the content is the same. An abort leaves nothing.
   */
  async import(
    head: LabelPackHead,
    produce: (sink: PackSink) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<LabelPackVersion> {
    const partial = await this.partialPath(head.id);
    try {
      const summary = await writeLabelPack(partial, head, produce, signal);
      return await this.keep(partial, summary);
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Takes in a pack that is a file already, after reading it through. Throws `inconsistent` where it is damaged. */
  async adopt(file: string): Promise<LabelPackVersion> {
    const { summary } = await readLabelPack(file);
    const partial = await this.partialPath(summary.head.id);
    try {
      await copyFile(file, partial);
      await flushFile(partial);
      return await this.keep(partial, summary);
    } finally {
      await rm(partial, { force: true });
    }
  }

  private async partialPath(pack: string): Promise<string> {
    assertPackId(pack);
    const folder = join(this.directory, 'packs', pack);
    await mkdir(folder, { recursive: true });
    await this.removeLeftovers(folder);
    return join(folder, `.importing-${process.pid}.jsonl.gz`);
  }

  /** What an import that was killed left behind, once no living import can still be writing it. */
  private async removeLeftovers(folder: string): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.startsWith('.')) continue;
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (this.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
    }
  }

  private async keep(partial: string, summary: PackSummary): Promise<LabelPackVersion> {
    const { head, version, labelCount, addressCount, refusedCount } = summary;
    const known = this.held.find((held) => held.id === head.id && held.version === version);
    if (!known) {
      const path = this.path(head.id, version);
      await rename(partial, path);
      await flushFolder(join(this.directory, 'packs', head.id));
      const importedAt = Math.floor(this.now() / 1000);
      const held = { ...head, url: head.url ?? null, version, labelCount, addressCount, refusedCount, importedAt };
      await writeFileDurably(path.replace(/\.jsonl\.gz$/, '.json'), `${JSON.stringify(held, null, 2)}\n`);
    }
    await this.reread();
    return this.get(head.id, version);
  }

  /** Brings a version into force on disk, or takes the pack out of force. Running readers are not notified. */
  async setActive(pack: string, version: string | undefined, origin: 'bundled' | 'chosen' = 'chosen'): Promise<void> {
    if (version !== undefined) this.get(pack, version);
    else this.assertIndexed(pack);
    const wanted = version === undefined ? undefined : { version, origin };
    this.activePacks = await changeActivePacks(this.directory, (active) => withPack(active, pack, wanted));
  }

  private assertIndexed(pack: string): void {
    if (!this.held.some((held) => held.id === pack)) this.get(pack, '');
  }

  /** Changes other parts of what is in force. */
  async change(change: (active: ActivePacks) => ActivePacks): Promise<void> {
    this.activePacks = await changeActivePacks(this.directory, change);
  }

  /** Every label of a version, for packs that are known to be small. Throws `not-found` for a version that is not stored. */
  async read(pack: string, version: string): Promise<readonly Label[]> {
    this.get(pack, version);
    const labels: Label[] = [];
    await readLabelPack(this.path(pack, version), (lines) => {
      for (const line of lines) labels.push(decodeLabel(line));
    });
    return labels;
  }

  /** What would change if a version came into force. Throws `not-found` for a version that is not stored. */
  async preview(pack: string, version: string, limit: number): Promise<LabelPackPreview> {
    const next = this.get(pack, version);
    const active = this.list().find((held) => held.id === pack && held.isActive);
    const activePath = active && this.path(pack, active.version);
    const difference = await comparePacks(activePath, this.path(pack, version), limit);
    return { pack: next, active, ...difference };
  }
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readSummary(path: string): Promise<StoredVersion> {
  try {
    const held = JSON.parse(await readFile(path, 'utf8')) as StoredVersion;
    return { ...held, url: held.url ?? undefined };
  } catch (cause) {
    throw new AppError('inconsistent', `${path}, which describes a version of a label pack, is damaged.`, { cause });
  }
}
