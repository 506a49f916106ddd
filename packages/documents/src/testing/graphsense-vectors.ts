import { inflateRawSync } from 'node:zlib';

/**
 * Files packed by the libraries that GraphSense Dashboard packs with (lzwcompress 1.1.0 over Base64 of JSON), deflated for
 * this file. Addresses are of the first blocks of Bitcoin and of a public name.
 */
const PATHFINDER_1 =
  'LZTNb4xhFMV/91mIRRMsfMTGQoRg0Y7vRSNtpx0fbel0dKb13Za2Y1qlrWkrIiKCICKCiIiIiIiNCBEsG+HfEDsrEbH23tyzmLzz' +
  'vs+995x77rlPGZgD9gF1oB+oAEXgLDAAjAM1YEbvBaBPeXuBMeX6swvo1fcpPT23E8gD06o3qnyvt9witgw0KWZQuePi1ihuSwxW' +
  'GlSBDqBVmM55EujRe1kc/b1b/z1+jzDLek4q/ox69thDii0K33Pb1WOTzp3PrLgOE3yGFXdSfBYblFSjXfpUpE9dv9UWfc4Iu1d1' +
  'vf4QMCF81/CIxZlrg4UuNeH6TEaE4Vq3ST/HOKVz12Ir0GDBJydNnd8mC/yqtMiJT0FaeMwB6eZ1tgDNFtw8/paFLnXpmZNOTXqf' +
  'V96s6t62+Nat2A55wjFK4lXXeV61DhsctdDGdWuRx1znDv0fUr0+6dKp2uuk84RmXlPPKwy+GDyxwCzLb67DKmFNiZdresyiZkH+' +
  'GdU89ohrVZp8N1hr8Nlgg8FGg83iUJW3PPepdJtVvZLOfI4L6mtM+Hnx9lk80Aznpa/X/GERV5DffNZ/DR4bbMviv2Z788tCF69x' +
  '1eCfBa7nv7f4NqS6P5XTr/chzX1BfcwJuySvNSQoWvTlMymK7yWD3xZzWWrh47ryTxgMOieDKxb6uxaLUsza484YjGfnltWZNDhv' +
  'MJ1xv+D7YHBDmBX5rUf78033inNcZrAmwZ9spm8t+n9n0bPrvzPF3Dz/o8Enn1kKL7j+57JvuxLMqPdZ4ZTkr+3yaF7v3nevahb1' +
  '+yDck8rbpzmV5NdW1RhQflHcd2k3u+S1ivZji2IKis8p1/dxm/y1I8F6g90GI6qzPUWO/78gPmX5xXV1XY7rjnV+rpv31aJ76rE8' +
  '4pq1KS8njx7VHeUc2xK0p9i9CddNuPtTzK47wUH3TIKSayWcSoIBaXckwbEEJxIMJhhOcDrBqM6rCWoJJhJMZvM9n2Da66fo3XE3' +
  'J5jyvU3QmOCihScvy3Nz2oVrBtcNblrcZ3cM7hrcky/vW+zdI+2U3xm+v+6DZwbPs51/YfDS4JXBa4M3BrXsnnnovaXQxeOb9fsP';
const GRAPH_1_0_0 =
  'LZLBSoJRFIS/2UURERG9RmoFLVqEpiVZpKZpi8gM0rQstbQgeota9ww9YB3uLH6459wzM2fm/k1gDhwBM+AY6AP7wBSoAHnfj4Em' +
  'kAEmQMf9IVAGNoEWIKXZBcEr0DPPOXBgnVtgYJ2o20DDdcaz8XU917bOvfetmitmz4wteS5wdaDgft1fyfNZ4MT7Bs/IOkPjT+2j' +
  'Zl9d51KwZngqK3mvCIrOpudMcsZMnU/obgN3vm96x55589aZWD90F5VmH+xhbGzeeU2t0XQ9NldOcCk4tMfI7sKcQ8Gj4Emp13AG' +
  'S4JlwYpgVbAmWFd6s5r9zswX+X3ae995zJ1X1j6qzrvoc8l1wxnU7GVgzh3g2rl9C36UZl+Mf4sdlHDBtWvcllJe4eEG+FLaL/b+' +
  'FVwpvVnFHjaUdo3/8l0wEjwLWsZ1zD9ztnOlc/Q/lHT2/v3/AQ==';
const REPEATED =
  'Lcw5CsIAAEXB+RdwX+KCeBELCQQStBCLaG8haUXQ21uY4lUDr8UXNT44ocMRb5xR9v6C0OCJO1pUGIRRmIRxGIZ5mIZFmIV1WIVt' +
  'KMIuLMM+bMLV//3ADRcc+n4=';

const unpack = (text: string): Buffer => inflateRawSync(Buffer.from(text, 'base64'));

export const pathfinderFile = (): Buffer => unpack(PATHFINDER_1);
export const oldGraphFile = (): Buffer => unpack(GRAPH_1_0_0);
/** `["1.0.0",["aaa…"]]` with 50 times a: packing it uses entries in the very step that makes them. */
export const repeatedFile = (): Buffer => unpack(REPEATED);
