/** Block 33,801,077 of the Nile test network, as its nodes answer it. */
export const NILE = {
  blockID: '000000000203c375c7521ef953106e9a112e1902664a91becc5f40371a7397d7',
  block_header: {
    raw_data: {
      number: 33_801_077,
      txTrieRoot: '30fe6502e11e110fa389d5c17e1cf53fa8df93f26297d9f27cd8c07d3558d722',
      witness_address: '41e71c365c9dbf284ca8c1eed2d7877638941b9011',
      parentHash: '000000000203c3741f9a08f594934bd26df95cc6c49b475d118e3a87aed5a4a4',
      version: 27,
      timestamp: 1_684_509_309_000,
    },
  },
  transactions: [
    {
      ret: [{ contractRet: 'SUCCESS' }],
      signature: [
        '95874b4774ba56125dfd7bf2a99a0652d4abda98c6977e3f417852b7ea6f2b81ff2f260df473d186be9586b6bbeb74b5382d7f058593fd72fb60da5d0f77f77100',
      ],
      txID: '31370141e3345421bdb92eff72f0d69aba8d04e636317ed52745d3f97e9faabb',
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                data: '37383d0e00000000000000000000000000000000000000000000000000000188349354c9',
                owner_address: '41fcf7ab2a2fb29362babd41647a22b223f7fbedec',
                contract_address: '41c3c5115bd3f5cfe5559c634eeb250f339ae3e29c',
              },
              type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
            },
            type: 'TriggerSmartContract',
          },
        ],
      },
      raw_data_hex:
        '0a02c36222084ddf60f936a910d940f0add4a483315a8e01081f1289010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412540a1541fcf7ab2a2fb29362babd41647a22b223f7fbedec121541c3c5115bd3f5cfe5559c634eeb250f339ae3e29c222437383d0e00000000000000000000000000000000000000000000000000000188349354c970b8e0d0a48331900180a3c347',
    },
  ],
};
