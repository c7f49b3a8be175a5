// The properties of a paper that programs read: its title, author and language.
import { readersLocale } from '#src/words/reader.ts';
import type { Paper } from './structure.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!);

/** pdfkit writes the properties twice, and the second time as XML in which it does not escape names: "Smith & Sons" would break it. */
export function writeProperties(
  paper: Paper,
  { title, author, madeAt }: { title: string; author: string; madeAt: Date },
) {
  const writer = paper as unknown as { _addInfo(): void; appendXML(xml: string): void };
  writer._addInfo = () =>
    writer.appendXML(`
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
        <xmp:CreateDate>${madeAt.toISOString().split('.')[0]!}Z</xmp:CreateDate>
        <xmp:CreatorTool>Sharebook</xmp:CreatorTool>
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
        <dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
        <dc:language><rdf:Bag><rdf:li>${readersLocale()}</rdf:li></rdf:Bag></dc:language>
        <pdf:Producer>PDFKit</pdf:Producer>
      </rdf:Description>`);
}
