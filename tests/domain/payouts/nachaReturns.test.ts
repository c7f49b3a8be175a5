// The forms that files of returns come in, and the control figures that must fit what is in them.
import { expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { isNacha, readNachaReturns } from '#src/domain/payouts/nachaReturns.ts';
import { withControls } from '#tests/support/distributions/bankAnswers.ts';

const HEADER = '101 09100001912345678902611260930A094101'.padEnd(94);
const BATCH = '5200TIDEWATER ROBOTI                    1234567890PPDDIVIDEND  261201261201   1091000010000001';
const entry = (code: string, routing: string, cents: number, id: string) =>
  `6${code}${routing}123456789        ${String(cents).padStart(10, '0')}${id.padEnd(15)}ADA LOVELACE            1021000020000009`;
const returned = `799R03091000010000001      02100002${''.padEnd(44)}021000020000009`;
// Two credits and a debit.
const records = [
  HEADER,
  BATCH,
  entry('21', '021000021', 100_000, 'A1'),
  returned,
  entry('31', '011000015', 3_457, 'A2'),
  returned,
  entry('26', '091000019', 500, 'A3'),
  returned,
];
const lines = withControls(records).split('\n');
const plain = readNachaReturns(lines.join('\n'));
const NINES = '9'.repeat(94);
const put = (line: string, at: number, digits: string) => line.slice(0, at) + digits + line.slice(at + digits.length);

const forms: [string, string][] = [
  ['with three blanks after each line', lines.map((line) => `${line}   `).join('\n')],
  ['with uneven padding', lines.map((line, at) => `${line}${' '.repeat((at * 7) % 13)}`).join('\n')],
  ['with tabs behind its lines', lines.map((line) => `${line}\t`).join('\r\n')],
  ['with an empty line after each', lines.join('\n\n')],
  ['with empty lines before it and after it', `\r\n\n${lines.join('\r\n')}\r\n\r\n\n`],
  ['with lines of blanks between', lines.join(`\n${' '.repeat(94)}\n   \n`)],
  ['with CR LF', lines.join('\r\n')],
  ['with CR alone', lines.join('\r')],
  ['with blocks filled up with nines', [...lines, ...Array.from({ length: 10 }, () => NINES)].join('\n')],
  ['whose filling is padded too', [...lines, `${NINES}  `, '', NINES].join('\r\n')],
  ['without line ends', lines.join('')],
  ['with Ctrl-Z at its end', `${lines.join('\r\n')}\r\n\u001a`],
  ['whose header and control lost their last blanks', lines.map((line) => line.trimEnd()).join('\n')],
];
it.each(forms)('a file of returns %s says what it says without', (_, text) => {
  expect(isNacha(text)).toBe(true);
  expect(readNachaReturns(text)).toEqual(plain);
});

it('a file of returns names each entry once, with its cents', () => {
  expect(plain.returns.map(({ individual_id, cents }) => [individual_id, cents])).toEqual([
    ['A1', 100_000n],
    ['A2', 3_457n],
    ['A3', 500n],
  ]);
});

it('an entry hash of more than ten digits is cut to its last ten', () => {
  const many = Array.from({ length: 120 }, (_, at) => entry('21', '999999992', 1, `P${at}`));
  expect(
    readNachaReturns(withControls([HEADER, BATCH, ...many.flatMap((each) => [each, returned])])).returns,
  ).toHaveLength(120);
});

const END = lines.length - 2;
const CONTROL = lines.length - 1;
const wrong: [string, number, number, string, RegExp][] = [
  ['count of a batch', END, 4, '000005', /says that the batch has 5 entries and addenda, and it has 6/],
  ['entry hash of a batch', END, 10, '0012300005', /another entry hash than the entries of the batch/],
  ['debits of a batch', END, 20, '000000000501', /other totals than the entries of the batch/],
  ['credits of a batch', END, 32, '000000103458', /other totals than the entries of the batch/],
  ['number of a batch', END, 87, '0000002', /ends a batch with another number/],
  ['count of batches', CONTROL, 1, '000002', /says that the file has 2 batches, and it has 1/],
  ['count of blocks', CONTROL, 7, '000002', /says that the file has 2 blocks, and it has 1/],
  ['count of the file', CONTROL, 13, '00000007', /says that the file has 7 entries and addenda, and it has 6/],
  ['entry hash of the file', CONTROL, 21, '0012300005', /another entry hash than the entries of the file/],
  ['debits of the file', CONTROL, 31, '000000000000', /other totals than the entries of the file/],
  ['credits of the file', CONTROL, 43, '000000103456', /other totals than the entries of the file/],
  ['a figure that is none', CONTROL, 21, '00123x0003', /a control figure that is not a number/],
];
it.each(wrong)('a file of returns with a wrong %s is refused', (_, line, at, digits, said) => {
  const text = lines.map((each, index) => (index === line ? put(each, at, digits) : each)).join('\n');
  expect(() => readNachaReturns(text)).toThrow(said);
});

it('debits and credits that are swapped are refused, though their sum fits', () => {
  const [debits, credits] = [lines[END]!.slice(20, 32), lines[END]!.slice(32, 44)];
  const swapped = put(lines[END]!, 20, credits + debits);
  expect(() => readNachaReturns(lines.with(END, swapped).join('\n'))).toThrow(/totals/);
});

it.each([
  ['letters beyond 94 characters', lines.with(3, `${lines[3]!}   X`), 4],
  ['an entry that is cut off', lines.with(2, lines[2]!.slice(0, 80)), 3],
  ['no end', lines.slice(0, -1), lines.length - 1],
  ['an entry that is missing', lines.toSpliced(4, 2), END - 1],
  ['an entry that is there twice', lines.toSpliced(4, 0, lines[4]!), END + 2],
  ['an entry without a routing number', lines.with(2, put(lines[2]!, 3, '02100A021')), 3],
])('%s is refused at its line', (_, changed, line) => {
  const refusal = (() => {
    try {
      return readNachaReturns(changed.join('\n'));
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'broken_results', status: 422 });
  expect((refusal as AppError).message).toContain(`Line ${line} of this file`);
});
