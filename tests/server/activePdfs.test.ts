// PDFs that do something when they are opened, however it is hidden, and PDFs that do not.
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../support/givens.ts';
import { signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

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
const program = Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(200, 1)]);

describe('a PDF with active content is refused in words:', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a script at opening', pdf('<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'), /a script/],
    ['a script behind escaped letters', pdf('<</S/J#61v#61Script/JS(app.alert(1))>>'), /a script/],
    ['a type that stands alone', pdf('<</S 4 0 R/JS(x)>>', '/JavaScript'), /a script/],
    ['a script in the names of the document', pdf('<</Names<</JavaScript 4 0 R>>>>'), /a script/],
    ['a program that is started by a link', pdf('<</A<</S /Launch/F(cmd)>>>>'), /starts a program/],
    ['a form that is sent', pdf('<</AA<</D<</S/SubmitForm/F(http://x)>>>>>>'), /sends what is typed/],
    ['data that is read', pdf('<</S/Import#44ata/F(x)>>'), /reads a file/],
    ['a film with a script', pdf('<</S/Rendition/JS(app.alert(1))>>'), /a script/],
    ['an action within packed objects', pdf(packed('<</S/JavaScript/JS(x)>>')), /a script/],
    ['escaped letters within packed objects', pdf(packed('<</S/L#61unch>>')), /starts a program/],
    [
      'packed objects without their type',
      pdf(stream('/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.from('9 0 <</S/Launch>>')))),
      /starts a program/,
    ],
    [
      'packed objects that hide their end',
      pdf(packed(`<</X(endstream endobj)/S/Launch/Y(${'long '.repeat(2000)})>>`)),
      /starts a program/,
    ],
    [
      'an object within what looks like a picture',
      pdf(stream('/Subtype/Image', Buffer.from('7 0 obj<</S/Launch>>endobj'))),
      /starts a program/,
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
      /a program as an attachment/,
    ],
    [
      'a packed program that is attached',
      pdf(stream('/Type/EmbeddedFile/Filter/FlateDecode', deflateSync(program))),
      /a program as an attachment/,
    ],
    [
      'an attachment with the name of a program',
      pdf('<</Type/Filespec/EF<</F 4 0 R>>/F(tool.exe)>>', stream('/Type/EmbeddedFile', Buffer.from('x'))),
      /a program as an attachment/,
    ],
    [
      'a name in two bytes a letter',
      pdf('<</EF<</F 4 0 R>>/UF<FEFF0061002E006500780065>>>'),
      /a program as an attachment/,
    ],
    [
      'content that is encrypted',
      pdf('<</Filter/Standard/V 4>>')
        .subarray(0, -1)
        .toString('latin1')
        .replace('/Root', '/Encrypt 3 0 R/Root') as unknown as Buffer,
      /is encrypted/,
    ],
  ])('%s', async (_what, bytes, sentence) => {
    const reply = await upload(Buffer.from(bytes));
    expect([reply.status, String(reply.detail)]).toEqual([422, expect.stringMatching(sentence)]);
  });
});

describe('a PDF that only shows something is taken:', () => {
  it.each<[string, Buffer]>([
    ['a view to open with', pdf('<</OpenAction[2 0 R/Fit]>>')],
    ['an action that goes to a page', pdf('<</OpenAction<</S/GoTo/D[2 0 R/XYZ 0 0 1]>>>>')],
    ['a link to an address', pdf('<</A<</S/URI/URI(https://example.com/launch.exe)>>>>')],
    ['packed objects', pdf(packed('<</Type/Page>>'))],
    [
      'a table that is attached',
      pdf('<</EF<</F 4 0 R>>/F(table.csv)>>', stream('/Type/EmbeddedFile', Buffer.from('a,b'))),
    ],
    [
      'words about JavaScript',
      pdf(stream('/Filter/FlateDecode', deflateSync(Buffer.from('(JavaScript, Launch) Tj'))), '<</Title(JavaScript)>>'),
    ],
    ['a large picture', pdf(stream('/Subtype/Image', Buffer.alloc(10 * 1024 * 1024, 7)))],
  ])('%s', async (_what, bytes) => {
    expect((await upload(bytes)).status).toBe(201);
  });
  it('what the product prints itself', async () => {
    const { status, bytes } = await owner.get('/api/reports/holder-list.pdf');
    expect([status, (await upload(bytes)).status]).toEqual([200, 201]);
  });
});
