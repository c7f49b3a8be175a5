// The dialog that ends a service: what lapses, what is kept, and what is repurchased at which price.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

describe('the end of service', () => {
  it('shows which options lapse and which stay before it is confirmed', async () => {
    server.rows.shareholders = [
      sampleRow(resourceNamed('shareholders'), { name: 'Ada Lovelace', type: 'individual', service: 'serving' }),
    ];
    server.answer('GET /api/shareholders/shareholders-1/termination', {
      json: {
        grants: [
          {
            grant_id: 'g',
            grant_number: 'OPT-7',
            lapses: '500',
            keeps: '400',
            exercise_until: '2026-04-01',
            remark: null,
          },
        ],
        repurchasable: [
          {
            certificate_id: 'c',
            certificate_number: 'CS-9',
            shareholder_id: 'shareholders-1',
            shareholder: 'Ada Lovelace',
            share_class: 'Common',
            quantity: '1250',
            vested: '3750',
            price_per_share: '0.01',
            currency: 'USD',
          },
        ],
        repurchased: [],
      },
    });
    server.answer('POST /api/shareholders/shareholders-1/terminate', { json: {} });
    openConsole('/app/shareholders/shareholders-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'End service' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('OPT-7')).toBeVisible();
    expect(dialog.getByText('500')).toBeVisible();
    expect(dialog.getByText(/Stock is not cancelled/)).toBeVisible();
    const which = await dialog.findByLabelText('Repurchase of CS-9');
    expect(which).toHaveValue('unvested');
    expect(dialog.getByRole('option', { name: 'All 5,000, also the 3,750 that have vested' })).toBeVisible();
    expect(dialog.getByLabelText('Price per share of CS-9')).toHaveValue('0.01');
    const stock = within(dialog.getByRole('region', { name: 'Stock, table' }));
    expect(stock.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'CS-9',
      '1,250',
      '$12.50',
      '3,750',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'End service and repurchase' }));
    const sent = () => server.callsTo('POST', '/api/shareholders/shareholders-1/terminate');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]!.body).toMatchObject({
      reason: 'VOLUNTARY_OTHER',
      repurchase: [{ certificate_id: 'c', quantity: '1250', price_per_share: '0.01' }],
    });
  });

  it('names stock that went to another holder before it had vested, and repurchases it with the rest', async () => {
    server.rows.shareholders = [
      sampleRow(resourceNamed('shareholders'), { name: 'Ada Lovelace', type: 'individual', service: 'serving' }),
    ];
    server.answer('GET /api/shareholders/shareholders-1/termination', {
      json: {
        grants: [],
        repurchasable: [
          {
            certificate_id: 'd',
            certificate_number: 'CS-12',
            shareholder_id: 'shareholders-2',
            shareholder: 'Lovelace Family Trust',
            share_class: 'Common',
            quantity: '1000',
            vested: '0',
            price_per_share: '0.01',
            currency: 'USD',
          },
        ],
        repurchased: [],
      },
    });
    server.answer('POST /api/shareholders/shareholders-1/terminate', { json: {} });
    openConsole('/app/shareholders/shareholders-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'End service' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText('Repurchase of CS-12 of Lovelace Family Trust')).toHaveValue('unvested');
    expect(dialog.getByRole('cell', { name: 'CS-12 of Lovelace Family Trust' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'End service and repurchase' }));
    const sent = () => server.callsTo('POST', '/api/shareholders/shareholders-1/terminate');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]!.body).toMatchObject({ repurchase: [{ certificate_id: 'd', quantity: '1000' }] });
  });

  it('says what is wrong with a certificate at its own input, also where another before it is not repurchased', async () => {
    server.rows.shareholders = [
      sampleRow(resourceNamed('shareholders'), { name: 'Ada Lovelace', type: 'individual', service: 'serving' }),
    ];
    const stock = (number: string) => ({
      certificate_id: number,
      certificate_number: number,
      shareholder_id: 'shareholders-1',
      shareholder: 'Ada Lovelace',
      share_class: 'Common',
      quantity: '1000',
      vested: '0',
      price_per_share: '0.01',
      currency: 'USD',
    });
    server.answer('GET /api/shareholders/shareholders-1/termination', {
      json: { grants: [], repurchasable: [stock('CS-1'), stock('CS-2')], repurchased: [] },
    });
    server.answer('POST /api/shareholders/shareholders-1/terminate', {
      status: 422,
      json: {
        code: 'invalid_fields',
        detail: 'Please correct the marked fields.',
        errors: [{ field: 'repurchase.0.price_per_share', message: 'Not below the par value.' }],
      },
    });
    openConsole('/app/shareholders/shareholders-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'End service' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('radio', { name: 'Terminated without cause' }));
    await userEvent.selectOptions(await dialog.findByLabelText('Repurchase of CS-1'), 'none');
    await userEvent.click(dialog.getByRole('button', { name: 'End service and repurchase' }));
    await waitFor(() =>
      expect(dialog.getByLabelText('Price per share of CS-2')).toHaveAccessibleDescription(/Not below the par value\./),
    );
    const [sent] = server.callsTo('POST', '/api/shareholders/shareholders-1/terminate');
    expect(sent!.body).toMatchObject({ reason: 'INVOLUNTARY_OTHER', repurchase: [{ certificate_id: 'CS-2' }] });
  });
});
