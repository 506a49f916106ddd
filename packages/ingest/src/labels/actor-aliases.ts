/**
 * Names of other sources for organisations of the actor directory: only those known to be the same organisation, word
 * for word. A name that is not here names no actor; likeness is never enough. `fire`, `garden`, `merlin` and others
 * are left out because the directory has somebody else of that name, or may have;
 * so are sister companies (`binance-us`), to whom a request must not be sent by mistake.
 */
const BY_NAME: Readonly<Record<string, string>> = {
  'arkham-exchange': 'arkham',
  arkhamExchange: 'arkham',
  'bitkub-cex': 'bitkub',
  'bitlo-cex': 'bitlo',
  'bitrue-cex': 'bitrue',
  'bitunix-cex': 'bitunix',
  bitunixCex: 'bitunix',
  'blofin-cex': 'blofin',
  blofinCex: 'blofin',
  'cake-defi': 'cakedefi',
  cakeDefi: 'cakedefi',
  'cex-io': 'cex',
  coinbasebtc: 'coinbase',
  coinbaseltc: 'coinbase',
  'crypto-com': 'cryptocom',
  cryptoCom: 'cryptocom',
  'gate-io': 'gate',
  gateBtc: 'gate',
  gateIo: 'gate',
  hashkey: 'hashkeyexchange',
  'hashkey-exchange': 'hashkeyexchange',
  hashkeyExchange: 'hashkeyexchange',
  hotcoin: 'hotcoinglobal',
  'klever-exchange': 'kleverexchange',
  kleverExchange: 'kleverexchange',
  krakenBTC: 'kraken',
  'lbank-exchange': 'lbank',
  'mexc-cex': 'mxc',
  mexcCex: 'mxc',
  'mt-gox': 'mtgox',
  mtGox: 'mtgox',
  'nexo-cex': 'nexo',
  niza: 'nizaio',
  'orangex-cex': 'orangex',
  'osl-hk': 'oslglobal',
  'pionex-cex': 'pionex',
  pionexCex: 'pionex',
  'poloniex-cex': 'poloniex',
  'tapbit-cex': 'tapbit',
  TradeOgre: 'tradeogre',
  'valr-cex': 'valr',
  'weex-cex': 'weex',
  'woo-cex': 'woonetwork',
  wooCEX: 'woonetwork',
  'zoomex-cex': 'zoomex',
  bithumboldaddress: 'bithumb',
  binanceeth2depositor: 'binance',
  bitfinexmultisig: 'bitfinex',
  bitfinexoldaddress: 'bitfinex',
  bitstampoldaddress: 'bitstamp',
  bwoldaddress: 'bw',
  coinbasecommerce: 'coinbase',
  coinbasemiscellaneous: 'coinbase',
  coinmetromultisig: 'coinmetro',
  coinmetrotreasury: 'coinmetro',
  coinmetrovaultaug: 'coinmetro',
  coinmetrovaultfeb: 'coinmetro',
  coinmetroxcmutilityvault: 'coinmetro',
  ftxformerlyblockfolio: 'ftx',
  huobioldaddress: 'huobi',
  poloniexbat: 'poloniex',
  poloniexbnt: 'poloniex',
  poloniexcvc: 'poloniex',
  poloniexfoam: 'poloniex',
  poloniexgno: 'poloniex',
  poloniexgnt: 'poloniex',
  poloniexknc: 'poloniex',
  poloniexloom: 'poloniex',
  poloniexmana: 'poloniex',
  poloniexnxc: 'poloniex',
  poloniexomg: 'poloniex',
  poloniexrep: 'poloniex',
  poloniexsnt: 'poloniex',
  poloniexstorj: 'poloniex',
  poloniexusdc: 'poloniex',
  poloniexzrx: 'poloniex',
  'BLENDER.IO': 'blenderio',
  CHATEX: 'chatex',
  'GARANTEX EUROPE OU': 'garantex',
  'HYDRA MARKET': 'hydramarket',
  'LAZARUS GROUP': 'lazarusgroup',
  'SINBAD.IO': 'sinbadio',
};

/** Names that other sources and the directory share for the same organisation. */
const SAME_NAME: ReadonlySet<string> = new Set(
  (
    'backpack bigone binance bitcointry bitfinex bitget bitkan bitkub bitmake bitmex bitrue bitvavo bitvenus btse ' +
    'bybit bydfi coindcx coinex coinsquare coinstore coinw deribit exmo fastex flipster gemini grovex hibt hotbit ' +
    'huobi indodax korbit kraken kucoin latoken lbank levex maskex nbx nonkyc okcoin okex orangex osl ourbit p2pb2b ' +
    'phemex probit robinhood swissborg tapbit toobit weex'
  ).split(' '),
);

/** The directory's id for an organisation as a source without ids names it; undefined unless it is known to be the same. */
export function findActorAlias(name: string): string | undefined {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  return SAME_NAME.has(name) ? name : undefined;
}
