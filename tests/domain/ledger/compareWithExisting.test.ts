import { describe, expect, it } from 'vitest';
import { compareWithExisting } from '#src/domain/ledger/package/compareWithExisting.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';
import { drain } from '#src/domain/slices.ts';
import { packageFile, readFiles } from '../sharedMaterial.ts';
import { holder, issued, issuer, rulesOf } from './factories.ts';

const reading = readFiles([
  packageFile('M.json', {
    file_type: 'OCF_MANIFEST_FILE',
    issuer: issuer(),
    stakeholders_files: [{ filepath: 'S.json' }],
    transactions_files: [{ filepath: 'T.json' }],
  }),
  packageFile('S.json', { file_type: 'OCF_STAKEHOLDERS_FILE', items: [holder('ada'), holder('grace')] }),
  packageFile('T.json', {
    file_type: 'OCF_TRANSACTIONS_FILE',
    items: [issued('s1', 'ada', '5'), issued('s2', 'ada', '6')],
  }),
]);
const existing = (...objects: Record<string, unknown>[]) =>
  new Map(objects.map((object) => [String(object['id']), { object_type: String(object['object_type']), object }]));

describe('importing into an organisation that has data', () => {
  it('adds everything to an empty organisation', () => {
    const comparison = drain(compareWithExisting(reading, new Map(), null));
    expect(comparison).toMatchObject({ equal: [], changed: [], findings: [] });
    expect(comparison.added).toHaveLength(5);
  });
  it('leaves equal objects alone, whatever the order of their members', () => {
    const { id, ...rest } = issued('s1', 'ada', '5');
    const comparison = drain(
      compareWithExisting(reading, existing(issuer(), holder('ada'), { ...rest, id }), 'lovelace'),
    );
    expect(comparison.findings).toEqual([]);
    expect(comparison.equal.map((each) => each.id)).toEqual(['lovelace', 'ada', 'i_s1']);
    expect(comparison.added.map((each) => each.id)).toEqual(['grace', 'i_s2']);
  });
  it('reports a changed static object instead of overwriting it', () => {
    const comparison = drain(
      compareWithExisting(reading, existing({ ...holder('ada'), name: { legal_name: 'Ada King' } }), 'lovelace'),
    );
    expect(rulesOf(comparison.findings)).toEqual(['other_content ada']);
    expect(comparison.changed.map((each) => each.id)).toEqual(['ada']);
  });
  it('refuses a transaction whose content differs', () => {
    const comparison = drain(compareWithExisting(reading, existing(issued('s1', 'ada', '5.0')), 'lovelace'));
    expect(rulesOf(comparison.findings)).toEqual(['transaction_changed i_s1']);
    expect(comparison.findings[0]!.message).toContain('quantity is 5.0 here and 5 in the package');
    expect(comparison.changed).toEqual([]);
  });
  it('refuses a package of another company, and an id that another type of object has', () => {
    const comparison = drain(compareWithExisting(reading, existing({ ...holder('i_s2') }), 'babbage'));
    expect(rulesOf(comparison.findings)).toEqual(['id_of_other_type i_s2', 'other_issuer lovelace']);
    expect(comparison.findings.every((finding) => finding.severity === 'error')).toBe(true);
  });
  it('offers to undo the import only where an import created the company', () => {
    const [imported] = drain(compareWithExisting(reading, new Map(), 'babbage', 'Babbage Engines')).findings;
    const [namesake] = drain(compareWithExisting(reading, new Map(), 'babbage', 'Lovelace Engines')).findings;
    const [founded] = drain(compareWithExisting(reading, new Map(), null, 'Babbage Engines')).findings;
    expect(imported?.message).toBe(
      'The package is of Lovelace Engines, Inc.; this company is Babbage Engines. It came with an import, which you can undo.',
    );
    expect(namesake?.message).toMatch(/same name, Lovelace Engines, Inc\., with a different id.*which you can undo\.$/);
    expect(`${imported?.message} ${namesake?.message}`).not.toMatch(/babbage|lovelace\b/);
    expect(founded?.rule).toBe('other_issuer');
    expect(`${founded?.message} ${wordsOfRule('other_issuer').instead}`).not.toMatch(/undo/);
  });
});
