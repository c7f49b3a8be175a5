// PDFs that do something when they are opened, however it is hidden, and PDFs that do not.
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { SecurityOptions } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import * as given from '#tests/support/given.ts';
import { multipart } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n'),
    ...objects.flatMap((each, n) => [
      Buffer.from(`\n${n + 3} 0 obj `),
      Buffer.from(each as string),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${content.length}>>stream\r\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
const packed = (objects: string, extra = '/Filter/FlateDecode') =>
  stream(`/Type/ObjStm/N 1/First 4${extra}`, deflateSync(Buffer.from(`9 0 ${objects}`)));
const upload = (bytes: Buffer) => {
  const { body, options } = multipart({ name: 'paper.pdf', bytes });
  return owner.post('/api/documents/upload', body, options);
};
async function encrypted(security: SecurityOptions, change: (made: PDFDocument) => void = () => undefined) {
  const made = await PDFDocument.create();
  made.addPage();
  change(made);
  made.encrypt(security);
  return Buffer.from(await made.save({ useObjectStreams: true }));
}
const program = Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(200, 1)]);

// Texts that made the reader of a dictionary stop too early.
const HIDDEN_HEADS: [string, string][] = [
  ['"obj" in a text', '/X( obj)'],
  ['"obj" in a comment', ' % obj\n'],
  ['"endstream" in a text', '/X(endstream)'],
  ['"stream" in a text', '/X(stream)'],
  ['a long text', `/X(${'A'.repeat(5000)})`],
];

// Types of files that a system may run, or open with a program that runs them, and names that hide the type.
const ODD_KINDS = [
  ...'jnlp settingcontent-ms appref-ms application msix appx sct shb shs vbscript pyzw diagcab msu library-ms'.split(
    ' ',
  ),
  ...'search-ms desktop scpt workflow ksh csh hlp job ps1xml xlsb slk iqy mde html svg zip theme'.split(' '),
].map((kind) => `.${kind}`);
ODD_KINDS.push('', '.pdf.', '.exe:a.txt');

const invoice = (link: string) =>
  pdf(
    `<</Type/Annot/Subtype/Link/A<</S/URI/URI(${link})>>>>`,
    '<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/AFRelationship/Data/EF<</F 5 0 R>>>>',
    stream('/Type/EmbeddedFile/Subtype/text#2Fxml/Filter/FlateDecode', deflateSync(Buffer.from('<rsm:Invoice/>'))),
  );

describe('a PDF with active content is refused with a message:', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a script at opening', pdf('<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'), /a script/],
    ['a script behind escaped letters', pdf('<</S/J#61v#61Script/JS(app.alert(1))>>'), /a script/],
    ['a type in an object of its own', pdf('<</S 4 0 R/JS(x)>>', '/JavaScript'), /a script/],
    ['a script in the names of the document', pdf('<</Names<</JavaScript 4 0 R>>>>'), /a script/],
    ['a program that is started by a link', pdf('<</A<</S /Launch/F(cmd)>>>>'), /starts a program/],
    ['a form that is sent', pdf('<</AA<</D<</S/SubmitForm/F(http://x)>>>>>>'), /sends form data/],
    ['data that is imported', pdf('<</S/Import#44ata/F(x)>>'), /reads a file/],
    ['a film with a script', pdf('<</S/Rendition/JS(app.alert(1))>>'), /a script/],
    ['an action within packed objects', pdf(packed('<</S/JavaScript/JS(x)>>')), /a script/],
    ['escaped letters within packed objects', pdf(packed('<</S/L#61unch>>')), /starts a program/],
    [
      'packed objects without their type',
      pdf(stream('/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.from('9 0 <</S/Launch>>')))),
      /processed safely/,
    ],
    [
      'packed objects that hide their end',
      pdf(packed(`<</X(endstream endobj)/S/Launch/Y(${'long '.repeat(2000)})>>`)),
      /starts a program/,
    ],
    [
      'an object within what looks like a picture',
      pdf(stream('/Subtype/Image', Buffer.from('7 0 obj<</S/Launch>>endobj'))),
      /processed safely/,
    ],
    [
      'packed objects that are packed twice',
      pdf(packed('<</S/Launch>>', '/Filter[/ASCIIHexDecode/FlateDecode]')),
      /processed safely/,
    ],
    [
      'a bomb of packed objects',
      pdf(stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.alloc(80 * 1024 * 1024)))),
      /processed safely/,
    ],
    [
      'a program that is attached',
      pdf('<</Type/Filespec/EF<</F 4 0 R>>/F(tool.txt)>>', stream('/Type/EmbeddedFile', program)),
      /an attached program/,
    ],
    [
      'a packed program that is attached',
      pdf(stream('/Type/EmbeddedFile/Filter/FlateDecode', deflateSync(program))),
      /an attached program/,
    ],
    [
      'an attachment with the name of a program',
      pdf('<</Type/Filespec/EF<</F 4 0 R>>/F(tool.exe)>>', stream('/Type/EmbeddedFile', Buffer.from('x'))),
      /could be a program/,
    ],
    [
      'an attachment that has no name',
      pdf('<</Type/Filespec/EF<</F 4 0 R>>>>', stream('/Type/EmbeddedFile', Buffer.from('@echo off'))),
      /could be a program/,
    ],
    [
      'a name with two bytes for each letter',
      pdf('<</EF<</F 4 0 R>>/UF<FEFF0061002E006500780065>>>'),
      /could be a program/,
    ],
    ...HIDDEN_HEADS.map(([what, extra]): [string, Buffer, RegExp] => [
      `packed objects whose dictionary holds ${what}`,
      pdf(packed('<</S/JavaScript/JS(x)>>', `/Filter/FlateDecode${extra}`)),
      /a script/,
    ]),
    [
      'an object that begins within a text of its packed stream',
      pdf(
        stream(
          '/Type/ObjStm/N 1/First 5/Filter/FlateDecode',
          deflateSync(Buffer.from('9 1  (<</S/JavaScript/JS(x)>>)')),
        ),
      ),
      /a script/,
    ],
    ...ODD_KINDS.map((kind): [string, Buffer, RegExp] => [
      `an attachment of the kind ${kind || 'that has no ending'}`,
      pdf(`<</Type/Filespec/F(offer${kind})/EF<</F 4 0 R>>>>`, stream('', Buffer.from('hello'))),
      /could be a program/,
    ]),
    [
      'an attachment whose name has thousands of letters',
      pdf(
        `<</Type/Filespec/F(${'\\\n'.repeat(5000)}offer.exe${'\\\n'.repeat(5000)})/EF<</F 4 0 R>>>>`,
        stream('', program),
      ),
      /could be a program/,
    ],
    [
      'a drawing in three dimensions with a script',
      pdf(
        '<</Subtype/3D/3DD 4 0 R>>',
        stream('/Type/3D/Subtype/U3D/OnInstantiate 5 0 R', Buffer.from('U3D')),
        stream('', Buffer.from('x')),
      ),
      /a script/,
    ],
    ...['4d5a9000', '7f454c46', 'cffaedfe', '23212f62'].map((start): [string, Buffer, RegExp] => [
      `an attached text that begins with ${start}`,
      pdf('<</F(notes.txt)/EF<</F 4 0 R>>>>', stream('', Buffer.from(`${start}0000`, 'hex'))),
      /an attached program/,
    ]),
    ...['(setup \\(1\\).exe)', '(evil.e\\170e)', '(run\\056bat)', '(evil.e\\\nxe)', '(evil.exe. )', '(tool.py)'].map(
      (name): [string, Buffer, RegExp] => [
        `an attachment named ${JSON.stringify(name)}`,
        pdf(`<</Type/Filespec/F ${name}/EF<</F 4 0 R>>>>`, stream('', Buffer.from('@echo off'))),
        /could be a program/,
      ],
    ),
    ['a name that is an object', pdf('<</EF<</F 5 0 R>>/F 4 0 R>>', '(evil.exe)'), /could be a program/],
    [
      'a program without a type',
      pdf('<</EF<</F 4 0 R>>/F(data.dat)>>', stream('/Filter/FlateDecode', deflateSync(program))),
      /could be a program/,
    ],
    [
      'a program listed in a separate object',
      pdf('<</EF 4 0 R/F(data.dat)>>', '<</F 5 0 R>>', stream('/Filter/FlateDecode', deflateSync(program))),
      /could be a program/,
    ],
    [
      'a program listed within packed objects',
      pdf(packed('<</EF<</F 4 0 R>>/F(data.dat)>>'), stream('/Filter/FlateDecode', deflateSync(program))),
      /could be a program/,
    ],
    [
      'a program whose dictionary holds " obj"',
      pdf(stream('/Type/EmbeddedFile/X( obj)/Filter/FlateDecode', deflateSync(program))),
      /an attached program/,
    ],
    [
      'an attached PDF with a script',
      pdf(
        '<</EF<</F 4 0 R>>/F(inner.pdf)>>',
        stream('/Filter/FlateDecode', deflateSync(pdf(packed('<</S/JavaScript/JS(x)>>')))),
      ),
      /a script/,
    ],
    [
      'a dictionary that does not end',
      pdf(stream('/Filter/FlateDecode', deflateSync(program)), '<</A['),
      /processed safely/,
    ],
    ['objects without end', pdf('9 0 obj<</A('.repeat(200_000)), /processed safely/],
  ])('%s', async (_what, bytes, sentence) => {
    const reply = await upload(Buffer.from(bytes));
    expect([reply.status, String(reply.detail)]).toEqual([422, expect.stringMatching(sentence)]);
  });
});

describe('an encrypted PDF is refused', () => {
  it('when nobody could open it', async () => {
    const reply = await upload(await encrypted({ ownerPassword: 'the bank', userPassword: 'the customer' }));
    expect([reply.status, reply.code, String(reply.detail)]).toEqual([
      422,
      'encrypted_pdf',
      expect.stringContaining('opens only with a password'),
    ]);
  });
  it('with what is refused in any other', async () => {
    const reply = await upload(
      await encrypted({ ownerPassword: 'somebody' }, (made) => made.addJavaScript('x', 'app.alert(1)')),
    );
    expect([reply.status, reply.code]).toEqual([422, 'active_content']);
  });
});

describe('a PDF that only shows something is accepted:', () => {
  it.each<[string, Buffer]>([
    ['a view to open with', pdf('<</OpenAction[2 0 R/Fit]>>')],
    ['an action that goes to a page', pdf('<</OpenAction<</S/GoTo/D[2 0 R/XYZ 0 0 1]>>>>')],
    ['a link to an address', pdf('<</A<</S/URI/URI(https://example.com/launch.exe)>>>>')],
    ['packed objects', pdf(packed('<</Type/Page>>'))],
    ['a form of the XFA kind, as states send out', pdf('<</AcroForm<</Fields[]/XFA(<xdp:xdp/>)>>>>')],
    [
      'a table that is attached',
      pdf('<</EF<</F 4 0 R>>/F(table.csv)>>', stream('/Type/EmbeddedFile', Buffer.from('a,b'))),
    ],
    [
      'words about JavaScript',
      pdf(stream('/Filter/FlateDecode', deflateSync(Buffer.from('(JavaScript, Launch) Tj'))), '<</Title(JavaScript)>>'),
    ],
    ...'xml pdf csv txt xlsx docx odt ods png JPG json'
      .split(' ')
      .map((kind): [string, Buffer] => [
        `an attachment of the kind ${kind}`,
        pdf(`<</F(a file.v2.${kind})/UF(a file.v2.${kind})/EF<</F 4 0 R>>>>`, stream('', Buffer.from('hello'))),
      ]),
    ['an electronic invoice with a link', invoice('https://www.example.com')],
    ['an electronic invoice with an address to write to', invoice('mailto:billing@example.com')],
    ['a link to a page about JavaScript', pdf('<</A<</S/URI/URI(https://example.org/wiki/JavaScript)>>>>')],
    ['a packed link to it', pdf(packed('<</A<</S/URI/URI(https://example.org/wiki/JavaScript)>>>>'))],
    ['an attached PDF', pdf('<</EF<</F 4 0 R>>/F(a.pdf)>>', stream('/Filter/FlateDecode', deflateSync(pdf('<<>>'))))],
    ['a large picture', pdf(stream('/Subtype/Image', Buffer.alloc(10 * 1024 * 1024, 7)))],
  ])('%s', async (_what, bytes) => {
    expect((await upload(bytes)).status).toBe(201);
  });
  it('a PDF that nobody may change, as banks send out: it is encrypted, and opens without a password', async () => {
    expect((await upload(await encrypted({ ownerPassword: 'the bank' }))).status).toBe(201);
  });
  it('a PDF that the product prints itself', async () => {
    const certificate = await given.certificate(owner);
    for (const path of ['/api/reports/holder-list.pdf', `/api/certificates/${String(certificate.id)}/pdf`]) {
      const { status, bytes } = await owner.get(path);
      expect([status, (await upload(bytes)).status]).toEqual([200, 201]);
    }
  });
  it('a PDF that a browser prints', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.setContent('<h1>Minutes</h1><a href="https://example.org/wiki/JavaScript">A page</a>');
      expect((await upload(await page.pdf({ tagged: true, outline: true }))).status).toBe(201);
    } finally {
      await browser.close();
    }
  });
});
