import type { OutputList } from './block-builder.ts';
import { DUST, type Economy } from './economy.ts';

function outputList(pairs: readonly (readonly [number, number])[], hasData = false): OutputList {
  return { addresses: pairs.map(([address]) => address), values: pairs.map(([, value]) => value), hasData };
}

/** One payment with change, the payee's address made only when the payment happens. False when there is no money. */
function pay(economy: Economy, payer: number, payee: () => number): boolean {
  const { random } = economy;
  if (economy.coins.countOf(payer) === 0) return false;
  const x = random.next();
  const inputs = economy.take(payer, x < 0.62 ? 1 : x < 0.82 ? 2 : x < 0.92 ? 3 : 1 + random.below(10));
  const available = economy.sum(inputs) - economy.fee(inputs, 2);
  if (available < 4 * DUST) {
    economy.giveBack(inputs);
    return false;
  }
  let amount = Math.floor(available * (0.05 + random.next() * 0.85));
  const unit = 10 ** (3 + random.below(5));
  if (random.next() < 0.5 && amount > unit * 2) amount -= amount % unit;
  amount = Math.max(amount, DUST);
  const rest = available - amount;
  if (random.next() < 0.12 || rest < DUST) {
    economy.emit(inputs, outputList([[payee(), available]]));
    return true;
  }
  const outputs: [number, number][] = [
    [payee(), amount],
    [economy.change(payer), rest],
  ];
  if (random.next() < 0.5) outputs.reverse();
  economy.emit(inputs, outputList(outputs, random.next() < 0.02));
  return true;
}

/** An exchange pays out to one user or to a batch of them. */
export function withdraw(economy: Economy, exchange: number): boolean {
  const { random } = economy;
  if (economy.coins.countOf(exchange) < 2) return false;
  const count = random.next() < 0.5 ? 1 : 1 + random.below(40);
  const inputs = economy.take(exchange, 1 + random.below(3) + (count > 20 ? 4 : 0));
  let left = economy.sum(inputs) - economy.fee(inputs, count + 1);
  if (left < DUST * (count + 2) * 20) {
    economy.giveBack(inputs);
    return false;
  }
  const outputs: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const value = Math.floor(left * ((random.next() * 0.6) / count) + DUST * 5);
    if (value > left - DUST * 3) break;
    outputs.push([
      random.below(200) === 0 ? economy.receiving(economy.peeler()) : economy.receiving(economy.user()),
      value,
    ]);
    left -= value;
  }
  outputs.push([economy.change(exchange), left]);
  economy.emit(inputs, outputList(outputs));
  return true;
}

/** Many coins of one owner into one. */
function sweep(economy: Economy, entity: number, fewest: number, most: number): boolean {
  if (economy.coins.countOf(entity) < fewest + 2) return false;
  const inputs = economy.take(entity, fewest + economy.random.below(most - fewest));
  const value = economy.sum(inputs) - economy.fee(inputs, 1);
  if (value < DUST * 2) {
    economy.giveBack(inputs);
    return false;
  }
  economy.emit(inputs, outputList([[economy.change(entity), value]]));
  return true;
}

/** A peel chain: a small payment off a large coin, the rest to a new address, again and again. */
function peel(economy: Economy, peeler: number): boolean {
  if (economy.coins.countOf(peeler) === 0) return false;
  const slot = economy.coins.take(peeler, 0);
  const available = economy.sum([slot]) - economy.fee([slot], 2);
  const amount = Math.floor(available * (0.01 + economy.random.next() * 0.04));
  if (amount < DUST * 2) {
    economy.giveBack([slot]);
    return pay(economy, peeler, () => economy.receiving(economy.user()));
  }
  const payee = economy.random.next() < 0.4 ? economy.deposit(economy.user(), economy.exchange()) : undefined;
  const payment: [number, number] = [payee ?? economy.receiving(economy.user()), amount];
  economy.emit([slot], outputList([payment, [economy.fresh(peeler), available - amount]]));
  return true;
}

function coinjoinParties(economy: Economy): { user: number; slot: number }[] {
  const wanted = 4 + economy.random.below(12);
  const parties: { user: number; slot: number }[] = [];
  for (let i = 0; i < wanted * 3 && parties.length < wanted; i++) {
    const user = economy.user();
    if (economy.coins.countOf(user) === 0) continue;
    const slot = economy.coins.take(user, 0);
    if ((economy.coins.value[slot] ?? 0) > DUST * 60) parties.push({ user, slot });
    else economy.coins.put(user, slot, false);
  }
  return parties;
}

/** Equal outputs to new addresses of every party, and change. */
function coinjoin(economy: Economy): boolean {
  const parties = coinjoinParties(economy);
  const inputs = parties.map(({ slot }) => slot);
  const values = inputs.map((slot) => economy.coins.value[slot] ?? 0);
  const share = Math.ceil(economy.fee(inputs, parties.length * 2) / Math.max(1, parties.length));
  const denomination = Math.floor(Math.min(...values) * 0.8);
  if (parties.length < 3 || values.some((value) => value < denomination + share)) {
    economy.giveBack(inputs);
    return false;
  }
  const equal = parties.map(({ user }): [number, number] => [economy.fresh(user), denomination]);
  const change = parties.flatMap(({ user }, i): [number, number][] => {
    const rest = (values[i] ?? 0) - denomination - share;
    return rest > DUST ? [[economy.change(user), rest]] : [];
  });
  economy.emit(inputs, outputList([...equal, ...change]));
  return true;
}

/** A mature coinbase is spread over users, deposits and one exchange: the money everything else moves. */
export function distribute(economy: Economy, miner: number): boolean {
  const slot = economy.coins.take(miner, 0);
  const value = (economy.coins.value[slot] ?? 0) - 20_000;
  const count = 60;
  const each = Math.floor((value * 0.7) / count);
  const outputs: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const isDeposit = i % 6 === 5;
    outputs.push([
      isDeposit ? economy.deposit(economy.user(), economy.exchange()) : economy.receiving(economy.user()),
      each,
    ]);
  }
  outputs.push([economy.change(economy.exchange()), value - each * count]);
  economy.emit([slot], outputList(outputs));
  return true;
}

function attempt(economy: Economy): boolean {
  const x = economy.random.next();
  if (x < 0.43) return pay(economy, economy.activeUser(), () => economy.receiving(economy.user()));
  if (x < 0.55) return pay(economy, economy.activeUser(), () => economy.receiving(economy.merchant()));
  if (x < 0.69) {
    const user = economy.activeUser();
    return pay(economy, user, () => economy.deposit(user, economy.exchange()));
  }
  if (x < 0.84) return withdraw(economy, economy.largeExchange());
  if (x < 0.88) return sweep(economy, economy.exchange(), 10, 100);
  if (x < 0.91) return sweep(economy, economy.user(), 3, 12);
  if (x < 0.93) return coinjoin(economy);
  if (x < 0.95) return peel(economy, economy.peeler());
  if (x < 0.98) return pay(economy, economy.merchant(), () => economy.receiving(economy.user()));
  return pay(economy, economy.miner(), () => economy.deposit(0, economy.exchange()));
}

/** One ordinary transaction, whoever is able to make it. False when nobody has money. */
export function ordinary(economy: Economy): boolean {
  for (let i = 0; i < 50; i++) if (attempt(economy)) return true;
  return withdraw(economy, economy.population.firstExchange) || withdraw(economy, economy.exchange());
}

/** A gambler places `count` bets with a service in one transaction. */
export function bet(economy: Economy, service: number, count: number): boolean {
  const gambler = economy.activeUser();
  if (economy.coins.countOf(gambler) === 0) return false;
  const inputs = economy.take(gambler, 1 + economy.random.below(2));
  const available = economy.sum(inputs) - economy.fee(inputs, count + 1);
  const each = Math.floor((available * (0.02 + economy.random.next() * 0.3)) / count);
  if (each < DUST) {
    economy.giveBack(inputs);
    return false;
  }
  const outputs = Array.from({ length: count }, (): [number, number] => [economy.fixed(service), each]);
  outputs.push([economy.change(gambler), available - each * count]);
  economy.emit(inputs, outputList(outputs));
  return true;
}

/** The service pays a winner from `count` of its coins, change back to its own address. */
export function payOut(economy: Economy, service: number, count: number): boolean {
  const inputs = economy.take(service, count);
  const available = economy.sum(inputs) - economy.fee(inputs, 2);
  const prize = Math.floor(available * (0.3 + economy.random.next() * 0.6));
  if (inputs.length < count || prize < DUST || available - prize < DUST) {
    economy.giveBack(inputs);
    return false;
  }
  const winner: [number, number] = [economy.receiving(economy.activeUser()), prize];
  economy.emit(inputs, outputList([winner, [economy.fixed(service), available - prize]]));
  return true;
}
