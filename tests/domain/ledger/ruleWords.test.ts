import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOfRule } from '../../../src/domain/ledger/ruleWords.ts';

const folder = join(import.meta.dirname, '../../../src/domain/ledger');

describe('the words of the rules', () => {
  it('explain every numbered rule that the ledger reports', () => {
    const source = readdirSync(folder)
      .filter((name) => name !== 'ruleWords.ts')
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const reported = new Set([...source.matchAll(/'([EWD]\d{1,2})'/g)].map((match) => match[1]!));
    expect(reported.size).toBeGreaterThan(20);
    const unexplained = [...reported].filter((rule) => wordsOfRule(rule).title === rule);
    expect(unexplained).toEqual([]);
  });

  it('fall back on the name of a slug that has none', () => {
    expect(wordsOfRule('something_new').title).toBe('Something new');
  });
});
