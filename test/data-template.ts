import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder, findTemplate } from './run-template.ts';

const DATA = 'data';
const OUTPUT = 'output.txt';

/** A data folder as the first start of a server leaves it, with what that start printed. */
interface FirstStart {
  readonly output: string;
}

/** Starts a server on an empty folder, stops it, and gives what it printed. */
export type StartOnce = (dataDir: string) => Promise<string>;

interface FirstStartOptions {
  /** Flags of `serve`. */
  readonly flags: readonly string[];
  readonly isBundled: boolean;
}

/** Whether a first start finds nothing of its own: an index that an ingest has made stays as it is where no bundled data is loaded. */
function isFirst(dataDir: string, isBundled: boolean): boolean {
  return isBundled ? readdirSync(dataDir).length === 0 : !existsSync(join(dataDir, 'casework'));
}

/**
 * Fills a data folder with what a first start under these flags makes, which is made once per run and copied for every server.
 * Undefined where a server has started on the folder before, or there is no template: the server then starts from what it finds.
 */
export async function fillFromTemplate(
  dataDir: string,
  { flags, isBundled }: FirstStartOptions,
  startOnce: StartOnce,
): Promise<FirstStart | undefined> {
  if (!isFirst(dataDir, isBundled)) return undefined;
  const name = ['first-start', ...flags, ...(isBundled ? [] : ['-empty'])].join('');
  const template = await findTemplate(name, async (folder) => {
    const data = join(folder, DATA);
    mkdirSync(data);
    // PostgreSQL may run as another user, who must reach its files.
    chmodSync(data, 0o755);
    writeFileSync(join(folder, OUTPUT), await startOnce(data));
  });
  if (template === undefined) return undefined;
  copyFolder(join(template, DATA), dataDir);
  return { output: readFileSync(join(template, OUTPUT), 'utf8') };
}
