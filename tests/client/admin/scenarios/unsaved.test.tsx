// What is typed on the page of a scenario is never lost: by leaving it, by reloading it, or while a field is at fault.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';
import { givenOffer, record, seed } from './offer.ts';

const server = useServer();
const path = '/app/scenarios/scenario-1/show';
const tableAfter = (name: string) => screen.findByRole('region', { name: `${name}, table` });
const valuation = () => screen.getByLabelText('Pre-money valuation');
const type = (text: string) => fireEvent.change(valuation(), { target: { value: text } });
const saved = () =>
  server.callsTo('PUT', '/api/scenarios/scenario-1').map(({ body }) => {
    const { version, steps } = body as typeof record;
    return [version, 'pre_money' in steps[0]! ? steps[0].pre_money : null];
  });
const leave = async () => {
  await userEvent.click(screen.getByRole('link', { name: 'Scenarios', current: false }));
  await screen.findByRole('heading', { level: 1, name: 'Scenarios' });
};
const comeBack = async () => {
  await userEvent.click(await screen.findByRole('link', { name: 'Offer A' }));
  await tableAfter('After Seed');
};

/** A server that keeps what it is sent, after `answer`; a save on another version than its own is refused. */
function keeping(answer: () => Promise<void>) {
  let now: typeof record = record;
  givenOffer(server);
  server.answer('GET /api/scenarios/scenario-1', () => ({ json: now }));
  server.answer('PUT /api/scenarios/scenario-1', async ({ body }: Call) => {
    const sent = body as typeof record;
    await answer();
    if (sent.version !== now.version)
      return { status: 409, json: { code: 'stale_version', detail: 'It was changed.' } };
    now = { ...now, ...sent, version: now.version + 1 };
    return { json: now };
  });
  return { changedBySomebodyElse: () => void (now = { ...now, name: 'Theirs', version: now.version + 1 }) };
}

/** Saves wait for it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), wait: () => opened };
}

const reload = async () => {
  cleanup();
  openConsole(path);
};

beforeEach(() => {
  server.rows.scenarios = [{ ...record, steps: 1 }];
});

describe('what was typed in a scenario', () => {
  it('is there after going away and coming back, though its save was still under way', async () => {
    const save = gate();
    keeping(save.wait);
    openConsole(path);
    await tableAfter('After Seed');
    type('15000000');
    await waitFor(() => expect(saved()).toEqual([[3, '15000000']]));
    type('16000000');
    await leave();
    expect(saved()).toEqual([[3, '15000000']]);
    save.open();
    await waitFor(() =>
      expect(saved()).toEqual([
        [3, '15000000'],
        [4, '16000000'],
      ]),
    );
    await comeBack();
    expect(valuation()).toHaveValue('16,000,000');
    expect(screen.getByText(/^Saved\./)).toBeVisible();
    type('17000000');
    await waitFor(() => expect(saved().at(-1)).toEqual([5, '17000000']));
    await screen.findByText(/^Saved\./);
  });

  it('is waited for by a page that is opened again before it arrived', async () => {
    const save = gate();
    keeping(save.wait);
    openConsole(path);
    await tableAfter('After Seed');
    type('15000000');
    await leave();
    await userEvent.click(await screen.findByRole('link', { name: 'Offer A' }));
    expect(await screen.findByText('Reading the ledger…')).toBeVisible();
    save.open();
    await tableAfter('After Seed');
    expect(valuation()).toHaveValue('15,000,000');
    expect(saved()).toEqual([[3, '15000000']]);
  });

  it('is restored and saved after a reload that came before its save', async () => {
    keeping(() => Promise.resolve());
    openConsole(path);
    await tableAfter('After Seed');
    const place = 'draft:account-1/acme/scenario scenario-1';
    type('15000000');
    const kept = sessionStorage.getItem(place)!;
    await screen.findByText(/^Saved\./);
    expect(sessionStorage.getItem(place)).toBeNull();
    cleanup();
    // A page that ends leaves what it kept, and saves nothing.
    sessionStorage.setItem(place, kept.replaceAll('15000000', '16000000').replace('"version":3', '"version":4'));
    openConsole(path);
    await tableAfter('After Seed');
    expect(valuation()).toHaveValue('16,000,000');
    await waitFor(() => expect(saved().at(-1)).toEqual([4, '16000000']));
  });

  it('is restored with its faults, and the good steps that were added beside them', async () => {
    keeping(() => Promise.resolve());
    openConsole(path);
    await tableAfter('After Seed');
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: 'a lot' } });
    await userEvent.click(screen.getByRole('button', { name: 'Larger pool' }));
    expect(screen.getByText(/Until then it is kept in this tab\./)).toBeVisible();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await reload();
    await userEvent.click(await screen.findByRole('button', { name: /^1\. Seed/ }));
    expect(screen.getByLabelText('Money')).toHaveValue('a lot');
    expect(screen.getByRole('button', { name: /^2\. Pool/ })).toBeVisible();
    expect(saved()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: '2500000' } });
    await waitFor(() => expect(saved()).toHaveLength(1));
    await screen.findByText(/^Saved\./);
    const done = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(done);
    expect(done.defaultPrevented).toBe(false);
  });

  it('is shown beside the word that somebody else has changed the scenario meanwhile, and given up for theirs', async () => {
    const { changedBySomebodyElse } = keeping(() => Promise.resolve());
    openConsole(path);
    await tableAfter('After Seed');
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: 'a lot' } });
    changedBySomebodyElse();
    await reload();
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed this scenario.');
    expect(screen.getByLabelText('Money')).toHaveValue('a lot');
    await userEvent.click(screen.getByRole('button', { name: 'Show theirs' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
    expect(screen.getByLabelText('Money')).toHaveValue('2,500,000');
    await reload();
    await tableAfter('After Seed');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(saved()).toEqual([]);
  });

  it('goes on when the scenario is started again', async () => {
    givenOffer(server, { overtaken: { entries: 1, message: '1 entry came after.' } });
    openConsole(path);
    await tableAfter('After Seed');
    server.answer('POST /api/scenarios/scenario-1/start-again', () => {
      givenOffer(server, { version: 4 });
      return { json: { ...record, version: 4 } };
    });
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: 'a lot' } });
    await userEvent.click(screen.getByRole('button', { name: 'Start again from today' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Start again from today' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: '3000000' } });
    await waitFor(() => expect(saved()).toEqual([[4, seed.kind === 'round' ? seed.pre_money : null]]));
  });
});
