// A document that is read from its first page to its last, such as an agreement, a charter or a report: headings, paragraphs, numbered
// clauses, tables, and lines for signatures. As many pages as it needs.
import { setImmediate } from 'node:timers/promises';
import { drawLines, flowOf, keepWhole, linesOfRuns, MARGIN, nextPage, startOf } from './documentFlow.ts';
import type { Flow, Run, Style } from './documentFlow.ts';
import { drawFacts, drawTable, factsHeight, tableHeight } from './documentTable.ts';
import type { FactsBlock, TableBlock } from './documentTable.ts';
import { INK, QUIET } from './letterhead.ts';
import { beginPaper, finished } from './pdfText.ts';
import type { Making } from './pdfText.ts';
import { drawFooters } from './sections.ts';
import { drawRule, inElement } from './structure.ts';
import type { TextElement } from './structure.ts';

export interface DocumentPaper {
  /** Over the title, and the author in the file's properties. */
  company: string;
  title: string;
  /** What it is, of whom or of which day; may be empty. */
  subtitle: string;
  /** On the foot of each page, after the title. */
  foot: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; isOnNewPage?: boolean }
  /** One that leads to what follows stays on its page. */
  | { kind: 'paragraph'; text: string; isLead?: boolean }
  /** "3.1", "3.2" under number "3". */
  | { kind: 'clauses'; number: string; clauses: readonly Clause[] }
  /** A figure that is the point of the paper, and what it is. */
  | { kind: 'figure'; amount: string; text: string }
  | TableBlock
  | FactsBlock
  | { kind: 'signatures'; signatures: readonly Signature[] };

export interface Clause {
  /** Begins its first line. */
  title?: string;
  text: string;
}

export interface Signature {
  party: string;
  /** What stands on the line, such as "/s/ Ada Byrne"; empty for one that has not signed. */
  signed: string;
  /** Under the line: the name, and in which office. */
  lines: readonly string[];
}

const BODY: Style = { size: 10, leading: 14 };
const AFTER = 6;
const HEADINGS: Record<2 | 3, Style & { as: TextElement; above: number; below: number }> = {
  2: { size: 13, leading: 17, as: 'H2', above: 15, below: 6 },
  3: { size: 10, leading: 14, as: 'H3', above: 7, below: 2 },
};
const TITLE: Style = { size: 24, leading: 30 };
const SUBTITLE: Style = { size: 11, leading: 16, colour: QUIET };
const FIGURE: Style = { size: 30, leading: 38 };
/** Between the number of a clause and the left edge of the page. */
const INDENT = 32;
const SIGNATURE = { gap: 32, above: 10, space: 30, below: 12, party: BODY, line: { size: 9, leading: 13 } };

export async function documentPdf(document: DocumentPaper, making: Making): Promise<Buffer> {
  const { company, title, foot, blocks } = document;
  const paper = beginPaper({
    title: `${title}, ${company}`,
    author: company,
    making,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const flow = flowOf(paper);
  drawTitle(flow, document);
  for (const [index, block] of blocks.entries()) {
    // Others have a turn between two blocks.
    await setImmediate();
    drawBlock(flow, block, blocks.slice(index + 1));
  }
  drawFooters(paper, { title, company: foot }, MARGIN);
  return finished(paper);
}

const strong = (text: string): Run[] => [{ text, font: 'strong' }];
const regular = (text: string): Run[] => [{ text, font: 'regular' }];

function drawTitle(flow: Flow, { company, title, subtitle }: DocumentPaper) {
  const { paper, width } = flow;
  paper.y = MARGIN;
  write(flow, strong(company), BODY);
  paper.y += 18;
  write(flow, strong(title), TITLE, 'H1');
  if (subtitle !== '') {
    paper.y += 4;
    write(flow, regular(subtitle), SUBTITLE);
  }
  paper.y += 14;
  drawRule(paper, { left: MARGIN, top: paper.y, width, weight: 1.5, colour: INK });
  paper.y += 18;
}

function write(flow: Flow, runs: readonly Run[], style: Style, as: TextElement = 'P') {
  inElement(flow.paper, as, () => drawLines(flow, linesOfRuns(flow, runs, style), style));
}

function drawBlock(flow: Flow, block: Block, following: readonly Block[]) {
  const { paper } = flow;
  switch (block.kind) {
    case 'heading': {
      const style = HEADINGS[block.level];
      if (block.isOnNewPage) nextPage(paper);
      keepWhole(paper, beginningOf(flow, [block, ...following]));
      // At the head of a page it stands at the edge.
      if (paper.y > MARGIN) paper.y += style.above;
      write(flow, strong(block.text), style, style.as);
      paper.y += style.below;
      return;
    }
    case 'paragraph':
      if (block.isLead) keepWhole(paper, beginningOf(flow, [block, ...following]));
      write(flow, regular(block.text), BODY);
      paper.y += AFTER;
      return;
    case 'clauses':
      inElement(paper, 'L', () =>
        block.clauses.forEach((clause, index) => drawClause(flow, clause, `${block.number}.${index + 1}`)),
      );
      return;
    case 'figure':
      keepWhole(paper, beginningOf(flow, [block]));
      write(flow, strong(block.amount), FIGURE);
      write(flow, regular(block.text), SUBTITLE);
      paper.y += AFTER * 2;
      return;
    case 'table':
      return drawTable(flow, block);
    case 'facts':
      return drawFacts(flow, block);
    default:
      return drawSignatures(flow, block.signatures);
  }
}

/** How much of a page it takes to begin with these blocks: a heading and a lead go with what follows them. */
function beginningOf(flow: Flow, [block, ...following]: readonly Block[]): number {
  if (!block) return 0;
  const linesOf = (runs: readonly Run[], style: Style) => linesOfRuns(flow, runs, style);
  switch (block.kind) {
    case 'heading': {
      const style = HEADINGS[block.level];
      const own = linesOf(strong(block.text), style).length * style.leading;
      return style.above + own + style.below + beginningOf(flow, following);
    }
    case 'paragraph': {
      const lines = linesOf(regular(block.text), BODY);
      if (!block.isLead) return startOf(lines.length) * BODY.leading;
      return lines.length * BODY.leading + AFTER + beginningOf(flow, following);
    }
    case 'clauses':
      return startOf(linesOf(runsOf(block.clauses[0]), { ...BODY, indent: INDENT }).length) * BODY.leading;
    case 'figure':
      return FIGURE.leading + linesOf(regular(block.text), SUBTITLE).length * SUBTITLE.leading;
    case 'table':
      return tableHeight(flow, block);
    case 'facts':
      return factsHeight(flow, block);
    default:
      return signatureHeight(block.signatures);
  }
}

const runsOf = (clause: Clause | undefined): Run[] => [
  ...(clause?.title ? strong(`${clause.title}.`) : []),
  ...regular(clause?.text ?? ''),
];

function drawClause(flow: Flow, clause: Clause, number: string) {
  const style = { ...BODY, indent: INDENT };
  const lines = linesOfRuns(flow, runsOf(clause), style);
  const drawBody = () => drawLines(flow, lines, { ...style, label: number });
  inElement(flow.paper, 'LI', () => inElement(flow.paper, 'LBody', drawBody));
  flow.paper.y += AFTER;
}

/** Two beside each other. */
function drawSignatures(flow: Flow, signatures: readonly Signature[]) {
  const { paper, width } = flow;
  const each = (width - SIGNATURE.gap) / 2;
  for (let first = 0; first < signatures.length; first += 2) {
    const pair = signatures.slice(first, first + 2);
    keepWhole(paper, signatureHeight(pair));
    const top = paper.y + SIGNATURE.above;
    const ends = pair.map((signature, index) => {
      paper.y = top;
      drawSignature(flow, signature, { left: index * (each + SIGNATURE.gap), width: each });
      return paper.y;
    });
    paper.y = Math.max(...ends) + SIGNATURE.below;
  }
}

function drawSignature(
  flow: Flow,
  { party, signed, lines }: Signature,
  { left, width }: { left: number; width: number },
) {
  const { paper } = flow;
  const place = { indent: left, width };
  write(flow, strong(party), { ...SIGNATURE.party, ...place });
  paper.y += SIGNATURE.space - BODY.leading;
  const line = paper.y + BODY.leading + 2;
  if (signed !== '') write(flow, regular(signed), { ...BODY, ...place });
  drawRule(paper, { left: MARGIN + left, top: line, width, weight: 0.6, colour: QUIET });
  paper.y = line + 4;
  for (const text of lines) write(flow, regular(text), { ...SIGNATURE.line, colour: QUIET, ...place });
}

/** Of the first two, whose names take one line each. */
function signatureHeight(signatures: readonly Signature[]): number {
  const { above, space, below, party, line } = SIGNATURE;
  const lines = Math.max(0, ...signatures.slice(0, 2).map((each) => each.lines.length));
  return above + party.leading + space + 6 + lines * line.leading + below;
}
