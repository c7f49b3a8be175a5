import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { isSameJson, parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { holderFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import { checkShape } from '#src/domain/ledger/package/checkShape.ts';
import type { PackageFile } from '#src/domain/ledger/package/readPackage.ts';
import { stateOf, transactionsOf } from '#src/domain/ledger/package/readPackage.ts';
import { packageFile, readFiles } from '../sharedMaterial.ts';
import { granted, holder, holdings, issued, issuer, rulesOf, stockClass, stockCancellation } from './factories.ts';

type Lists = Record<string, { filepath: string; md5: string }[]>;
const NAMES = {
  stakeholders_files: ['Stakeholders.ocf.json', 'OCF_STAKEHOLDERS_FILE'],
  stock_classes_files: ['StockClasses.ocf.json', 'OCF_STOCK_CLASSES_FILE'],
  transactions_files: ['Transactions.ocf.json', 'OCF_TRANSACTIONS_FILE'],
} as const;

/** A valid package with Ada, one class and the given transactions. `change` can break its manifest or files. */
function packageOf(
  transactions: unknown[],
  change: {
    manifest?: Record<string, unknown>;
    lists?: (lists: Lists) => void;
    files?: (files: PackageFile[]) => void;
    folder?: string;
  } = {},
): PackageFile[] {
  const items = {
    stakeholders_files: [holder('ada')],
    stock_classes_files: [stockClass('common')],
    transactions_files: transactions,
  };
  const lists: Lists = {
    stock_plans_files: [],
    stock_legend_templates_files: [],
    valuations_files: [],
    vesting_terms_files: [],
  };
  const folder = change.folder ?? '';
  const files = Object.entries(NAMES).map(([list, [name, file_type]]) => {
    const file = packageFile(folder + name, { file_type, items: items[list as keyof typeof items] });
    lists[list] = [{ filepath: `./${name}`, md5: file.md5 }];
    return file;
  });
  change.lists?.(lists);
  const manifest = {
    file_type: 'OCF_MANIFEST_FILE',
    ocf_version: '1.2.0',
    issuer: issuer(),
    as_of: '2022-12-31',
    generated_at: '2022-12-31T00:00:00Z',
    ...lists,
    ...change.manifest,
  };
  files.push(packageFile(`${folder}Manifest.ocf.json`, manifest));
  change.files?.(files);
  return files;
}

function imported(files: PackageFile[]) {
  const reading = readFiles(files);
  const { state, findings } = stateOf(reading);
  const ledger = interpret(state, transactionsOf(reading));
  return { reading, ledger, findings: [...reading.findings, ...findings, ...ledger.findings] };
}
const findingsOf = (files: PackageFile[]) => rulesOf(imported(files).findings);
const one = issued('s1', 'ada', '100');

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  }
  return 'nothing';
}

it('reads a file of 250,000 items', () => {
  const reading = readFiles(packageOf(Array.from({ length: 250_000 }, (_, n) => ({ object_type: 'X', id: `${n}` }))));
  expect(reading.counts['X']).toBe(250_000);
});

describe('reading a package', () => {
  it('reads a valid package without a finding, and counts its objects', () => {
    const { reading, ledger, findings } = imported(packageOf([one]));
    expect(findings).toEqual([]);
    expect(reading).toMatchObject({ as_of: '2022-12-31', ocf_version: '1.2.0', issuer: { id: 'lovelace' } });
    expect(reading.counts).toEqual({ ISSUER: 1, STAKEHOLDER: 1, STOCK_CLASS: 1, TX_STOCK_ISSUANCE: 1 });
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '100' });
  });
  it('reads a package in a folder of the archive', () => {
    expect(findingsOf(packageOf([one], { folder: 'company/ocf/' }))).toEqual([]);
  });
  it('refuses a package without a manifest, with two manifests, or with two files of one name', () => {
    const files = packageOf([one]);
    const twice = (file: PackageFile | undefined, path?: string) =>
      file ? [...files, { ...file, path: path ?? file.path }] : [];
    expect(codeOf(() => readFiles(files.slice(0, 3)))).toBe('422 no_manifest');
    expect(codeOf(() => readFiles(twice(files[3], 'Other.json')))).toBe('422 two_manifests');
    expect(codeOf(() => readFiles(twice(files[0], './Stakeholders.ocf.json')))).toBe('422 duplicate_file');
  });
  it('reports a field that an object gives twice, and reads the last value', () => {
    const text = `{"file_type":"OCF_STAKEHOLDERS_FILE","items":[${JSON.stringify({ ...holder('ada'), comments: [] }).slice(0, -1)},"id":"eve"}]}`;
    const files = packageOf([], { files: (all) => (all[0] = packageFile('Stakeholders.ocf.json', text)) });
    const { reading } = imported(files);
    const twice = reading.findings.filter(({ rule }) => rule === 'repeated_member');
    expect(twice.map(({ message }) => message)).toEqual([
      'Item 1 of Stakeholders.ocf.json gives id twice. The last one is read.',
    ]);
    expect(reading.objects.map(({ id }) => id)).toContain('eve');
  });
  it('reads every number as it is written, and reports a file that is not valid JSON to its end', () => {
    const of = (text: string) => [
      ...packageOf([]).filter(({ path }) => path !== 'Stakeholders.ocf.json'),
      packageFile('Stakeholders.ocf.json', text),
    ];
    const odd =
      '{"object_type":"STAKEHOLDER","id":"x","a":[9007199254740993,0.10,1e400,-0,true,"\\"{"],"b":{"c":12345678901234567890}}';
    const read = readFiles(
      of(` { "items" : [ ${odd} , ${odd.replace('"x"', '"y"')}\n] , "file_type":"OCF_STAKEHOLDERS_FILE" } `),
    );
    expect(
      read.objects
        .filter(({ path }) => path.startsWith('Stake'))
        .map(({ object }) => isSameJson(object, { ...(parseExactly(odd) as object), id: object['id'] })),
    ).toEqual([true, true]);
    expect(read.findings.filter(({ rule }) => rule === 'repeated_member')).toEqual([]);
    for (const broken of [
      '{"items":[{}',
      '{"items":[{},]}',
      '{"items":[{} {}]}',
      '{"items":[]} x',
      '{"items":[],}',
      '{items:[]}',
      '[]',
      '{"items":[{"a":1,}]}',
      '{"a":nul}',
      '',
    ])
      expect(rulesOf(readFiles(of(broken)).findings)).toContain('not_json Stakeholders.ocf.json');
  });
  it('warns of a wrong md5 (W5) and of an unknown version, and reads the package', () => {
    const lists = (all: Lists) =>
      (all['transactions_files'] = [{ filepath: 'Transactions.ocf.json', md5: '0'.repeat(32) }]);
    const { ledger, findings } = imported(packageOf([one], { lists, manifest: { ocf_version: '~~~' } }));
    expect(rulesOf(findings)).toEqual(['W5 Transactions.ocf.json', 'unknown_version Manifest.ocf.json']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '100' });
  });
  it('reads an unlisted file in place of a missing one of its type', () => {
    const lists = (all: Lists) =>
      (all['stakeholders_files'] = [
        { filepath: './Stakeholders.json', md5: all['stakeholders_files']?.[0]?.md5 ?? '' },
      ]);
    const { ledger, findings } = imported(packageOf([one], { lists }));
    expect(rulesOf(findings)).toEqual(['file_stood_in ./Stakeholders.json']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '100' });
  });
  it('reports a missing listed file that no other file can replace', () => {
    const files = packageOf([one], { files: (all) => all.splice(1, 1) });
    expect(findingsOf(files)).toEqual(['E1 i_s1', 'missing_file ./StockClasses.ocf.json']);
  });
  it('reports an unlisted file and does not read it', () => {
    const extra = packageFile('More.ocf.json', { file_type: 'OCF_STAKEHOLDERS_FILE', items: [holder('eve')] });
    const { reading, findings } = imported(
      packageOf([one], {
        files: (all) => all.push(extra, packageFile('notes.json', {}), packageFile('a.pdf', '%PDF')),
      }),
    );
    expect(rulesOf(findings)).toEqual(['unlisted_file More.ocf.json']);
    expect(reading.counts['STAKEHOLDER']).toBe(1);
  });
  it('reports a file that is not JSON and an item that is not an object, and reads the rest', () => {
    const broken = packageOf([one, 7], {
      files: (all) => all.splice(0, 1, packageFile('Stakeholders.ocf.json', '{"file_type":')),
    });
    expect(findingsOf(broken)).toEqual([
      'E1 i_s1',
      'not_an_object Transactions.ocf.json',
      'not_json Stakeholders.ocf.json',
    ]);
  });
  it('skips a byte order mark', () => {
    const marked = packageOf([one]).map((file) => ({
      ...file,
      bytes: Buffer.from(`\uFEFF${Buffer.from(file.bytes).toString()}`),
    }));
    expect(findingsOf(marked)).toEqual([]);
  });
  it('keeps the digits of a JSON number where text is expected, and reports it', () => {
    const text = JSON.stringify({ file_type: 'OCF_TRANSACTIONS_FILE', items: [{ ...one, quantity: '#' }] }).replace(
      '"#"',
      '9007199254740993',
    );
    const classes = packageFile('StockClasses.ocf.json', {
      file_type: 'OCF_STOCK_CLASSES_FILE',
      items: [stockClass('common', { initial_shares_authorized: 'UNLIMITED' })],
    });
    const files = (all: PackageFile[]) => all.splice(1, 2, classes, packageFile('Transactions.ocf.json', text));
    const { reading, ledger, findings } = imported(packageOf([], { files }));
    expect(rulesOf(findings.filter((finding) => finding.rule !== 'W5'))).toEqual(['number_for_text i_s1']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '9007199254740993' });
    expect(JSON.stringify(transactionsOf(reading)[0])).toContain('"quantity":9007199254740993');
  });
  it.each([
    { omitted: true },
    { omitted: true, comment: 'Confidential' },
    { redacted: true, _comments: ['Confidential'], reason: 'Side letter' },
  ])('reads the placeholder %j as absent (D11)', (exercise_price) => {
    const grant = granted('o1', 'ada', '10', { stock_plan_id: undefined, exercise_price });
    const { ledger, findings } = imported(packageOf([grant]));
    expect(rulesOf(findings)).toEqual(['D11 i_o1']);
    expect(ledger.effects.securities[0]).toMatchObject({ quantity: '10', share_price: null });
  });
  it('reads an empty id as absent (D5)', () => {
    const cancelled = stockCancellation('x1', {
      security_id: 's1',
      quantity: '100',
      balance_security_id: '',
      reason_text: 'Why',
    });
    expect(findingsOf(packageOf([one, cancelled]))).toEqual(['D5 x1']);
  });
  it.each([
    ['A\u200bda', [/^hidden_characters .*legal_name has characters /], 'Ada'],
    ['\u3164', [/legal_name has only characters /], 'ada'],
    ['\u2800', [/legal_name has only characters /], 'ada'],
    ['می\u200cخواهم', [], 'می\u200cخواهم'],
  ])('shows the name %j without what cannot be seen, and says so', (legal_name, said, shown) => {
    const object = { ...holder('ada'), name: { legal_name } };
    const messages = checkShape(object).map(({ rule, message }) => `${rule} ${message}`);
    expect(messages).toEqual(said.map((each) => expect.stringMatching(each)));
    expect(holderFactsOf(object).name).toBe(shown);
  });
  it('warns of a deprecated type (W6)', () => {
    const grant = granted('o1', 'ada', '10', { object_type: 'TX_PLAN_SECURITY_ISSUANCE', stock_plan_id: undefined });
    expect(findingsOf(packageOf([grant]))).toEqual(['W6 i_o1']);
  });
  it('reports missing, wrong and unknown fields, as errors only where a figure depends on them', () => {
    const { stakeholder_id: _holder, custom_id: _custom, ...rest } = one;
    const spoiled = {
      ...rest,
      date: '2023-02-30',
      share_price: { amount: '1.00000000019' },
      nonsense: 1,
      issuance_type: 'GIFT',
    };
    const { findings } = imported(packageOf([spoiled]));
    expect(
      findings
        .map(({ rule, severity, message }) => `${severity} ${rule} ${message.split(': ')[1]?.split(' ')[0]}`)
        .sort(),
    ).toEqual([
      'error bad_date date',
      'error bad_date its',
      'error missing_field stakeholder_id',
      'warning bad_number share_price',
      'warning missing_field custom_id',
      'warning unknown_field nonsense',
      'warning unknown_word issuance_type',
    ]);
  });
  it.each(['0202-01-01', '1799-12-31', '2200-01-01'])(
    'keeps the day %s, and warns that it is far in the past or future',
    (date) => {
      const { findings, ledger } = imported(packageOf([{ ...one, date, board_approval_date: date }]));
      const side = date < '1800' ? 'before 1800' : 'after 2199';
      expect(
        findings.filter(({ rule }) => rule === 'far_date').map(({ severity, message }) => `${severity} ${message}`),
      ).toEqual([
        expect.stringMatching(`^warning .*: date is ${date}, ${side}\\.$`),
        expect.stringMatching(`^warning .*: board_approval_date is ${date}, ${side}\\.$`),
      ]);
      expect(holdings(ledger, date)).toEqual({ ada: '100' });
    },
  );
  it.each(['1800-01-01', '2199-12-31'])('does not warn of the day %s', (date) => {
    expect(imported(packageOf([{ ...one, date }])).findings.filter(({ rule }) => rule === 'far_date')).toEqual([]);
  });
  it('reports two objects with one id (E20)', () => {
    const classes = packageFile('StockClasses.ocf.json', {
      file_type: 'OCF_STOCK_CLASSES_FILE',
      items: [stockClass('common'), stockClass('common', { name: 'Other' })],
    });
    const { reading, findings } = imported(packageOf([one, { ...one }], { files: (all) => all.splice(1, 1, classes) }));
    expect(rulesOf(findings.filter((finding) => finding.rule !== 'W5'))).toEqual(['E20 common', 'E20 i_s1']);
    expect(reading.objects.filter((each) => each.is_duplicate)).toHaveLength(1);
    expect(reading.counts['TX_STOCK_ISSUANCE']).toBe(2);
  });
  it.each([
    ['a zero character', { comments: ['a\u0000b'] }],
    ['half of a surrogate pair', { comments: ['\ud800'] }],
    ['a certificate number of 501 characters', { custom_id: 'x'.repeat(501) }],
    ['lists nested 100 levels deep', { comments: JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown }],
  ])('leaves out an item with %s, which the database cannot store', (_what, extra) => {
    const { reading, findings } = imported(packageOf([issued('s2', 'ada', '1', extra), one]));
    expect(rulesOf(findings)).toEqual(['unstorable_item Transactions.ocf.json']);
    expect(transactionsOf(reading)).toEqual([one]);
  });
  it('reports an amount of money that is a JSON number', () => {
    expect(
      findingsOf(packageOf([issued('s1', 'ada', '1', { share_price: { amount: 1.5, currency: 'USD' } })])),
    ).toEqual(['number_for_text i_s1']);
  });
  it('keeps an object of an unknown type whole', () => {
    const odd = { object_type: 'TX_STOCK_TELEPORTATION', id: 'z', whither: ['a', { b: 1.5 }] };
    const { reading, findings } = imported(packageOf([odd, { object_type: 'UNICORN', id: 'u' }]));
    expect(rulesOf(findings)).toEqual(['unknown_object_type u', 'unknown_object_type z']);
    expect(transactionsOf(reading)[0]).toEqual(odd);
  });
});

describe('JSON without loss', () => {
  it.each(['9007199254740993', '0.1', '1.10', '-0', '1e5', '1e400', '123456789012345678901234567890.1234567891'])(
    'reads and writes %s with the same value',
    (numeral) => {
      const [value] = parseExactly(`[${numeral}]`) as [unknown];
      const written = JSON.stringify(value);
      expect(isSameJson(parseExactly(written), value)).toBe(true);
      expect(Number(written)).toBe(Number(numeral) + 0);
    },
  );
  it.each(['9007199254740993', '123456789012345678901234567890.1234567891', '1e400'])(
    'keeps every digit of %s',
    (numeral) => {
      expect(JSON.stringify(parseExactly(`[${numeral}]`))).toBe(`[${numeral}]`);
    },
  );
  it('compares members in any order, numbers by value and text by its characters', () => {
    expect(isSameJson({ a: 1, b: [1.0] }, { b: [1], a: 1 })).toBe(true);
    expect(isSameJson(parseExactly('9007199254740993'), parseExactly('9007199254740992'))).toBe(false);
    expect(isSameJson('10000000.00', '10000000')).toBe(false);
    expect(isSameJson({ a: null }, {})).toBe(false);
    expect(isSameJson([1], { 0: 1 })).toBe(false);
    expect(isSameJson(1, '1')).toBe(false);
  });
});
