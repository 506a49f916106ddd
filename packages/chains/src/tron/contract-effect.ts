import { type AccountKey, MOVE_STAKE, type MoveKind, type ValueMove } from '@trailmark/core/account-block';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import { contradiction, type Place } from '../evm/field-reader.ts';
import { readAmount, readTronKey, type TronRecord } from './tron-json.ts';
import { readTokenText, type TextForm, type TronLookups, tokenAsset } from './tron-lookups.ts';

/** A transaction's contract, and the result that the node states. */
export interface ContractCall {
  readonly type: string;
  readonly value: TronRecord;
  readonly owner: AccountKey;
  /** The transaction's info, empty where the node gave none. */
  readonly info: TronRecord;
  readonly hasInfo: boolean;
  readonly form: TextForm;
  readonly lookups: TronLookups;
  readonly place: Place;
}

/** What a contract does on its own, before the virtual machine runs. */
export interface ContractEffect {
  readonly to: AccountKey;
  readonly created: AccountKey;
  /** As stated, in sun: sent, staked, or paid into a sale. */
  readonly value: bigint;
  /** The call itself, then what the contract type moves besides. */
  readonly moves: readonly ValueMove[];
  /** False where it may have moved something this block does not report. */
  readonly isWhole: boolean;
}

/** A move without log or trace. */
export function plainMove(
  kind: MoveKind,
  asset: AssetKey,
  from: AccountKey,
  to: AccountKey,
  amount: bigint,
): ValueMove {
  return { kind, asset, from, to, amount, tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 };
}

/** Coins of an account that a stake takes out of its balance, or gives back. */
export function stakeMove(owner: AccountKey, way: 'staked' | 'returned', amount: bigint): ValueMove {
  const [from, to] = way === 'staked' ? [owner, ''] : ['', owner];
  return { ...plainMove('native', NATIVE_ASSET, from, to, amount), flags: MOVE_STAKE };
}

function assetMove(asset: AssetKey, from: AccountKey, to: AccountKey, amount: bigint): ValueMove {
  return plainMove(asset === NATIVE_ASSET ? 'native' : 'trc10', asset, from, to, amount);
}

const amountOf = (call: ContractCall, field: string): bigint => readAmount(call.value[field], call.place, field);
const infoAmount = (call: ContractCall, field: string): bigint => readAmount(call.info[field], call.place, field);
const keyOf = (call: ContractCall, field: string): AccountKey => readTronKey(call.value[field], call.place, field);

function send(call: ContractCall, to: AccountKey, amount: bigint, more: readonly ValueMove[] = []): ContractEffect {
  const native = plainMove('native', NATIVE_ASSET, call.owner, to, amount);
  return { to, created: '', value: amount, moves: [native, ...more], isWhole: true };
}

/** The call and nothing else: votes, settings, resources lent. `value` is stated; the call does not move it. */
function onlyCall(call: ContractCall, to: AccountKey, value = 0n): ContractEffect {
  const native = plainMove('native', NATIVE_ASSET, call.owner, to === '' ? call.owner : to, 0n);
  return { to, created: '', value, moves: [native], isWhole: true };
}

function withMoves(call: ContractCall, to: AccountKey, moves: readonly (ValueMove | undefined)[]): ContractEffect {
  const known = moves.filter((move) => move !== undefined);
  const effect = onlyCall(call, to);
  return { ...effect, moves: [...effect.moves, ...known], isWhole: known.length === moves.length };
}

/** A move of the token a field names; undefined where the token's id is not known. */
function tokenMove(
  call: ContractCall,
  field: string,
  from: AccountKey,
  to: AccountKey,
  amount: bigint,
): ValueMove | undefined {
  const asset = tokenAsset(readTokenText(call.value[field], call.form), call.lookups);
  return asset === undefined ? undefined : assetMove(asset, from, to, amount);
}

/** TRC-10 tokens that go along with a call of a contract. */
function calledTokens(call: ContractCall, to: AccountKey): readonly ValueMove[] {
  const amount = amountOf(call, 'call_token_value');
  const id = amountOf(call, 'token_id');
  return amount > 0n && id > 0n ? [assetMove(`trc10:${id}`, call.owner, to, amount)] : [];
}

function createContract(call: ContractCall): ContractEffect {
  const created = readTronKey(call.info.contract_address, call.place, 'contract_address');
  const contract = call.value.new_contract;
  const stated = typeof contract === 'object' && contract !== null ? (contract as TronRecord).call_value : undefined;
  const amount = readAmount(stated, call.place, 'call_value');
  const effect = send(call, created, amount, calledTokens(call, created));
  return { ...effect, to: '', created, isWhole: created !== '' || amount === 0n };
}

/** The issuer sells tokens at the rate the token was issued with; the node rounds down. */
function participate(call: ContractCall): ContractEffect {
  const [issuer, amount] = [keyOf(call, 'to_address'), amountOf(call, 'amount')];
  const sent = send(call, issuer, amount);
  const asset = call.lookups.assets.get(readTokenText(call.value.asset_name, call.form));
  if (!asset || asset.trxNum <= 0n) return { ...sent, isWhole: false };
  const bought = (amount * asset.num) / asset.trxNum;
  return { ...sent, moves: [...sent.moves, assetMove(`trc10:${asset.id}`, issuer, call.owner, bought)] };
}

/** The whole supply comes into being with its issuer, also the part that is frozen for a time. */
function issue(call: ContractCall): ContractEffect {
  const stated = call.info.assetIssueID ?? call.value.id ?? call.value.name;
  const text = stated === call.value.name ? readTokenText(stated, call.form) : String(stated);
  const asset = tokenAsset(text, call.lookups);
  const supply = amountOf(call, 'total_supply');
  return withMoves(call, '', [asset ? assetMove(asset, '', call.owner, supply) : undefined]);
}

/** The other token of an exchange pair; undefined where the pair is not known. */
function otherAsset(call: ContractCall): AssetKey | undefined {
  const exchange = call.lookups.exchanges.get(String(amountOf(call, 'exchange_id')));
  if (!exchange) return undefined;
  const named = readTokenText(call.value.token_id, call.form);
  const other = exchange.first === named ? exchange.second : exchange.second === named ? exchange.first : undefined;
  return other === undefined ? undefined : tokenAsset(other, call.lookups);
}

/** The built-in exchange holds no account: what goes in goes to nobody, what comes out comes from nobody. */
function exchange(call: ContractCall, named: 'in' | 'out', other: 'in' | 'out', field: string): ContractEffect {
  const { owner } = call;
  const ends = (way: 'in' | 'out'): readonly [AccountKey, AccountKey] => (way === 'in' ? [owner, ''] : ['', owner]);
  const asset = call.hasInfo ? otherAsset(call) : undefined;
  const amount = infoAmount(call, field);
  return withMoves(call, '', [
    tokenMove(call, 'token_id', ...ends(named), amountOf(call, 'quant')),
    asset === undefined ? undefined : assetMove(asset, ...ends(other), amount),
  ]);
}

function openExchange(call: ContractCall): ContractEffect {
  return withMoves(call, '', [
    tokenMove(call, 'first_token_id', call.owner, '', amountOf(call, 'first_token_balance')),
    tokenMove(call, 'second_token_id', call.owner, '', amountOf(call, 'second_token_balance')),
  ]);
}

/** Rewards of votes and blocks wait outside the balance; here they enter it, newly created. */
function withdrawRewards(call: ContractCall): ContractEffect {
  const effect = withMoves(call, '', [
    plainMove('reward', NATIVE_ASSET, '', call.owner, infoAmount(call, 'withdraw_amount')),
  ]);
  return { ...effect, isWhole: call.hasInfo };
}

/** `receiver` gets the resource of the stake, not the coins. */
function stake(call: ContractCall, receiver: AccountKey): ContractEffect {
  const amount = amountOf(call, 'frozen_balance');
  const effect = onlyCall(call, receiver, amount);
  return { ...effect, moves: [...effect.moves, stakeMove(call.owner, 'staked', amount)] };
}

function unstake(call: ContractCall, receiver: AccountKey, field: string): ContractEffect {
  const amount = infoAmount(call, field);
  const effect = onlyCall(call, receiver, amount);
  const returned = amount > 0n ? [stakeMove(call.owner, 'returned', amount)] : [];
  return { ...effect, moves: [...effect.moves, ...returned], isWhole: call.hasInfo };
}

type Reading = (call: ContractCall) => ContractEffect;
const settings =
  (field = ''): Reading =>
  (call) =>
    onlyCall(call, field === '' ? '' : keyOf(call, field));

const READINGS: Readonly<Record<string, Reading>> = {
  AccountCreateContract: settings('account_address'),
  TransferContract: (call) => send(call, keyOf(call, 'to_address'), amountOf(call, 'amount')),
  TransferAssetContract: (call) => {
    const to = keyOf(call, 'to_address');
    return withMoves(call, to, [tokenMove(call, 'asset_name', call.owner, to, amountOf(call, 'amount'))]);
  },
  VoteAssetContract: settings(),
  VoteWitnessContract: settings(),
  WitnessCreateContract: settings(),
  AssetIssueContract: issue,
  WitnessUpdateContract: settings(),
  ParticipateAssetIssueContract: participate,
  AccountUpdateContract: settings(),
  FreezeBalanceContract: (call) => stake(call, keyOf(call, 'receiver_address')),
  UnfreezeBalanceContract: (call) => unstake(call, keyOf(call, 'receiver_address'), 'unfreeze_amount'),
  WithdrawBalanceContract: withdrawRewards,
  UnfreezeAssetContract: settings(),
  UpdateAssetContract: settings(),
  ProposalCreateContract: settings(),
  ProposalApproveContract: settings(),
  ProposalDeleteContract: settings(),
  SetAccountIdContract: settings(),
  CreateSmartContract: createContract,
  TriggerSmartContract: (call) => {
    const to = keyOf(call, 'contract_address');
    return send(call, to, amountOf(call, 'call_value'), calledTokens(call, to));
  },
  UpdateSettingContract: settings('contract_address'),
  ExchangeCreateContract: openExchange,
  ExchangeInjectContract: (call) => exchange(call, 'in', 'in', 'exchange_inject_another_amount'),
  ExchangeWithdrawContract: (call) => exchange(call, 'out', 'out', 'exchange_withdraw_another_amount'),
  ExchangeTransactionContract: (call) => exchange(call, 'in', 'out', 'exchange_received_amount'),
  UpdateEnergyLimitContract: settings('contract_address'),
  AccountPermissionUpdateContract: settings(),
  ClearABIContract: settings('contract_address'),
  UpdateBrokerageContract: settings(),
  FreezeBalanceV2Contract: (call) => stake(call, ''),
  // The coins come back two weeks later; what was due by then comes back at once.
  UnfreezeBalanceV2Contract: (call) => ({
    ...unstake(call, '', 'withdraw_expire_amount'),
    value: amountOf(call, 'unfreeze_balance'),
  }),
  WithdrawExpireUnfreezeContract: (call) => unstake(call, '', 'withdraw_expire_amount'),
  DelegateResourceContract: (call) => onlyCall(call, keyOf(call, 'receiver_address'), amountOf(call, 'balance')),
  UnDelegateResourceContract: (call) => onlyCall(call, keyOf(call, 'receiver_address'), amountOf(call, 'balance')),
  CancelAllUnfreezeV2Contract: (call) => unstake(call, '', 'withdraw_expire_amount'),
};

/**
 * What a contract that succeeded transfers on its own. Types without a reading (market orders, shielded transfers, whatever
 * comes) keep the call and say that they may have moved more. Throws `inconsistent` for malformed fields.
 */
export function readContractEffect(call: ContractCall): ContractEffect {
  if (call.owner === '') throw contradiction(call.place, 'has no owner_address');
  const reading = Object.hasOwn(READINGS, call.type) ? READINGS[call.type] : undefined;
  return reading ? reading(call) : { ...onlyCall(call, ''), isWhole: false };
}

/** Where a contract that failed was addressed and what it stated; it moves nothing. */
export function readFailedCall(call: ContractCall): ContractEffect {
  const effect = readContractEffect(call);
  // What a failed creation names does not exist.
  const to = call.type === 'CreateSmartContract' ? '' : (effect.moves[0]?.to ?? '');
  return { ...effect, created: '', moves: [plainMove('native', NATIVE_ASSET, call.owner, to, 0n)], isWhole: true };
}
