// The company's own record, and the removal of the sample company.
import { administrators, owners } from '../../src/resources/kit/access.ts';
import { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import { companyLabels } from '../../src/resources/companyLabels.ts';
import { fileNameOf } from '../../src/resources/kit/csv.ts';
import { currencyCode, isoDate, oneLine, sameValue, timeZone } from '../../src/resources/kit/validation.ts';
import { invalidFields } from '../commands/core/checked.ts';
import { conflict, recordActivity, staleEdit, today } from '../commands/core/context.ts';
import { removeAbandonedFiles } from '../commands/core/files.ts';
import { exportCompany } from '../commands/exports/exportCompany.ts';
import { orgOf, requireRole } from '../auth/actor.ts';
import type { Limits } from '../auth/limits.ts';
import { clientNameProblem, foundCompany, refuseTakenName } from '../auth/organizations.ts';
import { ownAccount } from '../auth/sessions.ts';
import { required } from '../auth/signup.ts';
import { fromZod } from '../commands/core/zodRefusal.ts';
import { clientOf } from './authenticate.ts';
import type { Row, Tx } from '../db/database.ts';
import { objectBody } from './resourceRoutes.ts';
import type { Router } from './routes.ts';

const shape = z.strictObject({
  client_display_name: oneLine(200)
    .refine((value) => value.trim() !== '', 'This is required.')
    .transform((value) => value.trim()),
  legal_name: oneLine(300)
    .transform((value) => value.trim() || null)
    .nullable(),
  formation_date: isoDate.nullable(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Two capital letters, such as US.')
    .nullable(),
  state_of_formation: oneLine(100)
    .transform((value) => value.trim() || null)
    .nullable(),
  currency: currencyCode,
  time_zone: timeZone.nullable(),
});

const foundBody = z.strictObject({
  client_name: required(100).refine((name) => clientNameProblem(name) === null, {
    error: (issue) => clientNameProblem(String(issue.input))!,
  }),
  client_display_name: required(200),
});

const read = async (tx: Tx, org: string): Promise<Row> =>
  (await tx.row(
    'select id, client_name, client_display_name, legal_name, formation_date, country, state_of_formation, currency, time_zone, is_sample, created_at, version from organization where id = $1',
    [org],
  ))!;

/** The browser and the database keep lists of their own. Refuses: a zone that the database does not know (422). */
async function refuseUnknownZone(tx: Tx, name: string | null): Promise<void> {
  if (name === null) return;
  const entered = await tx.row<{ known: boolean }>('select enter_time_zone($1) as known', [name]);
  if (!entered!.known) throw invalidFields({ time_zone: `There is no time zone ${name}. Such as America/New_York.` });
}

/**
 * What is recorded keeps its currency: whoever changes the company's is told so first, and sends `keep_recorded`.
 * Refuses: currency_in_use (409).
 */
async function refuseSilently(tx: Tx, next: string): Promise<void> {
  const recorded = await tx.rows<{ currency: string; what: string; number: string }>(
    'select currency, what, number from recorded_currencies() where currency <> $1 order by currency, what',
    [next],
  );
  if (recorded.length === 0) return;
  const lists = Object.entries(Object.groupBy(recorded, ({ currency }) => currency)).map(
    ([currency, of]) => `${inWords(of!)} ${countOf(of!) === 1 ? 'is' : 'are'} recorded in ${currency}`,
  );
  throw conflict(
    'currency_in_use',
    `${lists.join('; ')}: that stays as it is, and a share class prices its new certificates in its own. What else is entered from now on is in ${next}, and sums never mix the two.`,
    'currency',
  );
}

const countOf = (of: readonly { number: string }[]) => of.reduce((sum, { number }) => sum + Number(number), 0);

/** "3 certificates, 1 grant and 2 valuations" */
function inWords(of: readonly { what: string; number: string }[]): string {
  const counted = of.map(({ what, number }) => {
    if (number === '1') return `1 ${what}`;
    return `${number} ${what.endsWith('s') ? `${what}es` : `${what}s`}`;
  });
  return new Intl.ListFormat('en-GB').format(counted);
}

/** ": Legal name, Country" */
function changes(next: Row, current: Row): string {
  const changed = Object.entries(companyLabels).filter(([name]) => !sameValue(next[name], current[name]));
  return changed.length > 0 ? `: ${changed.map(([, label]) => label).join(', ')}` : '';
}

export function organizationRoutes(router: Router, limits: Limits) {
  router.actor({
    method: 'GET',
    url: '/api/organization',
    summary: 'The company',
    handler: ({ tx, actor }) => read(tx, orgOf(actor)),
  });
  router.actor({
    method: 'GET',
    url: '/api/organization/export',
    costs: 'export',
    takesTime: true,
    writes: true,
    summary:
      'Everything of the company as one zip: the Open Cap Format package, a side file, every document, and hashes',
    roles: administrators,
    handler: async ({ tx, actor, reply }) => {
      const stream = await exportCompany({ tx, actor, deps: router.deps });
      reply
        .type('application/zip')
        .header(
          'content-disposition',
          `attachment; filename="${fileNameOf(actor.client_name, 'company', today({ actor, deps: router.deps }), 'zip')}"`,
        );
      return stream;
    },
  });
  router.actor({
    method: 'PUT',
    url: '/api/organization',
    summary: 'Change the company’s names, formation, country, currency and time zone',
    handler: async ({ tx, actor, body }) => {
      const org = requireRole(actor, administrators);
      const current = await read(tx, org);
      const sent = objectBody(body);
      if (sent.version !== undefined && sent.version !== current.version) throw staleEdit();
      const writable = Object.keys(shape.shape);
      const unknown = Object.keys(sent).find(
        (name) =>
          !writable.includes(name) &&
          name !== 'version' &&
          name !== 'keep_recorded' &&
          !(name in current && sameValue(sent[name], current[name])),
      );
      if (unknown) throw invalidFields({ [unknown]: `Unknown field: ${unknown}.` });
      const merged = Object.fromEntries(
        writable.map((name) => [name, (name in sent ? sent[name] : current[name]) || null]),
      );
      const parsed = shape.safeParse(merged);
      if (!parsed.success) throw fromZod(parsed.error);
      const next = parsed.data;
      await refuseUnknownZone(tx, next.time_zone);
      if (next.currency !== current.currency && sent.keep_recorded !== true) await refuseSilently(tx, next.currency);
      const done = await tx.write(
        'update organization set client_display_name = $2, legal_name = $3, formation_date = $4, country = $5, currency = $6, state_of_formation = $8, time_zone = coalesce($9, time_zone), version = version + 1 where id = $1 and version = $7',
        [
          org,
          next.client_display_name,
          next.legal_name,
          next.formation_date,
          next.country,
          next.currency,
          current.version,
          next.state_of_formation,
          next.time_zone,
        ],
      );
      if (done === 0) throw staleEdit();
      await recordActivity(
        { tx, actor, deps: router.deps },
        { text: `changed the company’s details${changes(next, current)}`, resource: 'organization', id: org },
      );
      return read(tx, org);
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/organization/time-zone',
    summary: 'Set the company’s time zone where nobody has: what the owner’s browser says of itself',
    body: z.strictObject({ time_zone: timeZone }),
    roles: owners,
    handler: async ({ tx, actor, body }) => {
      const org = actor.org_id!;
      await refuseUnknownZone(tx, body.time_zone);
      // Its version stays: a form that is open meanwhile is not stale by it, and cannot take it away.
      const done = await tx.write('update organization set time_zone = $2 where id = $1 and time_zone is null', [
        org,
        body.time_zone,
      ]);
      if (done > 0)
        await recordActivity(
          { tx, actor, deps: router.deps },
          {
            text: `set the company’s time zone to ${body.time_zone.replaceAll('_', ' ')}`,
            resource: 'organization',
            id: org,
          },
        );
      return read(tx, org);
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/organization',
    givesToken: true,
    summary: 'Found a company: its owner’s session in it, as after a switch',
    body: foundBody,
    status: 201,
    before: async ({ account_id }, body, request) => {
      await refuseTakenName(router.deps, limits, body.client_name, clientOf(request, router.deps.secrets));
      await limits.spend('found_account', account_id);
    },
    handler: async ({ tx, body, tokenHash }) =>
      foundCompany(tx, router.deps, { account: await ownAccount(tx), tokenHash }, body),
  });
  router.actor({
    method: 'DELETE',
    url: '/api/demo',
    summary: 'Take the sample company away without a trace',
    after: () => removeAbandonedFiles(router.deps),
    handler: async ({ tx, actor }) => {
      const org = requireRole(actor, owners);
      if (!(await read(tx, org)).is_sample)
        throw new AppError('not_a_sample', 'This company is not the sample and cannot be removed.', { status: 409 });
      await tx.rows('select remove_sample_organization()');
      return undefined;
    },
  });
}
