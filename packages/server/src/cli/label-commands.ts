import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import type { Label, LabelPackHead, LabelPackVersion } from '@trailmark/core/label';
import { dayOf } from '@trailmark/core/price';
import { getLabelImporter } from '@trailmark/ingest/labels/catalogue';
import type { LabelImporter, SourceFile } from '@trailmark/ingest/labels/importer';
import { cleanText } from '@trailmark/ingest/labels/label-gate';
import { readActorFile } from '@trailmark/store/labels/actor-file';
import { actorPath, bringBundled } from '@trailmark/store/labels/bring-bundled';
import { LabelPackFiles } from '@trailmark/store/labels/label-pack-files';
import { labelDirectory } from '@trailmark/store/labels/open-label-store';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import { importPack, LISTED_PACK } from '../knowledge/labels/import-pack.ts';
import { getLabelSource, LABEL_SOURCES } from '../knowledge/labels/label-sources.ts';
import { guardedFetch, type OutboundDeps, readAllowedSources } from '../outbound/guarded-fetch.ts';
import { setSourceAllowed } from '../outbound/source-permissions.ts';
import type { LabelImportOptions, LabelOptions } from './label-options.ts';

export interface LabelCommandDeps extends OutboundDeps {
  /** Folder of the packs that come with the software; undefined: none. */
  readonly bundledDirectory: string | undefined;
  readonly say: (line: string) => void;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** What one run works with. */
interface Run {
  readonly deps: LabelCommandDeps;
  readonly packFiles: LabelPackFiles;
}

/** Longer texts are more than the engine holds in one string. */
const LONGEST_FILE = 400 * 2 ** 20;
const ROWS_SHOWN = 20;
/** Characters of a pack's title, publisher and licence, and of its page. */
const HEAD_LENGTH = 200;
const LONGEST_URL = 500;

async function openRun(deps: LabelCommandDeps): Promise<Run> {
  const packFiles = await LabelPackFiles.open(labelDirectory(deps.dataDir), () => deps.now().getTime());
  for (const problem of await bringBundled(packFiles, deps.bundledDirectory)) deps.say(problem);
  return { deps, packFiles };
}

function describe(pack: LabelPackVersion): string {
  const counts = `${formatPlural(pack.labelCount, 'label')} on ${formatPlural(pack.addressCount, 'address', 'addresses')}`;
  const refused = pack.refusedCount > 0 ? `, ${formatCount(pack.refusedCount)} rows refused` : '';
  return `${pack.version}  as of ${pack.asOf}: ${counts}${refused}`;
}

function list({ packFiles, deps: { say } }: Run): void {
  const packs = packFiles.list();
  if (packs.length === 0) say('There are no label packs.');
  for (const [i, pack] of packs.entries()) {
    if (packs[i - 1]?.id !== pack.id) say(`${pack.id}: ${pack.title} (${pack.publisher}; ${pack.licence})`);
    say(`  ${pack.isActive ? '*' : ' '} ${describe(pack)}`);
  }
  if (packs.length > 0) say('* in force');
}

function formatLabels(title: string, count: number, labels: readonly Label[], say: (line: string) => void): void {
  if (count === 0) return;
  say(`${title} ${formatCount(count)}:`);
  for (const { network, address, label, category } of labels) say(`  ${network} ${address}  ${category}: ${label}`);
  if (count > labels.length) say(`  and ${formatCount(count - labels.length)} more`);
}

async function preview({ packFiles, deps: { say } }: Run, pack: string, version: string, limit: number): Promise<void> {
  const { active, counts, added, removed, refused, pack: next } = await packFiles.preview(pack, version, limit);
  say(`${next.id} ${describe(next)}`);
  say(active ? `In force: ${describe(active)}` : 'No version of it is in force.');
  formatLabels('Added', counts.added, added, say);
  formatLabels('Removed', counts.removed, removed, say);
  say(`The same: ${formatCount(counts.same)}.`);
  for (const { line, text, reason } of refused) say(`  refused${line ? `, line ${line}` : ''}: ${text}: ${reason}`);
}

async function readSource(path: string): Promise<SourceFile> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) throw new AppError('not-found', `The file ${path} cannot be read.`);
  if (size > LONGEST_FILE) throw new AppError('invalid', `The file ${path} is longer than 400 MiB.`);
  return { name: basename(path), text: await readFile(path, 'utf8') };
}

/** Words about a pack are often pasted from somebody else's page: they hide and reorder nothing. */
function toWords(given: string | undefined, usual: string): string {
  return cleanText(given ?? '', HEAD_LENGTH) || usual;
}

function toHead(
  importer: LabelImporter,
  files: readonly SourceFile[],
  given: LabelImportOptions,
  today: string,
): LabelPackHead {
  const { pack } = importer;
  const id = given.pack ?? (pack ? (importer.id === 'ofac-sdn-advanced' ? LISTED_PACK : importer.id) : undefined);
  if (id === undefined) {
    throw new AppError(
      'invalid',
      'Name the pack with --pack, such as --pack own-notes: this format belongs to nobody.',
    );
  }
  return {
    id,
    title: toWords(given.title, pack?.title ?? id),
    publisher: toWords(given.publisher, pack?.publisher ?? 'This installation'),
    licence: toWords(given.licence, pack?.licence ?? 'not stated'),
    visibility: given.isPublic ? 'public' : (pack?.visibility ?? 'internal'),
    url: given.url === undefined ? pack?.url : cleanText(given.url, LONGEST_URL),
    asOf: given.asOf ?? importer.dateOf?.(files) ?? today,
    importer: importer.name,
  };
}

async function readKnownActors(packFiles: LabelPackFiles): Promise<ReadonlySet<string> | undefined> {
  const version = packFiles.active.actors?.version;
  if (version === undefined) return undefined;
  const { actors } = await readActorFile(actorPath(packFiles, version));
  return new Set(actors.map(({ id }) => id));
}

/** What was taken in, what would change, and how it comes into force. */
async function report(run: Run, taken: readonly LabelPackVersion[]): Promise<void> {
  for (const { id, version } of taken) await preview(run, id, version, ROWS_SHOWN);
  const waiting = taken.filter(({ isActive }) => !isActive);
  for (const { id, version } of waiting)
    run.deps.say(`To bring it into force: trailmark labels activate ${id} ${version}`);
}

async function importFiles(run: Run, given: LabelImportOptions): Promise<void> {
  const { deps, packFiles } = run;
  const importer = getLabelImporter(given.importer);
  const files = await Promise.all(given.files.map(readSource));
  const head = toHead(importer, files, given, dayOf(deps.now().getTime() / 1_000));
  const knownActors = await readKnownActors(packFiles);
  const { columns, defaults } = given;
  const options = { defaults, ...(columns && { columns }), ...(knownActors && { knownActors }) };
  await report(run, await importPack(packFiles, { importer, files, head, options, signal: deps.signal }));
}

async function refresh(run: Run, id: string): Promise<void> {
  const { deps, packFiles } = run;
  const { importer, pack, title, ...source } = getLabelSource(id);
  const body = await guardedFetch({ ...source, source: id }, deps);
  deps.say(`${title}: ${formatCount(body.byteLength)} bytes read.`);
  const files = [{ name: basename(new URL(source.url).pathname), text: Buffer.from(body).toString('utf8') }];
  const asOf = importer.dateOf?.(files) ?? dayOf(deps.now().getTime() / 1_000);
  if (!importer.pack) throw new AppError('internal', 'A source has a pack of its own.');
  const head = { ...importer.pack, id: pack, asOf, importer: importer.name };
  await report(run, await importPack(packFiles, { importer, files, head, options: {}, signal: deps.signal }));
}

async function setActive(run: Run, pack: string, version: string | undefined): Promise<void> {
  const { packFiles, deps } = run;
  await packFiles.setActive(pack, version);
  deps.say(version === undefined ? `${pack} is out of force.` : `${pack} ${version} is in force.`);
  if (pack === LISTED_PACK && version === undefined)
    deps.say('Screening for sanctions now answers that no list is imported.');
}

function sources({ say, dataDir }: LabelCommandDeps): void {
  const allowed = readAllowedSources(dataDir);
  for (const { id, title, url } of LABEL_SOURCES) {
    say(`${id}: ${title}, ${allowed.includes(id) ? 'allowed' : 'off'}. Requests go to ${url}`);
    say('  It learns the address of this machine and the time; no address or label is sent.');
  }
}

async function allow({ dataDir, say }: LabelCommandDeps, id: string, isAllowed: boolean): Promise<void> {
  const { title } = getLabelSource(id);
  await setSourceAllowed(dataDir, id, isAllowed);
  say(
    isAllowed
      ? `Requests to ${title} are allowed: trailmark labels refresh ${id}`
      : `Requests to ${title} are no longer allowed.`,
  );
}

/** Runs `trailmark labels`. Returns whether packs changed, so that a running server must look again. */
export async function runLabelCommand(options: LabelOptions, deps: LabelCommandDeps): Promise<boolean> {
  if (options.action === 'sources') sources(deps);
  else if (options.action === 'allow' || options.action === 'deny') {
    await allow(deps, options.source, options.action === 'allow');
  } else return runOnPackFiles(options, await openRun(deps));
  return false;
}

type LabelPackFilesOptions = Exclude<LabelOptions, { readonly action: 'sources' | 'allow' | 'deny' }>;

async function runOnPackFiles(options: LabelPackFilesOptions | LabelOptions, run: Run): Promise<boolean> {
  switch (options.action) {
    case 'import':
      await importFiles(run, options);
      return true;
    case 'refresh':
      await refresh(run, options.source);
      return true;
    case 'preview':
      await preview(run, options.pack, options.version, options.limit);
      return false;
    case 'activate':
      await setActive(run, options.pack, options.version);
      return true;
    case 'deactivate':
      await setActive(run, options.pack, undefined);
      return true;
    default:
      list(run);
      return false;
  }
}
