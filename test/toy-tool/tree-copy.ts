import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the sources need next to them: linked, because nothing writes there. */
const LINKED = ['data', 'docs', 'package-lock.json', 'README.md', 'SECURITY.md'];
const COPIED = [
  ...['packages', 'scripts', 'test', 'bench', 'e2e', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'biome.json', '.gitignore'],
  ...['package.json', 'tsconfig.json', 'knip.config.ts', 'vitest.config.ts', 'vitest.external.config.ts'],
];
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache', 'vectors', 'toy-tool']);

/** Environment of a program that knows nothing of the test run that starts it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', FORCE_COLOR: '0' };
}

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** The sources of the repository in a folder of their own, with its dependencies, where a test may change them. */
export class TreeCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'trailmark-tree-'));
  private readonly children = new Set<ChildProcess>();

  constructor() {
    for (const name of COPIED) {
      cpSync(join(ROOT, name), join(this.root, name), {
        recursive: true,
        filter: (path) => !LEFT_OUT.has(basename(path)),
      });
    }
    for (const name of [...LINKED, 'packages/chains/vectors']) symlinkSync(join(ROOT, name), join(this.root, name));
    this.linkDependencies();
  }

  /** Packages of the workspace are those of the copy, everything else is what the repository has installed. */
  private linkDependencies(): void {
    const link = (name: string) => {
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      symlinkSync(join(ROOT, name), join(this.root, name));
    };
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (name !== '@trailmark' && (!name.startsWith('.') || name === '.bin')) link(join('node_modules', name));
    mkdirSync(join(this.root, 'node_modules/@trailmark'));
    for (const name of readdirSync(join(ROOT, 'packages'))) {
      symlinkSync(join('../../packages', name), join(this.root, 'node_modules/@trailmark', name));
      const own = join('packages', name, 'node_modules');
      if (readdirSync(join(ROOT, 'packages', name)).includes('node_modules')) link(own);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Every TypeScript file of the copy, from its root. */
  listSources(): string[] {
    return ['packages', 'test', 'bench', 'e2e', 'scripts'].flatMap((folder) =>
      readdirSync(join(this.root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => relative(this.root, join(entry.parentPath, entry.name)))
        .filter((path) => !path.includes('node_modules')),
    );
  }

  /** Runs a script of a dependency with Node, in the copy. */
  run(script: string, args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: this.root,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.children.add(child);
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(String(part)));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => {
        this.children.delete(child);
        resolve({ status, output: parts.join('') });
      });
    });
  }

  /** Ends what still runs in it, and takes it away. */
  remove(): void {
    for (const child of this.children) child.kill();
    rmSync(this.root, { recursive: true, force: true });
  }
}
