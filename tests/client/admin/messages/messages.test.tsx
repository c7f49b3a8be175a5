// The form and the conversation say who will read a message before the user types it.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const holder = { role: 'shareholder', account_type: 'shareholder' } as const;
const alone = 'Answers go to the company only';
const everyone = 'Everyone sees every answer';

describe('a new message to several recipients', () => {
  it('says who will read the answers, which go only to the company unless a group is chosen', async () => {
    server.answer('POST /api/messaging/threads', { status: 201, json: { id: 't1', subject: 'Report' } });
    openConsole('/app/messages/create');
    await userEvent.selectOptions(await screen.findByLabelText(/^To/), 'Every shareholder');
    const answers = await screen.findByLabelText(/^Answers/);
    expect(answers).toHaveDisplayValue(alone);
    await userEvent.selectOptions(answers, everyone);
    expect(screen.getByText(/All members see each other/)).toBeVisible();
    await userEvent.selectOptions(answers, alone);
    await userEvent.type(screen.getByLabelText(/^Subject/), 'Report');
    await userEvent.type(screen.getByLabelText(/^Message/), 'Here it is.');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Message sent');
    expect(server.callsTo('POST', '/api/messaging/threads')[0]?.body).toEqual({
      subject: 'Report',
      body: 'Here it is.',
      shareholder_ids: 'all',
      mode: 'broadcast',
    });
  });
  it('finds recipients by typing, one after the other', async () => {
    const rows = ['Ada King', 'Delphine Roy', 'Émile Zeller'].map((name, index) =>
      sampleRow(resourceNamed('shareholders'), { id: `h${index}`, name }),
    );
    server.rows.shareholders = rows;
    server.answer('GET /api/shareholders/', ({ query }) => {
      const { q = '' } = JSON.parse(query.get('filter') ?? '{}') as { q?: string };
      return { json: rows.filter(({ name }) => String(name).startsWith(q)) };
    });
    openConsole('/app/messages/create');
    await userEvent.selectOptions(await screen.findByLabelText(/^To/), 'Chosen shareholders');
    const box = await screen.findByRole('combobox', { name: 'Shareholders' });
    for (const name of ['Delphine Roy', 'Ada King']) {
      await userEvent.type(box, name.slice(0, 3));
      expect(box).toHaveValue(name.slice(0, 3));
      await waitFor(() => expect(screen.getAllByRole('option').filter((each) => each.closest('ul'))).toHaveLength(1));
      await userEvent.keyboard('{ArrowDown}{Enter}');
      expect(await screen.findByRole('button', { name: `Remove ${name}` })).toBeVisible();
      expect(box).toHaveValue('');
    }
  });
});

describe('a conversation', () => {
  const thread = (extra: object) => ({
    id: 't1',
    subject: 'Report',
    is_closed: false,
    addressed_to: 'Grace Hopper',
    updated_at: '2025-03-01T10:00:00.000Z',
    messages: [
      {
        id: 'm1',
        author: 'Mara Lind',
        body: 'Hello.',
        at: '2025-03-01T10:00:00.000Z',
        on_behalf_of: 'Acme, Inc.',
        files: [],
      },
      {
        id: 'm2',
        author: 'Grace Hopper',
        body: 'Hi.',
        at: '2025-03-01T11:00:00.000Z',
        on_behalf_of: null,
        files: [],
        read_by: null,
        read_by_company: false,
      },
    ],
    participants: [{ id: 'h1', name: 'Grace Hopper' }],
    ...extra,
  });

  it('tells a holder that answers go only to the company, and marks who writes for the company', async () => {
    server.rows.messages = [thread({ mode: 'broadcast' })];
    openConsole('/app/messages/t1/show', holder);
    expect(await screen.findByLabelText('Your message')).toHaveAccessibleDescription(
      'Your answer goes to the company only.',
    );
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('H'));
    expect(first).toHaveTextContent('Mara Lind for Acme, Inc.');
    expect(second).not.toHaveTextContent('Acme');
  });
  it('says that the draft of an answer was restored', async () => {
    server.rows.messages = [thread({ mode: 'broadcast' })];
    const { unmount } = openConsole('/app/messages/t1/show');
    await userEvent.type(await screen.findByLabelText('Your message'), 'Half a sentence');
    expect(screen.queryByText(/has been restored/)).toBeNull();
    unmount();
    openConsole('/app/messages/t1/show');
    expect(await screen.findByText(/has been restored/)).toBeVisible();
    expect(screen.getByLabelText('Your message')).toHaveValue('Half a sentence');
    await userEvent.clear(screen.getByLabelText('Your message'));
  });
  it('shows its recipients on its page and in the list', async () => {
    server.rows.messages = [thread({ mode: 'broadcast' })];
    const { unmount } = openConsole('/app/messages/t1/show');
    expect((await screen.findByText('To:')).parentElement).toHaveTextContent(/^To: Grace Hopper$/);
    unmount();
    openConsole('/app/messages');
    expect(await screen.findByText(/^To: Grace Hopper · Last updated/)).toBeVisible();
  });
  it('lists its participants above the messages with one press', async () => {
    const participants = ['Alan Turing', 'Grace Hopper'].map((name, index) => ({ id: `h${index}`, name }));
    server.rows.messages = [thread({ mode: 'broadcast', addressed_to: 'Alan Turing and Grace Hopper', participants })];
    openConsole('/app/messages/t1/show');
    const who = await screen.findByRole('button', { name: 'Alan Turing and Grace Hopper', expanded: false });
    expect(screen.queryByText('Alan Turing')).toBeNull();
    await userEvent.click(who);
    expect(who).toHaveAttribute('aria-expanded', 'true');
    const name = screen.getByText('Alan Turing');
    expect(name).toBeVisible();
    expect(name.compareDocumentPosition(screen.getByText('Hello.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
  it('shows the members of a group, and says that everyone sees every answer', async () => {
    const participants = [
      { id: 'h1', name: 'Grace Hopper' },
      { id: 'h2', name: 'Alan Turing' },
    ];
    server.rows.messages = [thread({ mode: 'group', addressed_to: 'Alan Turing and Grace Hopper', participants })];
    openConsole('/app/messages/t1/show', holder);
    expect(await screen.findByLabelText('Your message')).toHaveAccessibleDescription(
      'Everyone in this conversation sees every answer.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Alan Turing and Grace Hopper' }));
    expect(screen.getByText('Alan Turing')).toBeVisible();
  });

  describe('with files', () => {
    const letter = { id: 'f1', name: 'letter.pdf', content_type: 'application/pdf', file_size: 2048 };
    const uploaded = { ...letter, expires_at: '2025-03-02T10:00:00.000Z' };
    const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText('Files to attach'), files);
    const file = (name: string) => new File(['%PDF'], name);

    it('sends those that were uploaded, and names one that was refused', async () => {
      server.rows.messages = [thread({ mode: 'broadcast' })];
      server.answer('POST /api/messaging/files', ({ body }) =>
        ((body as FormData).get('file') as File).name === 'letter.pdf'
          ? { status: 201, json: uploaded }
          : { status: 415, json: { detail: 'This file type is not allowed.', code: 'file_type' } },
      );
      server.answer('POST /api/messaging/threads/t1/messages', {
        status: 201,
        json: { id: 'm3', body: 'My copy.', at: '2025-03-01T10:00:00.000Z', files: [letter] },
      });
      openConsole('/app/messages/t1/show', holder);
      await userEvent.type(await screen.findByLabelText('Your message'), 'My copy.');
      await choose(file('letter.pdf'), file('setup.exe'));
      expect(await screen.findByText('setup.exe was not attached. This file type is not allowed.')).toBeVisible();
      expect(screen.getByRole('list', { name: 'Attached files' })).toHaveTextContent('letter.pdf · 2.00 KB');
      await userEvent.click(screen.getByRole('button', { name: 'Send' }));
      await screen.findByText('Message sent');
      expect(server.callsTo('POST', '/api/messaging/threads/t1/messages')[0]?.body).toEqual({
        body: 'My copy.',
        file_ids: ['f1'],
      });
      expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
    });
    it('does not send while one is uploaded, and sends none that was removed', async () => {
      server.rows.messages = [thread({ mode: 'broadcast' })];
      let finish: (value: { status: number; json: object }) => void = () => undefined;
      server.answer('POST /api/messaging/files', () => new Promise((resolve) => (finish = resolve)));
      openConsole('/app/messages/t1/show', holder);
      await userEvent.type(await screen.findByLabelText('Your message'), 'My copy.');
      await choose(file('letter.pdf'));
      expect(await screen.findByText(/Uploading…/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
      finish({ status: 201, json: uploaded });
      await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
      await userEvent.click(screen.getByRole('button', { name: 'Remove letter.pdf' }));
      expect(screen.queryByText(/letter.pdf/)).toBeNull();
    });
    it('keeps them with the draft', async () => {
      server.rows.messages = [thread({ mode: 'broadcast' })];
      server.answer('POST /api/messaging/files', { status: 201, json: uploaded });
      const { unmount } = openConsole('/app/messages/t1/show');
      await screen.findByLabelText('Your message');
      await choose(file('letter.pdf'));
      await screen.findByText(/2.00 KB/);
      unmount();
      openConsole('/app/messages/t1/show');
      expect(await screen.findByRole('list', { name: 'Attached files' })).toHaveTextContent('letter.pdf');
      expect(screen.getByText(/has been restored/)).toBeVisible();
    });
    it('goes with a new message', async () => {
      server.answer('POST /api/messaging/files', { status: 201, json: uploaded });
      server.answer('POST /api/messaging/threads', { status: 201, json: { id: 't1', subject: 'Report' } });
      openConsole('/app/messages/create', holder);
      await userEvent.type(await screen.findByLabelText(/^Subject/), 'Report');
      await userEvent.type(screen.getByLabelText(/^Message/), 'Here it is.');
      await choose(file('letter.pdf'));
      await screen.findByText(/2.00 KB/);
      await userEvent.click(screen.getByRole('button', { name: 'Send' }));
      await screen.findByText('Message sent');
      expect(server.callsTo('POST', '/api/messaging/threads')[0]?.body).toEqual({
        subject: 'Report',
        body: 'Here it is.',
        file_ids: ['f1'],
      });
    });
    it('of others are offered below their message', async () => {
      const messages = [
        {
          id: 'm1',
          author: 'Mara Lind',
          body: 'Hello.',
          at: '2025-03-01T10:00:00.000Z',
          on_behalf_of: null,
          files: [letter],
          read_by: null,
          read_by_company: false,
        },
      ];
      server.rows.messages = [thread({ mode: 'broadcast', messages })];
      openConsole('/app/messages/t1/show', holder);
      expect(await screen.findByRole('button', { name: 'Download letter.pdf' })).toBeVisible();
      expect(screen.getByRole('list', { name: 'Files' })).toHaveTextContent('letter.pdf · 2.00 KB');
    });
  });

  describe('that was read', () => {
    const message = (extra: object) => ({
      id: 'm1',
      author: 'Mara Lind',
      body: 'Hello.',
      at: '2025-03-01T10:00:00.000Z',
      on_behalf_of: 'Acme, Inc.',
      files: [],
      read_by: null,
      read_by_company: false,
      ...extra,
    });
    it('says to the company by how many, and with one press by whom and when', async () => {
      server.rows.messages = [thread({ mode: 'broadcast', messages: [message({ read_by: { count: 1, of: 2 } })] })];
      server.answer('GET /api/messaging/messages/m1/readers', {
        json: [
          { shareholder_id: 'h1', name: 'Grace Hopper', read_at: '2025-03-01T12:30:00.000Z' },
          { shareholder_id: 'h2', name: 'Alan Turing', read_at: null },
        ],
      });
      openConsole('/app/messages/t1/show');
      await userEvent.click(await screen.findByRole('button', { name: 'Read by 1 of 2', expanded: false }));
      const readers = await screen.findByRole('list', { name: 'Who has read it' });
      const [first, second] = [...readers.children];
      expect(first).toHaveTextContent(/^Grace Hopper.*2025/);
      expect(second).toHaveTextContent('Alan TuringNot read yet');
    });
    it.each([
      [0, 'Not read yet'],
      [1, 'Read'],
    ])('says so of a single addressee', async (count, name) => {
      server.rows.messages = [thread({ mode: 'broadcast', messages: [message({ read_by: { count, of: 1 } })] })];
      openConsole('/app/messages/t1/show');
      expect(await screen.findByRole('button', { name })).toBeVisible();
    });
    it('says to a holder whether the company has, and that it sees what they read', async () => {
      const own = { id: 'm2', author: 'Grace Hopper', on_behalf_of: null, read_by_company: true };
      server.rows.messages = [thread({ mode: 'broadcast', messages: [message({}), message(own)] })];
      openConsole('/app/messages/t1/show', holder);
      expect(await screen.findAllByText('Read by the company')).toHaveLength(1);
      expect(screen.getByText(/The company sees when you have read its messages/)).toBeVisible();
    });
    it.each([
      ['the company', {}],
      ['a holder', holder],
    ])('is noted when %s opens it', async (_who, user) => {
      server.rows.messages = [thread({ mode: 'broadcast' })];
      server.answer('POST /api/messaging/threads/t1/read', { status: 204 });
      openConsole('/app/messages/t1/show', user);
      await waitFor(() => expect(server.callsTo('POST', '/api/messaging/threads/t1/read')).toHaveLength(1));
    });
  });
});
