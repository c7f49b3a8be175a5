// Rules for every route: OpenAPI describes it, a wrong method gets 405, and a refusal has one form.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { anyone, ownAddress, signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { startTestServer, useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

type Schema = { properties: Record<string, JsonSchema>; required?: string[] };
interface JsonSchema {
  anyOf?: JsonSchema[];
  type?: string | string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  enum?: unknown[];
}

/** Does the schema tell the field's limit, in the terms of its kind? */
function hasItsLimit(field: Field, told: JsonSchema | undefined): boolean {
  if (!told) return false;
  const value = told.anyOf?.find(({ type }) => type !== 'null') ?? told;
  switch (field.kind) {
    case 'text':
      return value.maxLength === (field.max ?? 500);
    case 'number':
      return (
        value.minimum === (field.min ?? -Number.MAX_SAFE_INTEGER) &&
        value.maximum === (field.max ?? Number.MAX_SAFE_INTEGER)
      );
    case 'shares':
    case 'money':
    case 'percent': {
      const scale = field.kind === 'money' ? (field.scale ?? 2) : 10;
      const takes = (text: string) => new RegExp(value.pattern ?? '^$').test(text);
      const [most, more] = ['1'.repeat(scale), '1'.repeat(scale + 1)];
      return (
        takes(`1.${most}`) &&
        !takes(`1.${more}`) &&
        !takes('1'.repeat(29)) &&
        !takes('-1') &&
        (field.kind !== 'percent' && field.positive ? value.exclusiveMinimum === 0 : value.minimum === 0)
      );
    }
    case 'choice':
      return JSON.stringify(value.enum) === JSON.stringify(field.values);
    case 'status':
      return JSON.stringify(value.enum) === JSON.stringify(Object.keys(field.states));
    case 'boolean':
      return [value.type].flat().includes('boolean');
    case 'date':
      return value.pattern !== undefined;
    default:
      return value.maxLength !== undefined;
  }
}

const WITH_OWN_BODY = new Set([
  'post certificates',
  'post grants',
  'post convertibles',
  'post warrants',
  'post messages',
  'post distributions',
  'post payment-batches',
  'put distributions',
]);

const paths = () => [...new Set(server.app.routes.map(({ url }) => url))];
const concrete = (url: string) => url.replace(/:[a-z_]+/g, 'none');
function expectProblem(reply: Reply, url: string) {
  expect([url, reply.body]).toEqual([
    url,
    expect.objectContaining({
      detail: expect.any(String),
      code: expect.stringMatching(/^[a-z0-9_]+$/),
      request_id: expect.any(String),
    }),
  ]);
  expect(reply.text).not.toMatch(/select |node_modules|\.ts:|at Object/i);
  for (const error of (reply.body.errors as Row[] | undefined) ?? [])
    expect(error).toEqual({ field: expect.any(String), message: expect.any(String) });
}

describe('the OpenAPI page', () => {
  it('names every route of the router, and no other', async () => {
    const page = (await anyone(server).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
      openapi: string;
    };
    expect(page.openapi).toMatch(/^3\.1/);
    const described = Object.entries(page.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(server.app.routes.map(({ method, url }) => `${String(method)} ${url}`).sort());
    for (const each of described) {
      const [method, url] = each.split(' ') as [string, string];
      expect([each, server.app.server.hasRoute({ method: method as 'GET', url })]).toEqual([each, true]);
    }
  });
  it('names as many routes as the server really has', () => {
    const printed = server.app.server.printRoutes({ commonPrefix: false });
    const routed = printed.split('\n').flatMap((line) => {
      const match = /(\S+) \(([A-Z, ]+)\)/.exec(line);
      return match
        ? match[2]!
            .split(', ')
            .filter((method) => method !== 'HEAD')
            .map((method) => method)
        : [];
    });
    expect(routed.length).toBe(server.app.routes.length);
  });
  it('says for each route whether it is public', async () => {
    const { paths: described } = (await anyone(server).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    for (const { method, url, isPublic } of server.app.routes)
      expect([
        url,
        described[url.replace(/:(\w+)/g, '{$1}')]![String(method).toLowerCase()]!.security.length === 0,
      ]).toEqual([url, isPublic]);
  });
  it('describes the record of every resource', async () => {
    const { components } = (await anyone(server).get('/api/openapi.json')).body as {
      components: { schemas: Record<string, { properties: object }> };
    };
    for (const { name, fields } of resources)
      expect(Object.keys(components.schemas[name]!.properties).sort()).toEqual(Object.keys(fields).sort());
  });
  it('describes what every POST and PUT of a declared resource takes: each writable field with its limit', async () => {
    const { paths: described } = (await anyone(server).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
    };
    const bodyOf = (method: string, url: string) =>
      described[url.replace(/:(\w+)/g, '{$1}')]![method]?.requestBody?.content['application/json']?.schema;
    const missing: unknown[] = [];
    for (const resource of resources) {
      const path = resource.path.replace(/\/$/, '');
      const routes = server.app.routes.filter(
        ({ method, url }) => method !== 'GET' && method !== 'DELETE' && (url === path || url.startsWith(`${path}/`)),
      );
      for (const { method, url } of routes)
        if (!described[url.replace(/:(\w+)/g, '{$1}')]![String(method).toLowerCase()]?.requestBody)
          missing.push([method, url]);
      for (const [method, url] of [
        ['post', path],
        ['put', `${path}/:id`],
      ] as const) {
        // A route with a body of its own has its own schema, which it parses.
        if (!bodyOf(method, url) || WITH_OWN_BODY.has(`${method} ${resource.name}`)) continue;
        const { properties } = bodyOf(method, url)!;
        for (const [name, field] of Object.entries(resource.fields)) {
          const isTold = field.readOnly
            ? Object.hasOwn(properties, name) === (name === 'version' && method === 'put')
            : hasItsLimit(field, properties[name]);
          if (!isTold) missing.push([method, url, name, properties[name]]);
        }
      }
    }
    expect(missing).toEqual([]);
  });
  it('describes what a plan, a shareholder and a distribution take besides their columns', async () => {
    const { paths: described } = (await anyone(server).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Schema }> } }>>;
    };
    const bodyOf = (method: string, path: string) =>
      described[path]![method]!.requestBody.content['application/json']!.schema;
    for (const [method, end] of [
      ['post', ''],
      ['put', '/{id}'],
    ] as const) {
      expect(bodyOf(method, `/api/equity-plans${end}`).properties.share_class_ids).toMatchObject({
        type: 'array',
        maxItems: 100,
      });
      expect(JSON.stringify(bodyOf(method, `/api/shareholders${end}`).properties.address)).toContain('postal_code');
      const distribution = bodyOf(method, `/api/distributions${end}`);
      expect(distribution.properties.name).toMatchObject({ maxLength: 120 });
      expect(Object.keys(distribution.properties)).toEqual(
        expect.arrayContaining(['share_class_ids', 'record_date', 'total_amount']),
      );
    }
    expect(bodyOf('post', '/api/share-classes').required).toContain('name');
    expect(bodyOf('put', '/api/share-classes/{id}').required).toBeUndefined();
    const { requestBody } = described['/api/documents/upload']!.post!;
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data']);
  });
  it('has every call of the specification', () => {
    const calls = [
      'login',
      'signup',
      'verify-phone',
      'verify-2fa',
      'forgot-password',
      'reset-password',
      'resend-code',
    ].map((name) => `POST /api/auth/${name}`);
    const lists = [
      'shareholders',
      'certificates',
      'distributions',
      'payments',
      'documents',
      'tasks',
      'messaging/threads',
    ].map((name) => `GET /api/${name}`);
    const known = server.app.routes.map(({ method, url }) => `${String(method)} ${url}`);
    expect(known).toEqual(expect.arrayContaining([...calls, ...lists, 'POST /api/documents/upload']));
  });
});

describe('every path', () => {
  it('answers a method it lacks with 405 and the methods it has', async () => {
    for (const url of paths()) {
      const has = server.app.routes.filter((route) => route.url === url).map(({ method }) => String(method));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (has.includes(method)) continue;
        const reply = await owner.send(method, concrete(url), method === 'GET' || method === 'DELETE' ? undefined : {});
        const shadowed = server.app.routes.some(
          (route) => route.method === method && concrete(url).replace(/[^/]+$/, ':id') === route.url,
        );
        if (shadowed) continue;
        expect([method, url, reply.status]).toEqual([method, url, 405]);
        expect(String(reply.headers.allow).split(', ')).toEqual(expect.arrayContaining(has));
        expectProblem(reply, url);
      }
    }
  });
  it('refuses in one form, whatever is sent', async () => {
    const json = { headers: { 'content-type': 'application/json' }, ip: ownAddress() };
    for (const { method, url } of server.app.routes.filter(
      (route) => route.url !== '/api/auth/logout' && !['/api/health', '/api/ready', '/api/config'].includes(route.url),
    )) {
      const bodies = ['POST', 'PUT'].includes(String(method))
        ? ['{', '[]', '"x"', '7', '{"a":{"b":[1]}}', '{"__proto__":{}}', '']
        : [undefined];
      for (const body of bodies)
        for (const by of [owner, anyone(server)]) {
          const reply = await by.send(method, concrete(url), body, {
            ...json,
            headers: body === undefined ? {} : json.headers,
          });
          expect([url, reply.status < 500]).toEqual([url, true]);
          if (reply.status >= 400) expectProblem(reply, url);
        }
    }
  });
  it('refuses a repeated query parameter, and one with a NUL', async () => {
    for (const { method, url, isPublic } of server.app.routes.filter(
      (route) => route.method === 'GET' && !route.isPublic && !route.url.endsWith('/download'),
    )) {
      expect([url, isPublic, (await owner.send(method, `${concrete(url)}?a=1&a=2`)).status]).toEqual([url, false, 400]);
      expect([url, (await owner.send(method, `${concrete(url)}?a=%00`)).status]).toEqual([url, 422]);
    }
  });
  it('sends the headers that protect it from browsers and caches', async () => {
    for (const url of paths()) {
      const { headers } = await owner.get(concrete(url));
      expect([url, headers]).toEqual([
        url,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'cache-control': expect.stringContaining('no-store'),
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-frame-options': 'DENY',
        }),
      ]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});

describe('the edges of the protocol', () => {
  const open = () => anyone(server, ownAddress());
  const json = { headers: { 'content-type': 'application/json' } };
  it('a body of thousands of unknown fields is refused by naming a hundred', async () => {
    const body = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, 1]));
    const refused = await anyone(server).post('/api/auth/login', body);
    expect(refused.status).toBe(422);
    expect((refused.body.errors as unknown[]).length).toBe(100);
  });
  it('an unknown address is a 404 in the same form', async () => {
    for (const url of ['/api/none', '/api/', '/api/shareholders/x/y/z', '/api/../etc/passwd', '/api/%2e%2e/x']) {
      const reply = await open().get(url);
      expect([url, reply.status, reply.detail]).toEqual([url, 404, 'Not found.']);
      expectProblem(reply, url);
    }
  });
  it('more than a megabyte of JSON is a 413, another content type a 415, and invalid JSON a 400', async () => {
    const big = await owner.send('POST', '/api/tasks/', `{"title":"${'x'.repeat(1_100_000)}"}`, json);
    expect(big.status).toBe(413);
    const xml = await owner.send('POST', '/api/tasks/', '<x/>', { headers: { 'content-type': 'text/xml' } });
    expect(xml.status).toBe(415);
    const half = await owner.send('POST', '/api/tasks/', '{"title":', json);
    expect(half.status).toBe(400);
    for (const reply of [big, xml, half]) expectProblem(reply, '/api/tasks/');
  });
  it('JSON with ten thousand levels, or with sixty thousand keys, breaks nothing', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const wide = `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
    for (const body of [deep, wide])
      expect([400, 422]).toContain((await owner.send('POST', '/api/tasks/', body, json)).status);
  });
  it('a forged forwarding header changes no limit (T29)', async () => {
    const ip = ownAddress();
    const statuses = [];
    for (let n = 0; n < 7; n += 1) {
      const options = {
        ip,
        headers: {
          'x-forwarded-for': `203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
        },
      };
      statuses.push(
        (
          await anyone(server).post(
            '/api/auth/login',
            { email: 'forged@example.com', password: 'wrong wrong' },
            options,
          )
        ).status,
      );
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
  it('a burst of sign-ins gets 503 with a time to retry, and other calls are answered (T9)', async () => {
    const person = await signUpCompany(server);
    const replies = await Promise.all(
      Array.from({ length: 80 }, () =>
        anyone(server, ownAddress()).post('/api/auth/login', { email: person.email, password: 'not this one' }),
      ),
    );
    const statuses = new Set(replies.map((reply) => reply.status));
    expect([...statuses].every((status) => [400, 429, 503].includes(status))).toBe(true);
    for (const reply of replies.filter(({ status }) => status !== 400))
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect((await person.get('/api/auth/me')).status).toBe(200);
    server.failures.length = 0;
  });
  it('health, readiness and the configuration are public', async () => {
    expect((await open().get('/api/health')).status).toBe(200);
    expect((await open().get('/api/ready')).status).toBe(200);
    expect((await open().get('/api/config')).body).toMatchObject({ demo: null, sms_driver: 'log' });
  });
  it('readiness ends before the server does: a server that is about to stop still answers other calls', async () => {
    const leaving = await startTestServer();
    try {
      const statusOf = async (url: string) => (await anyone(leaving).get(url)).status;
      expect(await statusOf('/api/ready')).toBe(200);
      leaving.app.stopAccepting();
      expect([await statusOf('/api/ready'), await statusOf('/api/health')]).toEqual([503, 200]);
      expect((await signUpCompany(leaving)).user.role).toBe('owner');
    } finally {
      await leaving.close();
    }
  });
});
