import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/semantics/stem.js';

describe('stem', () => {
  it.each([
    ['connect', ['connects', 'connected', 'connecting', 'connection', 'connections']],
    ['migrat', ['migrate', 'migrates', 'migrating', 'migration', 'migrator']],
    ['hop', ['hop', 'hopping', 'hopped']],
    ['polici', ['policy', 'policies']],
    ['agre', ['agree', 'agreed']],
    ['depend', ['dependent', 'depends', 'depending']],
  ])('gives %s for all its forms', (expected, forms) => {
    expect(forms.map(stem)).toEqual(forms.map(() => expected));
  });

  it('keeps words apart that only look similar', () => {
    expect(stem('region')).not.toBe(stem('reg'));
    expect(stem('sing')).toBe('sing');
    expect(stem('hope')).not.toBe(stem('hop'));
    expect(stem('controlling')).toBe('control');
  });

  it('leaves short words, numbers and other scripts alone', () => {
    expect(['is', '2026', 'utf8', 'решения'].map(stem)).toEqual(['is', '2026', 'utf8', 'решения']);
  });
});
