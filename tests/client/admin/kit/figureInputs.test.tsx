// Inputs of figures show separators while they are not edited, and the plain figure while edited. The request holds the plain figure.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const box = (label: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

describe('a figure in a form', () => {
  beforeEach(async () => {
    openConsole('/app/share-classes/create');
    await userEvent.type(await box(/^Name/), 'Common');
    await userEvent.type(await box(/prefix/i), 'CS-');
  });

  it.each([
    [/^Authorized/, '1000000', '1,000,000'],
    [/^Original/, '1234567.5', '1,234,567.5'],
    [/^Seniority/, '12345', '12,345'],
  ])('of %s has separators after the input is left, and a plain value', async (label, typed, shown) => {
    const input = await box(label);
    await userEvent.clear(input);
    await userEvent.type(input, typed);
    await userEvent.tab();
    expect(screen.getByText(shown)).toBeInTheDocument();
    expect(input).toHaveValue(typed);
  });

  it('accepts pasted separators, keeps the cursor in place, and is sent without separators', async () => {
    const authorized = await box(/^Authorized/);
    await userEvent.click(authorized);
    await userEvent.paste('1,000,000');
    // The text stays as it was pasted while the input is edited, so the cursor does not move.
    expect(authorized).toHaveValue('1,000,000');
    await userEvent.tab();
    expect(authorized).toHaveValue('1000000');
    await userEvent.click(authorized);
    authorized.setSelectionRange(1, 1);
    await userEvent.keyboard('5');
    expect([authorized.value, authorized.selectionStart]).toEqual(['15000000', 2]);
    await userEvent.tab();
    expect(screen.getByText('15,000,000')).toBeInTheDocument();
    // A zero after the point may be followed by another digit.
    const votes = await box(/^Votes/);
    await userEvent.clear(votes);
    await userEvent.type(votes, '1.05');
    expect(votes).toHaveValue('1.05');
    await userEvent.clear(votes);
    await userEvent.type(votes, '10');
    await userEvent.type(await box(/^Seniority/), '1');
    server.answer('POST /api/share-classes/', {
      status: 201,
      json: sampleRow(resourceNamed('share-classes'), { id: 'c1' }),
    });
    await userEvent.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    await waitFor(() => expect(server.callsTo('POST', '/api/share-classes/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/share-classes/')[0]!.body).toMatchObject({
      authorized_shares: '15000000',
      votes_per_share: 10,
    });
  });
});

describe('a figure while it is typed', () => {
  beforeEach(() => void openConsole('/app/share-classes/create'));

  it('shows at once how it was understood', async () => {
    const input = await box(/^Authorized/);
    await userEvent.type(input, '1.250.000');
    expect(screen.getByText('1,250,000')).toBeInTheDocument();
    await userEvent.tab();
    expect(input).toHaveValue('1250000');
  });

  it('says at the field when it is none', async () => {
    const seniority = await box(/^Seniority/);
    await userEvent.clear(seniority);
    await userEvent.type(seniority, '1,50');
    await userEvent.tab();
    await waitFor(() => expect(seniority).toHaveAccessibleDescription(/number/));
    expect(seniority).toHaveValue('1,50');
  });
});
