// An index gives the next number of a class. It must equal the number calculated from all numbers ever used.
import { expect, it } from 'vitest';
import { nextCertificateNumbers } from '#src/domain/certificateNumber.ts';
import { holder, issued, issuer, stockClass } from '#tests/domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const USED =
  'CS-2|CS-10|cs-99| CS-50|CS-70 |CS-007|CS-9007199254740993|CS-12a|CS40|A12|A1-3|A1-44|A199|A1|7|-12|OA|OA-7|OA6|ÄΣ-3|b%_1|bxy9'.split(
    '|',
  );
const PREFIXES = ['CS-', 'CS', 'cs-', 'A', 'A1', '', 'OA', 'ÄΣ', 'äσ-', 'b%_', 'new-'];

it('the next number is one above the highest with its prefix, and a number in use is found in any case', async () => {
  const owner = await signUpCompany(server);
  const classes = PREFIXES.map((default_id_prefix, n) => stockClass(`class-${n}`, { default_id_prefix }));
  const certificates = USED.map((custom_id, n) =>
    issued(`s${n}`, 'ada', '1', { stock_class_id: 'class-0', custom_id }),
  );
  const objects = [issuer(), holder('ada'), ...classes, ...certificates];
  const { body } = await importZip(owner, await zipOf(packageFiles(objects)), 'accept_findings=true');
  expect(body.applied).toBe(true);
  const used = [...USED];
  const issue = (share_class_id: string, certificate_number?: string) =>
    owner.post('/api/certificates/', {
      shareholder_id: 'ada',
      share_class_id,
      quantity: '1',
      issue_date: '2024-01-01',
      certificate_number,
    });
  for (const [n, prefix] of PREFIXES.entries()) {
    const reply = await issue(`class-${n}`);
    expect([prefix, reply.status, reply.body.certificate_number]).toEqual([
      prefix,
      201,
      nextCertificateNumbers(prefix, used, 1)[0],
    ]);
    used.push(String(reply.body.certificate_number));
  }
  for (const taken of ['CS-10', ' cs-99 ', 'oa', 'B%_1']) {
    const reply = await issue('class-0', taken);
    expect([taken, reply.status, reply.body.code]).toEqual([taken, 409, 'certificate_number_taken']);
  }
  expect((await issue('class-0', 'CS-11')).status).toBe(201);
});
