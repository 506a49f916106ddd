import { readFileSync } from 'node:fs';

let compiled: WebAssembly.Module | undefined;

/** The exports of `packages/chains/kernel/index.ts`, each instance with its own memory. */
export function instantiateKernel(): WebAssembly.Exports & { readonly memory: WebAssembly.Memory } {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('../../kernel/kernel.wasm', import.meta.url)));
  const { exports } = new WebAssembly.Instance(compiled);
  return exports as WebAssembly.Exports & { readonly memory: WebAssembly.Memory };
}
