import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';

/**
 * The pools by chain, with the amount one deposit has in whole units of the pool's asset, as the project's own interface lists
 * them (tornado-classic-ui, networkConfig.js, 2022).
 */
export const TORNADO_POOLS: Readonly<Partial<Record<AccountChainId, ReadonlyMap<AccountKey, string>>>> = {
  arbitrum: new Map([
    ['84443cfd09a48af6ef360c6976c5392ac5023a1f', '0.1'],
    ['d47438c816c9e7f2e2888e060936a499af9582b3', '1'],
    ['330bdfade01ee9bf63c209ee33102dd334618e0a', '10'],
    ['1e34a77868e19a6647b1f2f47b51ed72dede95dd', '100'],
  ]),
  avalanche: new Map([
    ['330bdfade01ee9bf63c209ee33102dd334618e0a', '10'],
    ['1e34a77868e19a6647b1f2f47b51ed72dede95dd', '100'],
    ['af8d1839c3c67cf571aa74b5c12398d4901147b3', '500'],
  ]),
  bsc: new Map([
    ['84443cfd09a48af6ef360c6976c5392ac5023a1f', '0.1'],
    ['d47438c816c9e7f2e2888e060936a499af9582b3', '1'],
    ['330bdfade01ee9bf63c209ee33102dd334618e0a', '10'],
    ['1e34a77868e19a6647b1f2f47b51ed72dede95dd', '100'],
  ]),
  eth: new Map([
    ['12d66f87a04a9e220743712ce6d9bb1b5616b8fc', '0.1'],
    ['178169b423a011fff22b9e3f3abea13414ddd0f1', '0.1'],
    ['47ce0c6ed5b0ce3d3a51fdb1c52dc66a7c3c2936', '1'],
    ['610b717796ad172b316836ac95a2ffad065ceab4', '1'],
    ['910cbd523d972eb0a6f4cae4618ad62622b39dbf', '10'],
    ['bb93e510bbcd0b7beb5a853875f9ec60275cf498', '10'],
    ['169ad27a470d064dede56a2d3ff727986b15d52b', '100'],
    ['a160cdab225685da1d56aa342ad8841c3b53f291', '100'],
    ['d4b88df4d29f5cedd6857912842cff3b20c8cfa3', '100'],
    ['d96f2b1c14db8458374d9aca76e26c3d18364307', '100'],
    ['0836222f2b2b24a3f36f98668ed8f0b38d1a872f', '1,000'],
    ['4736dcf1b7a3d580672cce6e7c65cd5cc9cfba9d', '1,000'],
    ['fd8610d20aa15b7b2e3be39b396a1bc3516c7144', '1,000'],
    ['22aaa7720ddd5388a3c0a3333430953c68f1849b', '5,000'],
    ['07687e702b410fa43f4cb4af7fa097918ffd2730', '10,000'],
    ['03893a7c7463ae47d46bc7f091665f1893656003', '50,000'],
    ['23773e65ed146a459791799d01336db287f25334', '100,000'],
    ['2717c5e28cf931547b621a5dddb772ab6a35b701', '500,000'],
    ['d21be7248e0197ee08e0c20d4a96debdac3d20af', '5,000,000'],
  ]),
  optimism: new Map([
    ['84443cfd09a48af6ef360c6976c5392ac5023a1f', '0.1'],
    ['d47438c816c9e7f2e2888e060936a499af9582b3', '1'],
    ['330bdfade01ee9bf63c209ee33102dd334618e0a', '10'],
    ['1e34a77868e19a6647b1f2f47b51ed72dede95dd', '100'],
  ]),
  polygon: new Map([
    ['1e34a77868e19a6647b1f2f47b51ed72dede95dd', '100'],
    ['df231d99ff8b6c6cbf4e9b9a945cbacef9339178', '1,000'],
    ['af4c0b70b2ea9fb7487c7cbb37ada259579fe040', '10,000'],
    ['a5c2254e4253490c54cef0a4347fddb8f75a4998', '100,000'],
  ]),
};
