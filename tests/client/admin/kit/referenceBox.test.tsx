// The search box for another record: typing over the chosen record replaces it only when another record is chosen.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const holders = ['Ada King', 'Hal Bank', 'Hal Moss', 'Ivy Ventures'].map((name, index) =>
  sampleRow(resourceNamed('shareholders'), { id: `holder-${index}`, name }),
);

beforeEach(() => {
  server.rows['share-classes'] = [
    sampleRow(resourceNamed('share-classes'), { name: 'Common', authorized_shares: '1000', outstanding: '0' }),
  ];
  server.rows.shareholders = holders;
  server.answer('GET /api/shareholders/', ({ query }) => {
    const { q = '', id } = JSON.parse(query.get('filter') ?? '{}') as { q?: string; id?: string[] };
    const isMeant = (holder: { id: string; name?: unknown }) =>
      id ? id.includes(holder.id) : String(holder.name).toLowerCase().includes(q.toLowerCase());
    return { json: holders.filter(isMeant) };
  });
});

/** Opens the form for a new certificate, chooses a holder and selects the name in the box, as Tab does. */
async function openWithHolder(name: string) {
  openConsole('/app/certificates/create');
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: /Shareholder|Holder/ });
  await userEvent.click(box);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  expect(box).toHaveValue(name);
  box.setSelectionRange(0, name.length);
  return box;
}
const options = () => screen.queryAllByRole('option').filter((each) => each.closest('ul'));
const names = () =>
  options().map((each) => holders.find(({ name }) => each.textContent.startsWith(String(name)))?.name);

describe('a holder that is chosen already', () => {
  it('is replaced by typing: the list shows matches of the typed text, and the chosen match is taken', async () => {
    const box = await openWithHolder('Ivy Ventures');
    await userEvent.keyboard('Hal');
    expect(box).toHaveValue('Hal');
    await waitFor(() => expect(names()).toEqual(['Hal Bank', 'Hal Moss']));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(box).toHaveValue('Hal Bank');
    await userEvent.tab();
    expect(box).toHaveValue('Hal Bank');
  });

  it('can be chosen again when it is the only match', async () => {
    const box = await openWithHolder('Hal Bank');
    await userEvent.keyboard('Hal B');
    await waitFor(() => expect(names()).toEqual(['Hal Bank']));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(box).toHaveValue('Hal Bank');
  });

  it('is restored if nothing else is chosen, and is not sent meanwhile', async () => {
    const box = await openWithHolder('Ivy Ventures');
    await userEvent.keyboard('Nobody');
    await waitFor(() => expect(names()).toEqual([]));
    await userEvent.keyboard('{Enter}');
    expect(box).toHaveValue('Nobody');
    expect(screen.queryByRole('heading', { name: /to correct/ })).toBeNull();
    await userEvent.tab();
    expect(box).toHaveValue('Ivy Ventures');
  });

  it('is removed when the box was emptied', async () => {
    const box = await openWithHolder('Ivy Ventures');
    await userEvent.keyboard('{Backspace}');
    await userEvent.keyboard('Nob');
    await userEvent.tab();
    expect(box).toHaveValue('');
  });
});

describe('two holders of the same name', () => {
  it('are distinguished by email, relationship and holdings, also after one is chosen', async () => {
    const twins = [
      { email: 'b@example.com', relationship: 'investor', holdings: '1 certificate' },
      { email: 'b2@example.com', relationship: 'ex_employee', holdings: '1 grant' },
    ].map((extra, index) =>
      sampleRow(resourceNamed('shareholders'), { id: `twin-${index}`, name: 'Bea Smith', ...extra }),
    );
    server.answer('GET /api/shareholders/', { json: twins });
    server.rows.shareholders = twins;
    openConsole('/app/certificates/create');
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: /Shareholder|Holder/ });
    await userEvent.click(box);
    await screen.findAllByRole('option', { name: /^Bea Smith/ });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Bea Smithb@example.comInvestor1 certificate',
      'Bea Smithb2@example.comFormer employee1 grant',
    ]);
    await userEvent.click(options()[1]!);
    expect(box).toHaveValue('Bea Smith');
    expect(box).toHaveAccessibleDescription(/b2@example.com/);
    // Share classes have no distinguishing details, so their box has no description.
    const shareClass = screen.getByRole('combobox', { name: /Share [Cc]lass/ });
    await userEvent.click(shareClass);
    await userEvent.click(await screen.findByRole('option', { name: /^Common/ }));
    const described = shareClass.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.filter((id) => document.getElementById(id) === null)).toEqual([]);
  });
});

describe('a holder that is typed with a slip', () => {
  it('is offered by the search over everything, where the list finds nobody', async () => {
    server.answer('GET /api/search', ({ query }) => ({
      json:
        query.get('q') === 'Hal Mosss'
          ? [
              { resource: 'shareholders', id: 'holder-2', title: 'Hal Moss', subtitle: '', why: '' },
              { resource: 'certificates', id: 'c1', title: 'CS-1', subtitle: '', why: '' },
            ]
          : [],
    }));
    const box = await openWithHolder('Ivy Ventures');
    await userEvent.keyboard('Hal Mosss');
    await waitFor(() => expect(names()).toEqual(['Hal Moss']));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(box).toHaveValue('Hal Moss');
  });
});
