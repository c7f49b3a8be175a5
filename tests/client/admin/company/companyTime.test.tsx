// Times are shown in the company's time zone, wherever the reader is. The reader's clock here is UTC.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const newYork = { time_zone: 'America/New_York' };
/** In New York it is still the evening of the 14th. */
const at = '2026-03-15T02:30:00.000Z';
const evening = /Mar 14, 2026, 10:30\sPM/;
const zone = 'Times in America/New York';
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a time shown for a company in New York', () => {
  it('is in New York time in the history of a record, which names the zone once', async () => {
    server.rows.tasks = [
      sampleRow(resourceNamed('tasks'), {
        history: [
          { at, actor: 'Mara Lind', text: 'changed it' },
          { at, actor: 'Mara Lind', text: 'made it' },
        ],
      }),
    ];
    openConsole('/app/tasks/tasks-1/show', newYork);
    const history = await panel('History');
    expect(history.getAllByText(evening)).toHaveLength(2);
    expect(history.getAllByText(new RegExp(zone))).toHaveLength(1);
  });

  it('is in New York time in the history of a security', async () => {
    const issued = { id: 't1', text: 'Issued CS-1', date: '2026-03-14', at, actor: 'Mara Lind' };
    server.rows.certificates = [sampleRow(resourceNamed('certificates'), { history: [issued] })];
    openConsole('/app/certificates/certificates-1/show', newYork);
    const history = await panel('History');
    expect(await history.findByText(evening)).toBeVisible();
    expect(history.getByText(new RegExp(zone))).toBeVisible();
  });

  it('is in New York time at an entry, a message, a sign-in and an import', async () => {
    server.rows.transactions = [sampleRow(resourceNamed('transactions'), { recorded_at: at })];
    const { unmount } = openConsole('/app/transactions/transactions-1/show', newYork);
    expect(await screen.findByText(evening)).toHaveAttribute('title', zone);
    unmount();

    server.rows.messages = [
      sampleRow(resourceNamed('messages'), {
        messages: [
          {
            id: 'm1',
            author: 'Mara Lind',
            body: 'Hello.',
            at,
            on_behalf_of: null,
            files: [],
            read_by: null,
            read_by_company: false,
          },
        ],
        participants: [],
      }),
    ];
    const thread = openConsole('/app/messages/messages-1/show', newYork);
    expect(await screen.findByText(evening)).toBeVisible();
    expect(screen.getByText(new RegExp(zone))).toBeVisible();
    thread.unmount();

    const portal = { state: 'linked', email: 'g@example.com', linked_at: at, seen_at: at, invited_at: null };
    server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { portal })];
    const holder = openConsole('/app/shareholders/shareholders-1/show', newYork);
    const seen = (await screen.findByText('Last seen in the portal')).parentElement;
    // Shows only the day: a visit is recorded at most once an hour.
    expect(seen).toHaveTextContent(/Mar 14, 2026$/);
    holder.unmount();

    server.rows.imports = [
      sampleRow(resourceNamed('imports'), {
        status: 'applied',
        created_at: '2026-03-14T12:00:00Z',
        steps: [{ at, step: 'applied', entries: 3, actor: 'Mara Lind', accepted_findings: false }],
      }),
    ];
    openConsole('/app/imports/imports-1/show', newYork);
    const steps = await panel('What was done');
    expect(steps.getByText(evening)).toBeVisible();
    expect(steps.getByText(zone)).toBeVisible();
  });

  it('is in UTC, and says so, while the company has no time zone', async () => {
    server.rows.tasks = [sampleRow(resourceNamed('tasks'), { history: [{ at, actor: null, text: 'made it' }] })];
    openConsole('/app/tasks/tasks-1/show', { time_zone: null, role: 'admin' });
    const history = await panel('History');
    expect(history.getByText(/Mar 15, 2026, 2:30\sAM/)).toBeVisible();
    expect(history.getByText(/Times in UTC/)).toBeVisible();
  });

  it('is requested by the day alone in the historical view', async () => {
    openConsole('/app/cap-table?known_on=2026-03-14', newYork);
    await screen.findByRole('heading', { name: 'Cap table' });
    await screen.findByText('Nothing had been recorded by then.');
    const [asked] = server.callsTo('GET', '/api/transactions/');
    expect(JSON.parse(asked!.query.get('filter')!)).toEqual({ recorded_at_lte: '2026-03-14' });
  });
});
