import { describe, expect, test } from 'vitest';
import { pictureName } from './export-picture.ts';
import { pictureScale } from './paint-picture.ts';

const AT = new Date('2026-11-21T14:02:51Z');

describe('the name of a picture', () => {
  test('shows its title and when it was made', () => {
    expect(pictureName('Loss of 3 March', AT, 'png')).toBe('loss-of-3-march-20261121-140251.png');
  });

  test('never holds a path or nothing', () => {
    expect(pictureName('../../etc/passwd', AT, 'svg')).toBe('etc-passwd-20261121-140251.svg');
    expect(pictureName('漢字', AT, 'svg')).toBe('coin-flow-20261121-140251.svg');
  });
});

describe('the scale of a picture', () => {
  test('is two', () => {
    expect(pictureScale({ width: 1_000, height: 700 })).toBe(2);
  });

  test('shrinks where a browser could not hold the canvas', () => {
    const size = { width: 40_000, height: 9_000 };
    const scale = pictureScale(size);
    expect(size.width * scale).toBeLessThanOrEqual(16_384);
    expect(size.width * size.height * scale * scale).toBeLessThanOrEqual(120_000_001);
  });
});
