/** Events that protocols read, by the name the rules use: the signature, and its keccak-256, which is a log's first topic. */
export const EVENTS = {
  TRANSFER: {
    signature: 'Transfer(address,address,uint256)',
    topic: 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  },
  TRANSFER_SINGLE: {
    signature: 'TransferSingle(address,address,address,uint256,uint256)',
    topic: 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  },
  TRANSFER_BATCH: {
    signature: 'TransferBatch(address,address,address,uint256[],uint256[])',
    topic: '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  },
  WRAPPED_DEPOSIT: {
    signature: 'Deposit(address,uint256)',
    topic: 'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  },
  WRAPPED_WITHDRAWAL: {
    signature: 'Withdrawal(address,uint256)',
    topic: '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  },
  APPROVAL: {
    signature: 'Approval(address,address,uint256)',
    topic: '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  },
  APPROVAL_FOR_ALL: {
    signature: 'ApprovalForAll(address,address,bool)',
    topic: '17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  },
  PERMIT2_APPROVAL: {
    signature: 'Approval(address,address,address,uint160,uint48)',
    topic: 'da9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  },
  PERMIT2_PERMIT: {
    signature: 'Permit(address,address,address,uint160,uint48,uint48)',
    topic: 'c6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
  },
  UNISWAP_V2_SWAP: {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,address)',
    topic: 'd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  },
  UNISWAP_V2_SYNC: {
    signature: 'Sync(uint112,uint112)',
    topic: '1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  },
  UNISWAP_V2_MINT: {
    signature: 'Mint(address,uint256,uint256)',
    topic: '4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
  },
  UNISWAP_V2_BURN: {
    signature: 'Burn(address,uint256,uint256,address)',
    topic: 'dccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496',
  },
  UNISWAP_V3_SWAP: {
    signature: 'Swap(address,address,int256,int256,uint160,uint128,int24)',
    topic: 'c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
  },
  PANCAKE_V3_SWAP: {
    signature: 'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
    topic: '19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83',
  },
  UNISWAP_V4_SWAP: {
    signature: 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
    topic: '40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f',
  },
  BALANCER_V2_SWAP: {
    signature: 'Swap(bytes32,address,address,uint256,uint256)',
    topic: '2170c741c41531aec20e7c107c24eecfdd15e69c9bb0a8dd37b1840b9e0b207b',
  },
  CURVE_EXCHANGE: {
    signature: 'TokenExchange(address,int128,uint256,int128,uint256)',
    topic: '8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140',
  },
  CURVE_CRYPTO_EXCHANGE: {
    signature: 'TokenExchange(address,uint256,uint256,uint256,uint256)',
    topic: 'b2e76ae99761dc136e598d4a629bb347eccb9532a5f8bbd72e18467c3c34cc98',
  },
  TORNADO_DEPOSIT: {
    signature: 'Deposit(bytes32,uint32,uint256)',
    topic: 'a945e51eec50ab98c161376f0db4cf2aeba3ec92755fe2fcd388bdbbb80ff196',
  },
  TORNADO_WITHDRAWAL: {
    signature: 'Withdrawal(address,bytes32,address,uint256)',
    topic: 'e9e508bad6d4c3227e881ca19068f099da81b5164dd6d62b2eaf1e8bc6c34931',
  },
  TETHER_ADDED: {
    signature: 'AddedBlackList(address)',
    topic: '42e160154868087d6bfdc0ca23d96a1c1cfa32f1b72ba9ba27b69b98a0d819dc',
  },
  TETHER_REMOVED: {
    signature: 'RemovedBlackList(address)',
    topic: 'd7e9ec6e6ecd65492dce6bf513cd6867560d49544421d0783ddf06e76c24470c',
  },
  TETHER_DESTROYED: {
    signature: 'DestroyedBlackFunds(address,uint256)',
    topic: '61e6e66b0d6339b2980aecc6ccc0039736791f0ccde9ed512e789a7fbdd698c6',
  },
  FIAT_TOKEN_BLACKLISTED: {
    signature: 'Blacklisted(address)',
    topic: 'ffa4e6181777692565cf28528fc88fd1516ea86b56da075235fa575af6a4b855',
  },
  FIAT_TOKEN_UNBLACKLISTED: {
    signature: 'UnBlacklisted(address)',
    topic: '117e3210bb9aa7d9baff172026820255c6f6c30ba8999d1c2fd88e2848137c4e',
  },
  PAXOS_FROZEN: {
    signature: 'AddressFrozen(address)',
    topic: '90811a8edd3b3c17eeaefffc17f639cc69145d41a359c9843994dc2538203690',
  },
  PAXOS_UNFROZEN: {
    signature: 'AddressUnfrozen(address)',
    topic: 'c3776b472ebf54114339eec9e4dc924e7ce307a97f5c1ee72b6d474e6e5e8b7c',
  },
  PAXOS_WIPED: {
    signature: 'FrozenAddressWiped(address)',
    topic: 'fc5960f1c5a5d2b60f031bf534af053b1bf7d9881989afaeb8b1d164db23aede',
  },
  NOMAD_DISPATCH: {
    signature: 'Dispatch(bytes32,uint256,uint64,bytes32,bytes)',
    topic: '9d4c83d2e57d7d381feb264b44a5015e7f9ef26340f4fc46b558a6dc16dd811a',
  },
  NOMAD_PROCESS: {
    signature: 'Process(bytes32,bool,bytes)',
    topic: 'd42de95a9b26f1be134c8ecce389dc4fcfa18753d01661b7b361233569e8fe48',
  },
  NOMAD_SEND: {
    signature: 'Send(address,address,uint32,bytes32,uint256,bool)',
    topic: 'a3d219cf126a12be40d7ad1ceef46231c987988dd4e686457b610e1b6b80a4bf',
  },
  NOMAD_RECEIVE: {
    signature: 'Receive(uint64,address,address,address,uint256)',
    topic: '9f9a97db84f39202ca3b409b63f7ccf7d3fd810e176573c7483088b6f181bbbb',
  },
  HORIZON_LOCKED: {
    signature: 'Locked(address,address,uint256,address)',
    topic: '4c6ab40ee4cfa212a441d32ee2897945b4a52461284f9369e23fdf8faa6cdd69',
  },
  HORIZON_UNLOCKED: {
    signature: 'Unlocked(address,uint256,address,bytes32)',
    topic: 'b24e65d2501e29a3ce014b0cc2283699c081ad27f10d64f036f96912b6f8943e',
  },
  THORCHAIN_DEPOSIT: {
    signature: 'Deposit(address,address,uint256,string)',
    topic: 'ef519b7eb82aaf6ac376a6df2d793843ebfd593de5f1a0601d3cc6ab49ebb395',
  },
  THORCHAIN_TRANSFER_OUT: {
    signature: 'TransferOut(address,address,address,uint256,string)',
    topic: 'a9cd03aa3c1b4515114539cd53d22085129d495cb9e9f9af77864526240f1bf7',
  },
  CCTP_BURNED: {
    signature: 'DepositForBurn(uint64,address,uint256,address,bytes32,uint32,bytes32,bytes32)',
    topic: '2fa9ca894982930190727e75500a97d8dc500233a5065e0f3126c48fbe0343c0',
  },
  CCTP_MINTED: {
    signature: 'MintAndWithdraw(address,uint256,address)',
    topic: '1b2a7ff080b8cb6ff436ce0372e399692bbfb6d4ae5766fd8d58a7b8cc6142e6',
  },
  CCTP_RECEIVED: {
    signature: 'MessageReceived(address,uint32,uint64,bytes32,bytes)',
    topic: '58200b4c34ae05ee816d710053fff3fb75af4395915d3d2a771b24aa10e3cc5d',
  },
  CCTP_V2_BURNED: {
    signature: 'DepositForBurn(address,uint256,address,bytes32,uint32,bytes32,bytes32,uint256,uint32,bytes)',
    topic: '0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5',
  },
  CCTP_V2_MINTED: {
    signature: 'MintAndWithdraw(address,uint256,address,uint256)',
    topic: '50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63',
  },
  CCTP_V2_RECEIVED: {
    signature: 'MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes)',
    topic: 'ff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c',
  },
  ACROSS_DEPOSITED: {
    signature:
      'FundsDeposited(bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,uint32,bytes32,bytes32,bytes32,bytes)',
    topic: '32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3',
  },
  ACROSS_FILLED: {
    signature:
      'FilledRelay(bytes32,bytes32,uint256,uint256,uint256,uint256,uint256,uint32,uint32,bytes32,bytes32,bytes32,bytes32,bytes32,(bytes32,bytes32,uint256,uint8))',
    topic: '44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208',
  },
  ACROSS_V3_DEPOSITED: {
    signature:
      'V3FundsDeposited(address,address,uint256,uint256,uint256,uint32,uint32,uint32,uint32,address,address,address,bytes)',
    topic: 'a123dc29aebf7d0c3322c8eeb5b999e859f39937950ed31056532713d0de396f',
  },
  ACROSS_V3_FILLED: {
    signature:
      'FilledV3Relay(address,address,uint256,uint256,uint256,uint256,uint32,uint32,uint32,address,address,address,address,bytes,(address,bytes,uint256,uint8))',
    topic: '571749edf1d5c9599318cdbc4e28a6475d65e87fd3b2ddbe1e9a8d5e7a0f0ff7',
  },
  ACROSS_V2_DEPOSITED: {
    signature: 'FundsDeposited(uint256,uint256,uint256,int64,uint32,uint32,address,address,address,bytes)',
    topic: 'afc4df6845a4ab948b492800d3d8a25d538a102a2bc07cd01f1cfa097fddcff6',
  },
  ACROSS_V2_FILLED: {
    signature:
      'FilledRelay(uint256,uint256,uint256,uint256,uint256,uint256,int64,int64,uint32,address,address,address,address,bytes,(address,bytes,int64,bool,int256))',
    topic: '8ab9dc6c19fe88e69bc70221b339c84332752fdd49591b7c51e66bae3947b73c',
  },
  WORMHOLE_PUBLISHED: {
    signature: 'LogMessagePublished(address,uint64,uint32,bytes,uint8)',
    topic: '6eb224fb001ed210e379b335e35efe88672a8ce935d981a6896b27ffdf52a3b2',
  },
  WORMHOLE_REDEEMED: {
    signature: 'TransferRedeemed(uint16,bytes32,uint64)',
    topic: 'caf280c8cfeba144da67230d9b009c8f868a75bac9a528fa0474be1ba317c169',
  },
  OFT_SENT: {
    signature: 'OFTSent(bytes32,uint32,address,uint256,uint256)',
    topic: '85496b760a4b7f8d66384b9df21b381f5d1b1e79f229a47aaf4c232edc2fe59a',
  },
  OFT_RECEIVED: {
    signature: 'OFTReceived(bytes32,uint32,address,uint256)',
    topic: 'efed6d3500546b29533b128a29e3a94d70788727f0507505ac12eaf2e578fd9c',
  },
  LAYERZERO_SENT: {
    signature: 'PacketSent(bytes,bytes,address)',
    topic: '1ab700d4ced0c005b164c0f789fd09fcbb0156d4c2041b8a3bfbcd961cd1567f',
  },
  LAYERZERO_DELIVERED: {
    signature: 'PacketDelivered((uint32,bytes32,uint64),address)',
    topic: '3cd5e48f9730b129dc7550f0fcea9c767b7be37837cd10e55eb35f734f4bca04',
  },
  LIFI_STARTED: {
    signature: 'LiFiTransferStarted((bytes32,string,string,address,address,address,uint256,uint256,bool,bool))',
    topic: 'cba69f43792f9f399347222505213b55af8e0b0b54b893085c2e27ecbe1644f1',
  },
  PUNK_BOUGHT: {
    signature: 'PunkBought(uint256,uint256,address,address)',
    topic: '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3',
  },
  SEAPORT_FULFILLED: {
    signature:
      'OrderFulfilled(bytes32,address,address,address,(uint8,address,uint256,uint256)[],(uint8,address,uint256,uint256,address)[])',
    topic: '9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31',
  },
  WYVERN_MATCHED: {
    signature: 'OrdersMatched(bytes32,bytes32,address,address,uint256,bytes32)',
    topic: 'c4109843e0b7d514e4c093114b863f8e7d8d9a458c372cd51bfe526b588006c9',
  },
  LOOKSRARE_V1_BID: {
    signature: 'TakerBid(bytes32,uint256,address,address,address,address,address,uint256,uint256,uint256)',
    topic: '95fb6205e23ff6bda16a2d1dba56b9ad7c783f67c96fa149785052f47696f2be',
  },
  LOOKSRARE_V1_ASK: {
    signature: 'TakerAsk(bytes32,uint256,address,address,address,address,address,uint256,uint256,uint256)',
    topic: '68cd251d4d267c6e2034ff0088b990352b97b2002c0476587d0c4da889c11330',
  },
  LOOKSRARE_V1_ROYALTY: {
    signature: 'RoyaltyPayment(address,uint256,address,address,uint256)',
    topic: '27c4f0403323142b599832f26acd21c74a9e5b809f2215726e244a4ac588cd7d',
  },
  LOOKSRARE_V2_BID: {
    signature:
      'TakerBid((bytes32,uint256,bool),address,address,uint256,address,address,uint256[],uint256[],address[2],uint256[3])',
    topic: '3ee3de4684413690dee6fff1a0a4f92916a1b97d1c5a83cdf24671844306b2e3',
  },
  LOOKSRARE_V2_ASK: {
    signature:
      'TakerAsk((bytes32,uint256,bool),address,address,uint256,address,address,uint256[],uint256[],address[2],uint256[3])',
    topic: '9aaa45d6db2ef74ead0751ea9113263d1dec1b50cea05f0ca2002cb8063564a4',
  },
  BLUR_V1_MATCHED: {
    signature:
      'OrdersMatched(address,address,(address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),bytes32,(address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),bytes32)',
    topic: '61cbb2a3dee0b6064c2e681aadd61677fb4ef319f0b547508d495626f5a62f64',
  },
  BLUR_V2_EXECUTION: {
    signature:
      'Execution((address,uint256,uint256,address,uint8),bytes32,uint256,uint256,(address,uint16),((address,uint16),(address,uint16)),uint8)',
    topic: 'f2f66294df6fae7ac681cbe2f6d91c6904485929679dce263e8f6539b7d5c559',
  },
  BLUR_V2_SALE: {
    signature: 'Execution721Packed(bytes32,uint256,uint256)',
    topic: '1d5e12b51dee5e4d34434576c3fb99714a85f57b0fd546ada4b0bddd736d12b2',
  },
  BLUR_V2_TAKER_FEE: {
    signature: 'Execution721TakerFeePacked(bytes32,uint256,uint256,uint256)',
    topic: '0fcf17fac114131b10f37b183c6a60f905911e52802caeeb3e6ea210398b81ab',
  },
  BLUR_V2_MAKER_FEE: {
    signature: 'Execution721MakerFeePacked(bytes32,uint256,uint256,uint256)',
    topic: '7dc5c0699ac8dd5250cbe368a2fc3b4a2daadb120ad07f6cccea29f83482686e',
  },
  BLEND_TAKEN: {
    signature: 'LoanOfferTaken(bytes32,uint256,address,address,address,uint256,uint256,uint256,uint256)',
    topic: '06a333c2d6fe967ca967f7a35be2eb45e8caeb6cf05e16f55d42b91b5fe31255',
  },
  BLEND_REPAID: {
    signature: 'Repay(uint256,address)',
    topic: '2469cc9e12e74c63438d5b1117b318cd3a4cdaf9d659d9eac6d975d14d963254',
  },
  BLEND_SEIZED: {
    signature: 'Seize(uint256,address)',
    topic: 'b71caf41fe0e019dbe21a1ae3493f11a729c31548ed1e304ae7f6e8c8df275de',
  },
  BLEND_BOUGHT: {
    signature: 'BuyLocked(uint256,address,address,address,uint256)',
    topic: '7ffb5bd9cdc79a6f9bc6e00c82f43836e0afbb204d47972001f6e853764a8ef1',
  },
  X2Y2_INVENTORY: {
    signature:
      'EvInventory(bytes32,address,address,uint256,uint256,uint256,uint256,uint256,address,bytes,(uint256,bytes),(uint8,uint256,uint256,uint256,bytes32,address,bytes,uint256,uint256,uint256,(uint256,address)[]))',
    topic: '3cbb63f144840e5b1b0a38a7c19211d2e89de4d7c5faf8b2d3c1776c302d1d33',
  },
  RARIBLE_MATCH: {
    signature: 'Match(bytes32,bytes32,uint256,uint256)',
    topic: '956cd63ee4cdcd81fda5f0ec7c6c36dceda99e1b412f4a650a5d26055dc3c450',
  },
  RARIBLE_MATCH_ASSETS: {
    signature: 'Match(bytes32,bytes32,address,address,uint256,uint256,(bytes4,bytes),(bytes4,bytes))',
    topic: '268820db288a211986b26a8fda86b1e0046281b21206936bb0e61c67b5c79ef4',
  },
  SUDOSWAP_V1_OUT: {
    signature: 'SwapNFTOutPair()',
    topic: 'bc479dfc6cb9c1a9d880f987ee4b30fa43dd7f06aec121db685b67d587c93c93',
  },
  SUDOSWAP_V1_IN: {
    signature: 'SwapNFTInPair()',
    topic: '3614eb567740a0ee3897c0e2b11ad6a5720d2e4438f9c8accf6c95c24af3a470',
  },
  SUDOSWAP_V2_OUT: {
    signature: 'SwapNFTOutPair(uint256,uint256[])',
    topic: 'a13c46268c53408442d94eb370f2e476cb7f0fbe027ae5bad73ce13d4469c8b9',
  },
  SUDOSWAP_V2_IN: {
    signature: 'SwapNFTInPair(uint256,uint256[])',
    topic: '7a0e7e58d91fd23a96b0008604db1b2d1cee4aae434e3aad9a20fdd7c0995f89',
  },
  PUNK_BID: {
    signature: 'PunkBidEntered(uint256,uint256,address)',
    topic: '5b859394fabae0c1ba88baffe67e751ab5248d2e879028b8c8d6897b0519f56a',
  },
  PUNK_OFFERED: {
    signature: 'PunkOffered(uint256,uint256,address)',
    topic: '3c7b682d5da98001a9b8cbda6c647d2c63d698a4184fd1d55e2ce7b66f5d21eb',
  },
  ITEM_URI: {
    signature: 'URI(string,uint256)',
    topic: '6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b',
  },
  PERMANENT_URI: {
    signature: 'PermanentURI(string,uint256)',
    topic: 'a109ba539900bf1b633f956d63c96fc89b814c7287f7aa50a9216d0b55657207',
  },
  COW_TRADE: {
    signature: 'Trade(address,address,address,uint256,uint256,uint256,bytes)',
    topic: 'a07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17',
  },
} as const;

/** Events that are only named. */
const NAMED: Readonly<Record<string, string>> = {
  'OwnershipTransferred(address,address)': '8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
  'Upgraded(address)': 'bc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  'Paused(address)': '62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
  'Unpaused(address)': '5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa',
  'Initialized(uint8)': '7f26b83ff96e1f2b6a682f133852f6798a09c465da95921460cefb3847402498',
  'RoleGranted(bytes32,address,address)': '2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d',
  'RoleRevoked(bytes32,address,address)': 'f6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b',
  'AdminChanged(address,address)': '7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f',
  'PairCreated(address,address,address,uint256)': '0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9',
  'PoolCreated(address,address,uint24,int24,address)':
    '783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118',
  'PunkTransfer(address,address,uint256)': '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8',
  'OrderCancelled(bytes32,address,address)': '6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
  'Issue(uint256)': 'cb8241adb0c3fdb35b70c24ce35c5eb0c17af7431c99f827d44a445ca624176a',
  'Redeem(uint256)': '702d5967f45f6513a38ffc42d6ba9bf230bd40e8f53b16363c7eb4fd2deb9a44',
  'Mint(address,uint256)': '0f6798a560793a54c3bcfe86a93cde1e73087d944c0ea20544137d4121396885',
  'Burn(address,uint256)': 'cc16f5dbb4873280815c1ee09dbd06736cffcc184412cf7a71a0fdb75d397ca5',
  'Mint(address,address,uint256)': 'ab8530f87dc9b59234c4623bf917212bb2536d647574c8e7e5da92c2ede0c9f8',
  'ExecutionSuccess(bytes32,uint256)': '442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  'SafeSetup(address,address[],uint256,address,address)':
    '141df868a6331af528e38c83b7aa03edc19be66e37ae67f9285bf4f8e3c6a1a8',
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)':
    '49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
};

/** Signature by first topic. */
export const EVENT_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.values(EVENTS).map(({ signature, topic }) => [topic, signature] as const),
  ...Object.entries(NAMED).map(([signature, topic]) => [topic, signature] as const),
]);
