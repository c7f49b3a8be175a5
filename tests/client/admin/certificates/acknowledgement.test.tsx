// The question "Is this right?": the holder answers it on the page of a holding, and the company sees the answer there and in
// the history.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acknowledged } from '#src/resources/acknowledgements.ts';
import type { Acknowledged } from '#src/resources/acknowledgements.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const at = '2026-03-14T12:00:00Z';
const day = 'Mar 14, 2026';
const holder = { role: 'shareholder', account_type: 'shareholder' } as const;
const agreed = { state: 'agreed', at, by: 'You', reason: null, thread_id: null };
const disputed = { state: 'disputed', at, by: 'You', reason: 'It should be 1,200.', thread_id: 't1' };

function given(
  kind: Acknowledged,
  more: Record<string, unknown> = {},
  user: Parameters<typeof openConsole>[1] = holder,
) {
  const resource = resourceNamed(kind);
  server.rows[kind] = [
    sampleRow(resource, {
      [resource.title]: 'CS-4',
      last_entry: 7,
      acknowledgement: null,
      acknowledgements: [],
      ...more,
    }),
  ];
  openConsole(`/app/${kind}/${kind}-1/show`, user);
}
const panel = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
/** The question or answer that the page shows, once it has loaded. */
const questionOrAnswer = async () => {
  await screen.findByRole('region', { name: 'History' });
  return screen.queryByText(/right\?|agreed on|wrong/);
};

describe.each(acknowledged)('the holder of one of the %s', (kind) => {
  it('is asked, and confirms the record as shown', async () => {
    const path = `/api/${kind}/${kind}-1/agree`;
    server.answer(`POST ${path}`, { json: {} });
    given(kind);
    const asked = await panel('Is this right?');
    expect(asked.getByText(/^Compare it with your own documents\. Acme, Inc\. will see your answer\.$/)).toBeVisible();
    fireEvent.click(asked.getByRole('button', { name: 'Yes, this is right' }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Yes, this is right' }));
    expect(await screen.findByText('You agreed that CS-4 is right')).toBeVisible();
    expect(server.callsTo('POST', path)[0]?.body).toEqual({ last_entry: 7 });
  });
  it('must explain what is wrong', async () => {
    const path = `/api/${kind}/${kind}-1/dispute`;
    server.answer(`POST ${path}`, { json: {} });
    given(kind);
    fireEvent.click((await panel('Is this right?')).getByRole('button', { name: 'Something is wrong' }));
    const opened = await dialog();
    await waitFor(() => expect(opened.getByLabelText(/^What is wrong/)).toHaveFocus());
    fireEvent.click(opened.getByRole('button', { name: 'Tell the company' }));
    expect(await opened.findAllByText(/This is required/)).not.toHaveLength(0);
    await userEvent.type(opened.getByLabelText(/^What is wrong/), 'It should be 1,200.');
    fireEvent.click(opened.getByRole('button', { name: 'Tell the company' }));
    await waitFor(() => expect(server.callsTo('POST', path)).toHaveLength(1));
    expect(server.callsTo('POST', path)[0]?.body).toEqual({ reason: 'It should be 1,200.' });
  });
  it('attaches to what is wrong the file that shows it', async () => {
    const path = `/api/${kind}/${kind}-1/dispute`;
    const file = { id: 'f1', name: 'my copy.pdf', content_type: 'application/pdf', file_size: 4 };
    server.answer('POST /api/messaging/files', { status: 201, json: { ...file, expires_at: at } });
    server.answer(`POST ${path}`, { json: {} });
    given(kind);
    fireEvent.click((await panel('Is this right?')).getByRole('button', { name: 'Something is wrong' }));
    const opened = await dialog();
    await userEvent.type(opened.getByLabelText(/^What is wrong/), 'It should be 1,200.');
    await userEvent.upload(await opened.findByLabelText('Files to attach'), new File(['%PDF'], 'my copy.pdf'));
    await opened.findByText(/4 bytes|4 B/);
    fireEvent.click(opened.getByRole('button', { name: 'Tell the company' }));
    await waitFor(() => expect(server.callsTo('POST', path)).toHaveLength(1));
    expect(server.callsTo('POST', path)[0]?.body).toEqual({ reason: 'It should be 1,200.', file_ids: ['f1'] });
  });
  it('sees the answer with its day, and can change it', async () => {
    given(kind, { acknowledgement: agreed });
    const answered = await panel(`You agreed on ${day}`);
    expect(answered.getByRole('button', { name: 'Something is wrong' })).toBeVisible();
    expect(answered.queryByRole('button', { name: /right/ })).toBeNull();
  });
});

describe('the holder', () => {
  it('sees the text of their dispute and a link to the conversation, and can agree', async () => {
    given('certificates', { acknowledgement: disputed });
    const answered = await panel(`You said on ${day} that something is wrong`);
    expect(answered.getByText('It should be 1,200.')).toBeVisible();
    expect(answered.getByRole('link', { name: 'Open the conversation' })).toHaveAttribute(
      'href',
      '/app/messages/t1/show',
    );
    expect(answered.getByRole('button', { name: 'This is now right' })).toBeVisible();
    expect(answered.queryByRole('button', { name: 'Something is wrong' })).toBeNull();
  });
  it('gets no link to the conversation of an earlier account', async () => {
    given('certificates', { acknowledgement: { ...disputed, by: 'Ada Lovelace', reason: null, thread_id: null } });
    const answered = await panel(`Ada Lovelace said on ${day} that something is wrong`);
    expect(answered.queryByRole('link')).toBeNull();
  });
  it.each([
    ['agreed', 'Is this still right?', `You agreed on ${day}. Something has been recorded since.`],
    ['settled', 'Is this now right?', `Acme, Inc. closed the conversation about what was wrong on ${day}.`],
  ])('is asked again after a record was %s, and is told why', async (state, title, text) => {
    given('certificates', { acknowledgements: [{ state, at, actor: 'You', text: 'x' }] });
    expect((await panel(title)).getByText(text)).toBeVisible();
  });
  it('is not asked about a holding that has ended, but still sees its open dispute', async () => {
    given('certificates', { status: 'transferred', acknowledgement: disputed });
    const answered = await panel(`You said on ${day} that something is wrong`);
    expect(answered.queryByRole('button')).toBeNull();
  });
  it('is not asked about a holding that ended without a dispute', async () => {
    given('certificates', { status: 'transferred' });
    expect(await questionOrAnswer()).toBeNull();
  });
  it('is told to check again if the holding has changed meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const detail = 'CS-4 has changed since you opened it. Reload the page and check it again.';
    server.answer('POST /api/certificates/certificates-1/agree', {
      status: 409,
      json: { detail, code: 'changed_since' },
    });
    given('certificates');
    fireEvent.click((await panel('Is this right?')).getByRole('button', { name: 'Yes, this is right' }));
    const opened = await dialog();
    fireEvent.click(opened.getByRole('button', { name: 'Yes, this is right' }));
    expect(await opened.findByText(detail)).toBeVisible();
  });
  it('finds the answer buttons only in the panel, not in the heading of the page', async () => {
    given('certificates');
    await panel('Is this right?');
    expect(screen.getAllByRole('button', { name: 'Something is wrong' })).toHaveLength(1);
  });
});

describe('the company', () => {
  it('sees that the holder agreed', async () => {
    given('grants', { acknowledgement: { ...agreed, by: 'Grace Okonkwo' } }, {});
    const told = await panel(`Holder agreed on ${day}`);
    expect(told.getByText('Grace Okonkwo says that this record is right.')).toBeVisible();
    expect(told.queryByRole('button')).toBeNull();
  });
  it('sees what the holder disputes, with a link to the conversation', async () => {
    given('warrants', { acknowledgement: { ...disputed, by: 'Grace Okonkwo' } }, {});
    const told = await panel(`Disputed on ${day}`);
    expect(told.getByText('Grace Okonkwo: It should be 1,200.')).toBeVisible();
    expect(told.getByRole('link', { name: 'Open the conversation' })).toHaveAttribute('href', '/app/messages/t1/show');
  });
  it('sees nothing if nobody answered, and is not asked', async () => {
    given('convertibles', {}, {});
    expect(await questionOrAnswer()).toBeNull();
  });
});

describe('the history of a holding', () => {
  it('lists the answers among the entries, in order of time', async () => {
    const entry = (id: string, text: string, recorded: string) => ({
      id,
      text,
      at: recorded,
      date: '2026-01-01',
      actor: 'Mara Lind',
    });
    const entries = [
      entry('t2', 'Changed the price', '2026-05-01T12:00:00Z'),
      entry('t1', 'Issued', '2026-01-01T12:00:00Z'),
    ];
    const said = {
      state: 'disputed',
      at,
      actor: 'Grace Okonkwo',
      text: 'said that something is wrong: “It is 1,200.”',
    };
    given('certificates', { acknowledgements: [said], history: entries }, {});
    const history = await panel('History');
    await history.findByText('Issued');
    expect(history.getByRole('link', { name: 'Issued' })).toHaveAttribute('href', '/app/transactions/t1/show');
    const lines = history.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Changed the price/),
      expect.stringMatching(/^Said that something is wrong: “It is 1,200\.”Grace Okonkwo · /),
      expect.stringMatching(/^Issued/),
    ]);
  });
});

describe('the conversation of a dispute', () => {
  it('links to the holding, and says that closing it settles the dispute', async () => {
    const dispute = { resource: 'certificates', id: 'c1', number: 'CS-4', is_open: true };
    server.rows.messages = [sampleRow(resourceNamed('messages'), { is_closed: false, dispute })];
    openConsole('/app/messages/messages-1/show');
    expect(await screen.findByRole('link', { name: 'CS-4' })).toHaveAttribute('href', '/app/certificates/c1/show');
    fireEvent.click(await screen.findByRole('button', { name: 'Close thread' }));
    expect((await dialog()).getByText(/^This settles the dispute of CS-4 and completes its task\./)).toBeVisible();
  });
});

it('a dispute says before it is sent which payments it holds', async () => {
  const held = { payment_id: 'p1', distribution: 'Spring dividend', amount: '100.00', currency: 'USD' };
  given('certificates', { dispute_would_hold: [held] });
  await userEvent.click(await screen.findByRole('button', { name: 'Something is wrong' }));
  expect(
    (await dialog()).getByText(/your payment for this class is held: .*100\.00 from Spring dividend/),
  ).toBeVisible();
});
