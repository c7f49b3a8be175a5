// A document keeps together what belongs together, whatever is in it.
import { describe, expect, it } from 'vitest';
import type { Block } from '#server/paper/documentPdf.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { structureOfPdf } from '#tests/support/papers/pdfStructure.ts';
import { faultsOf } from '#tests/support/papers/readingFaults.ts';
import { overlapsOf, piecesOfPdf, textOfPdf } from '#tests/support/pdfText.ts';

const made = (blocks: readonly Block[]) =>
  makePaper({
    format: 'document',
    now: new Date('2025-01-02T03:04:05Z'),
    document: { company: 'Acme & Sons', title: 'A <document>', subtitle: '', foot: 'For a test', blocks },
  });
const line = (index: number): Block => ({ kind: 'paragraph', text: `Line ${index}` });
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index));
const pagesOf = async (blocks: readonly Block[]) => textOfPdf(await made(blocks)).map((page) => page.split('\n'));
const pageWith = (pages: readonly string[][], text: string) =>
  pages.findIndex((page) => page.some((each) => each.trim() === text));

describe('a document', () => {
  it('has a heading and a lead on the page of what follows them, wherever they come to stand', async () => {
    const table: Block = { kind: 'table', columns: [{ name: 'Holder' }], rows: [['Ada'], ['Bob']] };
    for (let before = 20; before < 34; before += 1) {
      const pages = await pagesOf([
        ...lines(before),
        { kind: 'heading', level: 2, text: 'Holders' },
        { kind: 'heading', level: 3, text: 'Of today' },
        { kind: 'paragraph', text: 'These are all:', isLead: true },
        table,
      ]);
      const places = ['Holders', 'Of today', 'These are all:', 'Holder', 'Ada', 'Bob'].map((text) =>
        pageWith(pages, text),
      );
      expect([before, new Set(places).size]).toEqual([before, 1]);
      expect(places[0]).toBeGreaterThanOrEqual(0);
    }
  });
  it('leaves no line of a paragraph alone on a page', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    for (let before = 20; before < 36; before += 1) {
      const pages = await pagesOf([
        ...lines(before),
        { kind: 'clauses', number: '1', clauses: [{ title: 'Long', text }] },
      ]);
      const counts = pages.map((page) => page.filter((each) => /word\d/.test(each)).length);
      expect([before, counts.filter((count) => count === 1)]).toEqual([before, []]);
    }
  });
  it('repeats the heads of a long table, which are read once, and divides only a row that no page has room for', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`Holder ${index}`, `${index},000`]);
    rows[40] = ['A very long note. '.repeat(900), '1'];
    const columns = [{ name: 'Holder' }, { name: 'Shares', isFigure: true }];
    const pdf = await made([{ kind: 'table', columns, rows, total: ['Total', '5,000'] }]);
    const read = await structureOfPdf(pdf);
    expect(faultsOf(read)).toEqual([]);
    const count = (type: string) => read.tags.filter((tag) => tag.type === type).length;
    expect([count('Table'), count('TH'), count('TR')]).toEqual([1, 2, 92]);
    const pages = textOfPdf(pdf);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.filter((page) => !page.includes('Shares\n'))).toEqual([]);
    expect(piecesOfPdf(pdf).flatMap(overlapsOf)).toEqual([]);
  });
  it('stays within its page with words without end, large figures and names in other scripts', async () => {
    const endless = 'x'.repeat(400);
    const name = '山田 太郎, محمد الحسن';
    const pdf = await made([
      { kind: 'heading', level: 2, text: endless },
      { kind: 'paragraph', text: `${endless} ${name} ${'1234567890'.repeat(20)}` },
      {
        kind: 'clauses',
        number: '1',
        clauses: [{ title: name, text: endless }, { text: 'A clause without a title.' }],
      },
      { kind: 'facts', rows: [[endless, name]] },
      {
        kind: 'table',
        columns: ['Name', 'Figure', 'Figure'].map((head, index) => ({ name: head, isFigure: index > 0 })),
        rows: [[name, '1,234'.repeat(30), '9'.repeat(120)]],
      },
      { kind: 'signatures', signatures: [{ party: name, signed: '', lines: [name] }] },
    ]);
    expect(faultsOf(await structureOfPdf(pdf))).toEqual([]);
    for (const pieces of piecesOfPdf(pdf)) {
      // A blank beside letters from right to left is read back on their other side.
      expect(overlapsOf(pieces.filter(({ text }) => text.trim() !== ''))).toEqual([]);
      expect(Math.max(...pieces.map(({ right }) => right))).toBeLessThanOrEqual(612 - 60);
    }
  });
});
