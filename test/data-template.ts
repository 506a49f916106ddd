import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder, findTemplate } from '../test/run-template.ts';

const DATA = 'data';
const OUTPUT = 'output.txt';

/** A data folder as the first start of a server leaves it, with what that start printed. */
interface FirstStart {
  readonly output: string;
}

/** Starts a server on an empty folder, stops it, and gives what it printed. */
export type StartOnce = (dataDir: string) => Promise<string>;

/**
 * Fills an empty data folder with what a first start under these flags makes, which is made once a run and copied for every
 * server. Undefined where the folder holds something, or there is no template: the server then starts from what it finds.
 */
export async function fillFromTemplate(
  dataDir: string,
  flags: readonly string[],
  startOnce: StartOnce,
): Promise<FirstStart | undefined> {
  if (readdirSync(dataDir).length > 0) return undefined;
  const template = await findTemplate(['first-start', ...flags].join(''), async (folder) => {
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
