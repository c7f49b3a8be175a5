import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { administrators, editors, holders, owners, readers, roles, widestReaders } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { verbs } from '#src/resources/verbs/index.ts';
import { verbUrl } from '#server/http/verbRoutes.ts';

import { listUrl } from '#tests/support/given.ts';
import { anyone, givenMember } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const server = useTestServer();
let tenant: Tenant;
let people: Record<Role | 'pending' | 'rejected', Person>;
beforeAll(async () => {
  tenant = await givenTenant(server, 'ROLEMARK');
  const known: Partial<typeof people> = { owner: tenant.owner, viewer: tenant.viewer, shareholder: tenant.one.person };
  people = { ...known, pending: tenant.pending, rejected: tenant.rejected } as typeof people;
  for (const role of roles) people[role] ??= await givenMember(server, tenant.owner, role);
  tenant.records.assignees = (await tenant.owner.get('/api/assignees/')).rows;
  tenant.records.members = (await tenant.owner.get('/api/members/')).rows;
});

const FORBIDDEN = 'You do not have permission to perform this action.';
const routes = () => server.app.routes;
const has = (method: string, url: string) =>
  routes().some((route) => route.method === method && route.url === url.replace(/\/$/, ''));
const everybody = [...roles, 'pending', 'rejected'] as const;
const isIn = (group: readonly string[], who: string) => group.includes(who);

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const path = resource.path.replace(/\/$/, '');
  const mayDo = (who: (typeof everybody)[number], action: 'create' | 'update' | 'delete') =>
    who !== 'pending' && who !== 'rejected' && resource.access[who].actions.includes(action);

  it.each(everybody)(
    'lists with 200 for %s only what they may see; what administrators alone read, others not',
    async (who) => {
      const reply = await people[who].get(path);
      const isRefused = widestReaders(resource) === 'administrators' && isIn(roles, who) && !isIn(administrators, who);
      expect(reply.status).toBe(isRefused ? 403 : 200);
      if (isRefused) return;
      const reads = who !== 'pending' && who !== 'rejected' && resource.access[who].actions.includes('read');
      const scoped = who !== 'pending' && who !== 'rejected' && resource.access[who].scope !== null;
      // What people do meanwhile, such as signing in, is added to the audit trail.
      const all = name === 'audit' ? (await tenant.owner.get(path)).rows : tenant.records[name]!;
      expect(reply.rows.length).toBeLessThanOrEqual(reads ? all.length : 0);
      expect(reply.rows.length === all.length || !reads || scoped).toBe(true);
      // The test's holder has a record of every kind that holders read.
      expect([name, who === 'shareholder' && reads, reply.rows.length > 0]).toEqual(
        who === 'shareholder' && reads ? [name, true, true] : [name, false, reply.rows.length > 0],
      );
    },
  );
  it.each(everybody)('refuses %s every verb their role lacks with 403, and writes nothing', async (who) => {
    const [record] = tenant.records[name]! as [Row];
    const before = await tenant.owner.get(listUrl(path, { sort: ['id', 'ASC'] }));
    for (const [action, method, url] of [
      ['create', 'POST', path],
      ['update', 'PUT', `${path}/${String(record.id)}`],
      ['delete', 'DELETE', `${path}/${String(record.id)}`],
    ] as const) {
      const routeUrl = action === 'create' ? path : `${path}/:id`;
      if (!has(method, routeUrl) || mayDo(who, action) || WITH_OWN_ROLES.has(`${method} ${routeUrl}`)) continue;
      const reply = await people[who].send(method, url, action === 'delete' ? undefined : {});
      expect([who, method, reply.status, reply.detail]).toEqual([who, method, 403, FORBIDDEN]);
    }
    expect((await tenant.owner.get(listUrl(path, { sort: ['id', 'ASC'] }))).text).toBe(before.text);
  });
});

/** Made on the page of a distribution and by no form of its own; matrix.test.ts asks who may. */
const WITH_OWN_ROLES = new Set(['POST /api/payment-batches']);

/** Roles of the same standing, which SQL must name together. */
const without = (group: readonly Role[], higher: readonly Role[]) => group.filter((role) => !higher.includes(role));
const SAME_STANDING = [
  owners,
  without(administrators, owners),
  without(editors, administrators),
  without(readers, editors),
  holders,
];

describe('the commands', () => {
  /** Commands that no resource declares as a verb. */
  const administratorCommands = ['/api/ocf/import', '/api/ocf/imports/:id/apply', '/api/demo', '/api/organization'];
  const rolesOf = new Map(verbs.map((verb) => [verbUrl(verb), verb.roles]));
  const commands = () =>
    routes().filter(
      ({ method, url, isPublic }) =>
        !isPublic &&
        method !== 'GET' &&
        !url.startsWith('/api/auth/') &&
        !resources.some(({ path }) => url.replace('/:id', '') === path.replace(/\/$/, '')),
    );
  const mayDo = (who: string, method: unknown, url: string) => {
    const declared = rolesOf.get(url);
    if (declared) return isIn(declared, who);
    // Any signed-in person may found a company and reads and chooses their own notices; any reader of a document gets its link,
    // and any reader of a thread notes so.
    if (method === 'POST' && url === '/api/organization') return true;
    // Every member signs for their own record, models terms of their own, and keeps views of lists.
    if (url === '/api/shareholders/:id/tax-form' || url.startsWith('/api/model/') || url.startsWith('/api/views'))
      return who !== 'pending' && who !== 'rejected';
    if (url.endsWith('/editing'))
      return resources.some(
        ({ path, access }) =>
          url.startsWith(path) && isIn(roles, who) && access[who as Role].actions.includes('update'),
      );
    if (url.startsWith('/api/notices/')) return true;
    // They compute, and write nothing.
    if (['/api/scenarios/:id/run', '/api/scenarios/compare', '/api/drafts/check'].includes(url))
      return isIn(readers, who);
    if (['/api/documents/:id/link', '/api/messaging/files/:id/link', '/api/messaging/threads/:id/read'].includes(url))
      return true;
    if (url === '/api/messaging/files') return isIn([...editors, ...holders], who);
    return isIn(administratorCommands.includes(url) ? administrators : editors, who);
  };
  it.each(everybody)('refuse %s what their role does not allow', async (who) => {
    for (const { method, url } of commands()) {
      if (mayDo(who, method, url)) continue;
      const reply = await people[who].send(method, url.replace(':id', 'none'), method === 'DELETE' ? undefined : {});
      expect([who, url, reply.status, reply.detail]).toEqual([who, url, 403, FORBIDDEN]);
    }
  });
  it('leave the removal of the sample company to the owner', async () => {
    expect((await people.admin.delete('/api/demo')).status).toBe(403);
  });
  it('ask a stranger to sign in', async () => {
    for (const { method, url } of commands())
      expect((await anyone(server).send(method, url.replace(':id', 'none'), {})).status).toBe(401);
  });
});

describe('the role groups', () => {
  it.each(roles)('mean the same in the database: %s', async (role) => {
    const asked = await server.deps.db.asActor(createHash('sha256').update(people[role].token).digest('hex'), (tx) =>
      tx.row<Row>('select app_reads_all() as reads, app_writes() as writes, app_administers() as administers'),
    );
    expect({ role, ...asked }).toEqual({
      role,
      reads: isIn(readers, role),
      writes: isIn(editors, role),
      administers: isIn(administrators, role),
    });
  });
  it('cover exactly the roles a membership may have', async () => {
    const check = await server.deps.db.system((tx) =>
      tx.row<{ text: string }>(
        `select pg_get_constraintdef(c.oid) as text from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
         where c.conrelid = 'membership'::regclass and a.attname = 'role' and c.contype = 'c'`,
      ),
    );
    expect([...check!.text.matchAll(/'([\w-]+)'::text/g)].map(([, role]) => role).toSorted()).toEqual(
      [...roles].toSorted(),
    );
  });
  // SQL that names one role of a group must name the whole group, or a role added to the group is forgotten there.
  it('are complete wherever a function or view of the database names a role', async () => {
    const routines = await server.sql<{ file: string; text: string }>(
      `select proname as file, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const folder = join(import.meta.dirname, '../../../server/db/views');
    const views = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
    const missing = [...routines, ...views].flatMap(({ file, text }) => {
      // A default role for a person without a membership does not count.
      const sql = text.replaceAll(/--.*|coalesce\(m\.role, '\w+'\)/g, '');
      return sql.split('\n').flatMap((line, index) => {
        const isNamed = (role: string) => /\brole\b/.test(line) && line.includes(`'${role}'`);
        return SAME_STANDING.flatMap((group) =>
          group.some(isNamed)
            ? group.filter((role) => !isNamed(role)).map((role) => `${file}:${index + 1}: ${role}`)
            : [],
        );
      });
    });
    expect(missing).toEqual([]);
  });
  it('cover every role: each is either a holder or a reader', () => {
    for (const role of roles) expect([role, isIn(holders, role) !== isIn(readers, role)]).toEqual([role, true]);
  });
});

describe('a shareholder', () => {
  it('may change their contact details, and nothing else of their record', async () => {
    const url = `/api/shareholders/${String(tenant.one.record.id)}`;
    const record = (await people.shareholder.get(url)).body;
    const moved = await people.shareholder.put(url, { ...record, city: 'ROLEMARK-ONE Town' });
    expect([moved.status, moved.body.city]).toEqual([200, 'ROLEMARK-ONE Town']);
    for (const [name, value] of [
      ['first_name', 'X'],
      ['is_active', false],
      ['type', 'entity'],
      ['relationship', 'founder'],
    ] as const)
      expect([name, (await people.shareholder.put(url, { ...moved.body, [name]: value })).status]).toEqual([name, 403]);
  });
  it('cannot change another holder’s record, which they do not see', async () => {
    const reply = await people.shareholder.put(`/api/shareholders/${String(tenant.two.record.id)}`, { city: 'X' });
    expect([reply.status, reply.detail]).toEqual([404, 'Not found.']);
  });
  it('may complete their own task, and change nothing else of it', async () => {
    const [task] = (await people.shareholder.get('/api/tasks/')).rows as [Row];
    const url = `/api/tasks/${String(task.id)}`;
    expect((await people.shareholder.put(url, { ...task, title: 'X' })).status).toBe(403);
    expect(await people.shareholder.put(url, { ...task, status: 'completed' })).toMatchObject({
      status: 200,
      body: { status: 'completed' },
    });
  });
});
