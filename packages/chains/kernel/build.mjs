// Builds kernel.wasm next to this file from the AssemblyScript sources. `node build.mjs OUT` writes elsewhere.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Compiles the kernel. Answers the bytes of the module; throws with the compiler's text on an error. */
export async function buildKernel() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      'index.ts', '--outFile', 'kernel.wasm', '--runtime', 'stub', '--enable', 'simd,bulk-memory', '--noAssert',
      '-O3', '--converge', '--use', 'abort=', '--initialMemory', '4',
    ],
    {
      readFile: (name) => readFile(here(name), 'utf8').catch(() => null),
      writeFile: async (name, contents) => {
        if (name === 'kernel.wasm') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || !binary) throw new Error(`The kernel does not compile:\n${stderr.toString()}`, { cause: error });
  return binary;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = await buildKernel();
  await writeFile(process.argv[2] ?? here('kernel.wasm'), binary);
  console.log(`${binary.length} bytes`);
}
