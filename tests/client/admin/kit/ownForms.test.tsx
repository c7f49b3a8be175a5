// What a resource declares in `form` is asked on its form, also where that is a screen of its own.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { askedFields } from '#src/admin/kit/form/formRules.ts';
import { bespokeScreens } from '#src/admin/screens.tsx';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();

const own = Object.entries(bespokeScreens).flatMap(([name, screens]) =>
  screens?.create && resourceNamed(name).form.length > 0 ? [name] : [],
);

it('covers every screen that adds to a declared form', () => {
  expect(own.toSorted()).toEqual(['distributions', 'equity-plans']);
});

it.each(own)('every declared field of the form is asked by the screen of %s', async (name) => {
  const resource = resourceNamed(name);
  openConsole(`/app/${name}/create`);
  const labels = Object.entries(askedFields(resource, { values: {}, isEdit: false, isHolder: false })).map(([field]) =>
    labelOf(resource, field),
  );
  for (const label of labels)
    expect([label, await screen.findAllByLabelText(new RegExp(label, 'i'))]).not.toEqual([label, []]);
  expect(labels.length).toBeGreaterThan(3);
});

it('is for nobody whom it asks nothing: a holder completes a task, and does not edit it', async () => {
  server.rows.tasks = [{ id: 'task-1', title: 'Sign the consent', priority: 'high', status: 'pending', version: 1 }];
  openConsole('/app/tasks/task-1/edit', { role: 'shareholder' });
  expect(await screen.findByRole('heading', { name: /You cannot see the form for editing a task/ })).toBeVisible();
});
