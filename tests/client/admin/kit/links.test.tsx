// No screen links to a page that the user may not open. Checks every list and every page, for each role that may read it.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import { roles } from '#src/resources/kit/access.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';
import { oneOfEach } from '#tests/support/time/often.ts';

const server = useServer();
const readers = resources
  .filter(({ name }) => name !== 'assignees')
  .flatMap((resource) =>
    roles
      .filter((role) => resource.access[role].actions.includes('read'))
      .map((role) => [resource.name, role, resource] as const),
  );

/** The links in the main part of the page that the role may not open. */
function forbiddenLinks(role: (typeof roles)[number]): string[] {
  const links = [...document.querySelectorAll('main a[href^="/app/"]')].map((link) => link.getAttribute('href')!);
  return links.filter((href) => {
    const linked = resources.find(({ name }) => href.startsWith(`/app/${name}`));
    if (!linked) return false;
    // The page of a share class describes the whole class, so shareholders do not open it.
    if (role === 'shareholder' && linked.name === 'share-classes') return true;
    const { actions } = linked.access[role];
    return !actions.includes(/\/create\b/.test(href) ? 'create' : /\/edit\b/.test(href) ? 'update' : 'read');
  });
}

// Roles that may do the same see the same links.
const distinct = oneOfEach(
  readers,
  ([name, role, { access }]) => `${name} ${access[role].actions.join(' ')} ${role === 'shareholder'}`,
);

describe.each(distinct)('%s for the role %s', (name, role, resource) => {
  it('links in its list only to pages that the role may open', async () => {
    server.rows[name] = [sampleRow(resource)];
    openConsole(`/app/${name}`, { role });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull());
    expect(forbiddenLinks(role)).toEqual([]);
  });
  it('links on its page only to pages that the role may open', async () => {
    server.rows[name] = [sampleRow(resource)];
    openConsole(`/app/${name}/${name}-1/show`, { role });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull());
    expect(forbiddenLinks(role)).toEqual([]);
  });
});
