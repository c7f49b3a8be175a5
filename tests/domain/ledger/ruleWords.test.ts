import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issued, ledgerOf } from './factories.ts';
import { wordsOfRule } from '../../../src/domain/ledger/rules/ruleWords.ts';

const folder = join(import.meta.dirname, '../../../src/domain/ledger');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('ruleWords.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

describe('the words of the rules', () => {
  it('explain every numbered rule that the ledger reports', () => {
    const reported = new Set([...source.matchAll(/'([EWD]\d{1,2})'/g)].map((match) => match[1]!));
    expect(reported.size).toBeGreaterThan(20);
    const unexplained = [...reported].filter((rule) => wordsOfRule(rule).title === rule);
    expect(unexplained).toEqual([]);
  });

  it('explain every slug that the ledger reports', () => {
    const slugs = [
      ...source.matchAll(
        /(?:report(?:Error|Warning)?\((?:context, entry, )?|rule: |fileFinding\(\s*|rule = )'([a-z]+_[a-z_]+)'/g,
      ),
    ];
    const reported = new Set(slugs.map((match) => match[1]!));
    expect(reported.size).toBeGreaterThan(20);
    const fallback = (rule: string) => rule.charAt(0).toUpperCase() + rule.slice(1).replaceAll('_', ' ');
    expect([...reported].filter((rule) => wordsOfRule(rule).title === fallback(rule))).toEqual([]);
  });
  it('begin with a word for what they are about, and group the digits of figures', () => {
    const { findings } = ledgerOf([issued('s1', 'ada', '12345678'), issued('s2', 'nobody', '5')]);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Stock issuance of s2: its stakeholder_id nobody/),
      expect.stringMatching(/^Stock issuance of s1 \(ada\): 12,345,678 outstanding of 1,000,000 authorized/),
    ]);
  });

  it('do not say of what has no effect that it takes effect', () => {
    expect(wordsOfRule('E7').done).toMatch(/unless the finding says otherwise/);
  });

  it('fall back on the name of a slug that has none', () => {
    expect(wordsOfRule('something_new').title).toBe('Something new');
  });
});
