import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issued, ledgerOf } from './factories.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';

const folder = join(import.meta.dirname, '../../../src/domain/ledger');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('ruleWords.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

describe('the texts of the rules', () => {
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
  it('begin a finding with the object, and group the digits of figures', () => {
    const { findings } = ledgerOf([issued('s1', 'ada', '12345678'), issued('s2', 'nobody', '5')]);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Stock issuance of s2: its stakeholder_id nobody/),
      expect.stringMatching(/^Stock issuance of s1 \(ada\): 12,345,678 outstanding of 1,000,000 authorized/),
    ]);
  });

  it('do not claim that every entry with an E7 finding takes effect', () => {
    expect(wordsOfRule('E7').done).toMatch(/unless the finding says otherwise/);
  });

  it('use the slug itself as the title of an unknown rule', () => {
    expect(wordsOfRule('something_new').title).toBe('Something new');
  });
});
