import { COIN, type Coin, FEE, type Payments, type SimulatedWorld, sumCoins } from './simulated-world.ts';

/** Those who sign transactions together. */
export interface JointActors {
  readonly mixers: readonly string[];
}

async function chooseCoins(world: SimulatedWorld, wallet: string, atLeast: bigint): Promise<Coin[] | undefined> {
  const coins = world.choice.sample(await world.coins(wallet), 99);
  const chosen: Coin[] = [];
  for (const coin of coins) {
    chosen.push(coin);
    if (sumCoins(chosen) >= atLeast) return chosen;
  }
  return undefined;
}

/** The shape of JoinMarket: equal outputs for all, change for all, the taker pays makers and miners. */
async function runJoinMarket(world: SimulatedWorld, actors: JointActors): Promise<void> {
  const { choice } = world;
  const amount = BigInt(choice.between(3_000_000, 60_000_000));
  const wallets = choice.sample(actors.mixers, choice.between(3, 6));
  const inputs: Coin[] = [];
  const outputs: [string, bigint][] = [];
  const signers: string[] = [];
  for (const wallet of wallets) {
    const coins = await chooseCoins(world, wallet, amount + 10n * FEE);
    if (!coins) continue;
    const gain = signers.length === 0 ? -(6n * FEE) : FEE / 4n;
    signers.push(wallet);
    inputs.push(...coins);
    outputs.push([await world.createAddress(wallet, 'bech32'), amount]);
    outputs.push([await world.createAddress(wallet, 'bech32'), sumCoins(coins) - amount + gain]);
  }
  if (signers.length < 3) return;
  await world.join(signers, choice.sample(inputs, 99), choice.sample(outputs, 99), 'joinmarket');
}

/** A PayJoin (BIP 78): the receiver adds a coin of their own, so that the payment looks like one owner's. */
async function runPayJoin(world: SimulatedWorld, actors: JointActors): Promise<void> {
  const [payer, receiver] = world.choice.sample(actors.mixers, 2);
  if (!payer || !receiver) return;
  const units = BigInt(world.choice.between(1_000_000, 40_000_000));
  const paid = await chooseCoins(world, payer, units + 2n * FEE);
  const [own] = (await chooseCoins(world, receiver, COIN / 100n)) ?? [];
  if (!paid || !own) return;
  const payments: Payments = [
    [await world.createAddress(receiver, 'bech32'), own.units + units],
    [await world.createAddress(payer, 'bech32'), sumCoins(paid) - units - FEE],
  ];
  await world.join([payer, receiver], [...paid, own], payments, 'payjoin');
}

/** What the mixers do in a round. */
export async function runJointActivity(world: SimulatedWorld, actors: JointActors, round: number): Promise<void> {
  if (round % 3 === 1) await runJoinMarket(world, actors);
  if (round % 5 === 3) await runPayJoin(world, actors);
}
