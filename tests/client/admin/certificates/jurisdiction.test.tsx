// The jurisdiction of an exemption starts as the company's country, or empty if the country is unknown.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

describe.each([
  ['warrants/create', 'Consideration'],
  ['grants/create', 'Consideration'],
  ['convertibles/create', 'Consideration'],
  ['certificates/create', 'Approvals and exemptions'],
  ['convertibles/round', 'Securities exemption'],
])('the jurisdiction in %s', (path, near) => {
  it.each([
    ['CA', 'CA'],
    [null, ''],
  ])('of a company in %s starts as “%s”', async (country, shown) => {
    const company = { client_display_name: 'Acme, Inc.', currency: 'USD', is_sample: false, country };
    server.answer('GET /api/organization', { json: company });
    server.rows.convertibles = [sampleRow(resourceNamed('convertibles'), { status: 'outstanding' })];
    openConsole(`/app/${path}`);
    const beside = await screen.findByText(near, { exact: false });
    for (const section of document.querySelectorAll('details')) section.open = true;
    fireEvent.click(beside);
    await waitFor(() => expect(screen.getByLabelText(/^Jurisdiction/)).toHaveValue(shown));
  });
});
