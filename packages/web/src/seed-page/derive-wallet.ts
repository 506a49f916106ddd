import type { OpenedSecret } from '@trailmark/chains/wallet/open-secret';
import type { ChainId } from '@trailmark/core/chain';

/** A derived address with where it comes from. */
export interface PageAddress {
  readonly path: string;
  readonly address: string;
}

/** Addresses of one branch. */
export interface PageBranch {
  readonly chain: ChainId;
  readonly form: string;
  readonly wallet: string;
  readonly path: string;
  readonly addresses: readonly PageAddress[];
}

/** Derivations between two frames: a few milliseconds each. */
const SLICE = 8;

/** Lets the page paint and take input. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The first addresses of each branch of a secret. Stops between slices where `isWanted` turns false; then undefined. */
export async function deriveWallet(
  secret: OpenedSecret,
  {
    chains,
    accounts,
    count,
  }: { readonly chains: readonly ChainId[]; readonly accounts: number; readonly count: number },
  onProgress: (derived: number) => void,
  isWanted: () => boolean,
): Promise<readonly PageBranch[] | undefined> {
  const all = Array.from({ length: secret.hasAccounts ? accounts : 1 }, (_, account) =>
    chains.flatMap((chain) => secret.branches(chain, account)),
  ).flat();
  const branches: PageBranch[] = [];
  let derived = 0;
  for (const { chain, form, wallet = '', path, isRanged, derive } of all) {
    const addresses: PageAddress[] = [];
    for (let index = 0; index < (isRanged ? count : 1); index++) {
      addresses.push(...derive(index).map(({ path: steps, address }) => ({ path: steps, address })));
      if (++derived % SLICE !== 0) continue;
      onProgress(derived);
      await nextFrame();
      if (!isWanted()) return undefined;
    }
    branches.push({ chain, form, wallet, path, addresses });
  }
  return branches;
}
