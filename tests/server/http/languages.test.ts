// Who reads another language chooses it once: their pages, what the server says to them and their mails are in it.
import { describe, expect, it } from 'vitest';
import { sendMessage } from '#server/jobs/kinds/message.ts';
import type { Outgoing } from '#server/providers/carrier.ts';
import { localeNames } from '#src/words/locales.ts';
import * as given from '#tests/support/given.ts';
import { confirmMailbox, signUp, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const IN_GERMAN = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } };

/** Sends the mails that wait for an address, and answers what its mailbox gets. */
async function mailbox(address: string): Promise<{ subject: string | null; text: string }[]> {
  const got: { subject: string | null; text: string }[] = [];
  const carrier = { send: async ({ subject, text }: Outgoing) => void got.push({ subject, text }) };
  const jobs = await server.sql<{ id: string; details: Record<string, unknown> }>(
    `delete from job where kind = 'email' and details ->> 'recipient' = $1 returning id, details`,
    [address],
  );
  for (const { id, details } of jobs) {
    const job = { id, details, kind: 'email', turn_of: id, lane: 'single', attempts: 1, is_expired: false } as const;
    await sendMessage(server.deps, carrier as never)(job);
  }
  return got;
}

const choose = (person: Person, locale: unknown) => person.put('/api/auth/me', { locale });

describe('a language', () => {
  it.each([...localeNames, null])('%s is chosen once, and every sign-in knows it', async (locale) => {
    const person = await signUp(server);
    const answer = await choose(person, locale);
    expect([answer.status, (answer.body.user as { locale: unknown }).locale]).toEqual([200, locale]);
    const me = (await person.get('/api/auth/me')).body;
    expect((me.user as { locale: unknown }).locale).toBe(locale);
    const cookie = String(answer.headers['set-cookie'] ?? '');
    expect(cookie.startsWith(`locale=${locale};`)).toBe(locale !== null);
  });
  it.each(['fr', 'DE', 'en-XA', '', 7, ['de'], 'constructor'])(
    'that nobody speaks (%j) is refused at its field',
    async (locale) => {
      const person = await signUp(server);
      const { status, body } = await choose(person, locale);
      expect([status, (body.errors as { field: string }[])[0]!.field]).toEqual([422, 'locale']);
    },
  );
  it('is that of the mails to who chose it, and nobody else’s', async () => {
    const [german, other] = [await signUp(server), await signUp(server)];
    await choose(german, 'de');
    await Promise.all([german, other].map(({ email }) => mailbox(email)));
    for (const person of [german, other])
      await person.post('/api/auth/password', { current_password: person.password, new_password: 'another horse 8' });
    const [[mail], [english]] = [await mailbox(german.email), await mailbox(other.email)];
    expect([mail!.subject, english!.subject]).toEqual([
      'Ihr Sharebook-Passwort wurde geändert',
      'Your Sharebook password was changed',
    ]);
    expect(mail!.text).toMatch(/\/forgot-password/);
    expect(mail!.text).not.toMatch(/If it was not you/);
  });
  it('is that of what the server says, beside the English that programs read', async () => {
    const owner = await signUp(server);
    const { status, body } = await owner.get('/api/shareholders/nobody', IN_GERMAN);
    expect([status, body.detail === body.said, body.code]).toEqual([404, false, 'not_found']);
    const english = await owner.get('/api/shareholders/nobody');
    expect([english.body.detail, 'said' in english.body]).toEqual([body.detail, false]);
  });
  it('is Spanish for who signs in with the wrong password', async () => {
    const person = await signUp(server);
    const inSpanish = { headers: { 'accept-language': 'es-MX,es;q=0.9' } };
    const { body } = await person.post('/api/auth/login', { email: person.email, password: 'not it 12345' }, inSpanish);
    expect(body.said).toBe('El correo o la contraseña no son correctos.');
  });
  it('says when the next try is allowed, in words and in the header', async () => {
    const refusals = await Promise.all(
      [IN_GERMAN, {}].map(async (options) => {
        const person = await signUp(server);
        const wrong = { email: person.email, password: 'not it 12345' };
        let reply = await person.post('/api/auth/login', wrong, options);
        for (let tries = 0; tries < 40 && reply.status !== 429; tries += 1)
          reply = await person.post('/api/auth/login', wrong, options);
        return reply;
      }),
    );
    for (const { status, headers, detail } of refusals)
      expect([status, detail]).toEqual([
        429,
        `Too many attempts. Please try again in ${Math.ceil(Number(headers['retry-after']) / 60)} minutes.`,
      ]);
    expect(refusals[0]!.body.said).toMatch(/^Zu viele Versuche\..* in \d+ Minuten erneut\.$/);
  });
  it('is that of the lines of the ledger, of vesting and of who may see a document, as they are read', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const common = await given.shareClass(company, { name: 'Common' });
    const plan = await given.equityPlan(company, { share_class_ids: [common.id] });
    const grant = await given.grant(company, { equity_plan_id: plan.id, shareholder_id: holder.id });
    const path = `/api/grants/${String(grant.id)}`;
    const texts = (body: Record<string, unknown>) => (body.history as { text: string }[]).map(({ text }) => text);
    const [english, german] = [(await company.get(path)).body, (await company.get(path, IN_GERMAN)).body];
    expect(texts(english).some((text) => text.startsWith('Issued '))).toBe(true);
    expect(texts(german).filter((text) => /^(Issued|Vesting started)/.test(text))).toEqual([]);
    expect(texts(german).some((text) => text.includes(`an ${String(holder.name)}`))).toBe(true);
    const held = async (options = {}) =>
      (await company.get('/api/shareholders/', options)).rows.map((row) => row.holdings);
    expect([await held(), await held(IN_GERMAN)]).toEqual([['1 grant'], ['1 Zuteilung']]);
    const described = ({ schedule }: typeof english) => (schedule as { description: string }).description;
    expect(described(english)).toMatch(/after the vesting start/);
    expect(described(german)).toMatch(/unverfallbar/);
    expect(described(german)).not.toMatch(/vest(s|ed)\b/);
  });
  it('is that of the words beneath what a search finds', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company, { first_name: 'Sofia', last_name: 'Lindqvist' });
    const common = await given.shareClass(company, { name: 'Common' });
    await given.certificate(company, { shareholder_id: holder.id, share_class_id: common.id });
    const beneath = async (options = {}) => {
      const { body } = await company.get('/api/search?q=lindqvist', options);
      return (body as unknown as { subtitle: string }[]).map(({ subtitle }) => subtitle).join(' · ');
    };
    const [english, german] = [await beneath(), await beneath(IN_GERMAN)];
    expect(english).toMatch(/Other.*Active/);
    expect(german).toMatch(/Sonstiges.*Aktiv/);
    expect(german).not.toMatch(/Active|Other/);
  });
  it('is that of an export in the trail', async () => {
    const company = await signUpCompany(server);
    await company.get('/api/shareholders/export.csv');
    const { rows } = await company.get('/api/audit/?filter={"action":"export"}', IN_GERMAN);
    expect(rows.map(({ summary }) => summary)).toContain('hat exportiert: Anteilseigner als CSV');
  });
  it('is that of what is found in a spreadsheet and asked about it, but for the names in it', async () => {
    const company = await signUpCompany(server);
    const text = 'Name,Shares,Class,Issue date\nOpen,"1,500",Common,03/04/2024\nAda,abc,Common,05/06/2024';
    const { body } = await company.post('/api/sheets', { text });
    const { body: german } = await company.get(`/api/sheets/${String(body.id)}`, IN_GERMAN);
    const { questions, findings } = german as unknown as {
      questions: { code: string; text: string; choices: { label: string }[] }[];
      findings: { message: string }[];
    };
    const order = questions.find(({ code }) => code === 'date_order')!;
    expect([order.text, ...order.choices.map(({ label }) => label)]).toEqual([
      expect.stringMatching(/^Beginnt .* mit dem Tag oder mit dem Monat\?$/),
      'Zuerst der Tag',
      'Zuerst der Monat',
    ]);
    expect(findings.map(({ message }) => message).join(' ')).toContain('Dies wird nicht als Zahl gelesen.');
    expect(JSON.stringify(german)).not.toMatch(/Enter a|is not read as/);
  });
  it('changes nothing that people wrote, also where it is a word of ours', async () => {
    const owner = await signUp(server);
    await confirmMailbox(server, owner);
    const task = { title: 'Open', description: 'Yes', priority: 'low' };
    const { body } = await owner.post('/api/tasks/', task);
    const read = await owner.get(`/api/tasks/${String(body.id)}`, IN_GERMAN);
    expect(read.body).toMatchObject({ title: 'Open', description: 'Yes' });
  });
});
