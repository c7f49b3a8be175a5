// A preview waits for the full record: a row of a list has no kept shares, and would show them as zero.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const listed = { name: 'Common', authorized_shares: '1000', outstanding: '10', kept: undefined };
const whole = { ...listed, kept: '300', kept_for_options: '200', kept_for_conversion: '100' };

it.each([
  ['grants', 'If you grant this'],
  ['certificates', 'If you issue this'],
  ['warrants', 'If you issue this'],
])('the preview of %s shows that it is loading until the figures of the class arrive', async (name, title) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const shareClass = resourceNamed('share-classes');
  server.answer('GET /api/share-classes/', { json: [sampleRow(shareClass, listed)] });
  server.answer('GET /api/share-classes/share-classes-1', async () => {
    await arrived;
    return { json: sampleRow(shareClass, whole) };
  });
  openConsole(`/app/${name}/create?share_class_id=share-classes-1`);
  const option = await screen.findByRole('option', { name: 'Common' });
  await userEvent.selectOptions(option.closest('select')!, 'share-classes-1');
  const preview = within(screen.getByRole('region', { name: title }));
  expect(await preview.findByText('Loading...')).toBeVisible();
  expect(preview.queryByText('Kept for conversion')).toBeNull();
  arrive();
  expect((await preview.findByText('Kept for conversion')).nextSibling).toHaveTextContent('100');
  expect(preview.queryByText('Loading...')).toBeNull();
});
