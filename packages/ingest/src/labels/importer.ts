import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackHead, RefusedLabel } from '@trailmark/core/label';
import { type Claim, createLabelGate, type GateOptions, type LabelSink } from './label-gate.ts';

/** A file of a source, whole. Importers know their files by content where a source has several. */
export interface SourceFile {
  /** Without folder. */
  readonly name: string;
  readonly text: string;
}

/** What whoever imports may state in addition to the files. */
export interface ImportOptions {
  /** Plain tables: field by column name. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Plain tables: what holds for every row that says nothing else, by field name. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Ids of the actor directory; an actor outside it is left out where the source only guesses ids. */
  readonly knownActors?: ReadonlySet<string>;
}

/** What an importer writes to. */
export interface LabelFeed {
  /** One claim of the source; what is wrong with it is counted and listed, and the import continues. */
  claim(claim: Claim, line?: number): void;
  refuse(row: RefusedLabel): void;
  /** To be awaited once per row: lets other work run and stops when the import is cancelled. */
  pace(): Promise<void> | undefined;
  readonly options: ImportOptions;
}

type PackDefaults = Pick<LabelPackHead, 'title' | 'publisher' | 'licence' | 'url' | 'visibility'>;

export interface LabelImporterSpec {
  /** Lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Raised when the same source would give other labels. */
  readonly version: number;
  readonly title: string;
  /** One sentence: which files it wants. */
  readonly files: string;
  /** Head of its pack where nobody says otherwise; undefined for formats anybody may publish in. */
  readonly pack: PackDefaults | undefined;
  readonly gate?: GateOptions;
  /** Day the source was published (`YYYY-MM-DD`), where its files say so. */
  readonly dateOf?: (files: readonly SourceFile[]) => string | undefined;
  readonly read: (files: readonly SourceFile[], feed: LabelFeed) => Promise<void>;
}

export interface LabelImporter extends Omit<LabelImporterSpec, 'read' | 'gate'> {
  /** `id@version`, as a pack's head names it. */
  readonly name: string;
  /**
   * Reads the files and pushes labels and refusals. One bad row never stops it; a file that is malformed as a whole
   * throws `invalid` with the line. Throws the signal's reason when cancelled.
   */
  readonly run: (
    files: readonly SourceFile[],
    sink: LabelSink,
    options?: ImportOptions,
    signal?: AbortSignal,
  ) => Promise<void>;
}

const ROWS_BETWEEN_PAUSES = 2_000;

function createPace(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let rows = 0;
  return () => {
    rows += 1;
    if (rows % ROWS_BETWEEN_PAUSES !== 0) return undefined;
    signal?.throwIfAborted();
    return new Promise((resolve) => setImmediate(resolve));
  };
}

/** Declares an importer: one source format, one file. */
export function defineLabelImporter({ read, gate, ...spec }: LabelImporterSpec): LabelImporter {
  return {
    ...spec,
    name: `${spec.id}@${spec.version}`,
    run: async (files, sink, options = {}, signal) => {
      signal?.throwIfAborted();
      const { claim, refuse } = createLabelGate(sink, gate);
      await read(files, { claim, refuse, pace: createPace(signal), options });
    },
  };
}

/** Labels and refusals of a source in memory: for tests, previews and sources known to be small. */
export async function collectLabels(
  importer: LabelImporter,
  files: readonly SourceFile[],
  options?: ImportOptions,
): Promise<{ labels: Label[]; refused: RefusedLabel[] }> {
  const labels: Label[] = [];
  const refused: RefusedLabel[] = [];
  await importer.run(files, { add: (label) => labels.push(label), refuse: (row) => refused.push(row) }, options);
  return { labels, refused };
}

/** The one file an importer wants. Throws `invalid` where there are none or several. */
export function getOnlyFile(files: readonly SourceFile[]): SourceFile {
  const [file, ...others] = files;
  if (file && others.length === 0) return file;
  throw new AppError('invalid', `This source is one file, and ${files.length} were given.`);
}

/** Parses a JSON file of a source. Throws `invalid` naming the file. */
export function parseJsonFile(file: SourceFile): unknown {
  try {
    return JSON.parse(file.text);
  } catch (cause) {
    throw new AppError('invalid', `${file.name} is not JSON: ${describeFault(cause, file.text)}.`, { cause });
  }
}

function describeFault(cause: unknown, text: string): string {
  const message = cause instanceof Error ? cause.message : '';
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return 'it ends too early or is malformed';
  return `line ${text.slice(0, Number(at)).split('\n').length} is malformed`;
}
