// Collects the data of the printable certificate, for those who may see it. The first print creates its code.
import { countryInSentence, countryName } from '#src/domain/countries.ts';
import { certificates } from '#src/resources/certificates.ts';
import type { Certificate } from '#src/resources/certificates.ts';
import { stateName } from '#src/domain/states.ts';
import { decimal, formatDecimal, ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Ratio } from '#src/domain/figures/decimal.ts';
import { moneyOf, textsOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { priceAfter, productOf } from '#src/domain/split/splitPlan.ts';
import { writtenCode } from '#src/domain/verificationCode.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { issuanceOf } from '../securities/openSecurity.ts';
import { originOf } from '../shareClasses/split/splitPrices.ts';
import { logoOf } from '../company/logo.ts';
import { codeOf } from './code.ts';

interface Facts {
  company: string;
  formation_date: string | null;
  country: string | null;
  state: string | null;
  par_value: string | null;
  currency: string | null;
  verb: string | null;
  ended_on: string | null;
}

/** Refuses: not_found (404). `publicUrl`: where the code can be checked. */
export async function printCertificate(
  context: CommandContext,
  id: string,
  publicUrl: string,
): Promise<{ bytes: Buffer; fileName: string }> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const record = await findRecord(tx, actor, certificates, id);
  if (!record) throw notFound();
  const facts = (await tx.row<Facts>(
    `select coalesce(o.legal_name, o.client_display_name) as company, o.formation_date, o.country,
            coalesce(o.state_of_formation, (select coalesce(nullif(i.ocf ->> 'country_subdivision_name_of_formation', ''), i.ocf ->> 'country_subdivision_of_formation')
              from ocf_object i where i.org_id = o.id and i.object_type = 'ISSUER' order by i.version desc limit 1)) as state, trim_scale(c.par_value)::text as par_value, c.currency::text as currency, t.verb, t.on_date as ended_on
     from organization o
     left join share_class c on c.org_id = o.id and c.id = $2
     left join termination t on t.org_id = o.id and t.security_id = $3 and t.on_date <= current_date
     where o.id = $1`,
    [org, record.share_class_id, id],
  ))!;
  const par = await parInForce(context, record.share_class_id, facts);
  const issuance = await issuanceOf(context, id);
  const legends = await tx.rows<{ text: string }>(
    'select text from legend where org_id = $1 and id = any ($2) order by name',
    [org, textsOf(issuance, 'stock_legend_ids')],
  );
  const code = await codeOf(context, id);
  const where = facts.state
    ? [stateName(facts.country, facts.state), facts.country && countryName(facts.country)].filter(Boolean).join(', ')
    : facts.country === null
      ? ''
      : countryInSentence(facts.country);
  const formed =
    facts.formation_date !== null
      ? `Incorporated on ${dayOf(facts.formation_date)}${where ? ` in ${where}` : ''}`
      : where && `Incorporated in ${where}`;
  const number = record.certificate_number ?? '';
  const bytes = await makePaper({
    format: 'certificate',
    now: deps.now(),
    certificate: {
      company: facts.company,
      formation: formed,
      number,
      shareClass: record.share_class,
      parValue: par && writtenMoney(par, facts.currency ?? 'USD'),
      quantity: record.quantity,
      holder: record.shareholder,
      issuedOn: dayOf(record.issue_date),
      isUpcoming: record.status === 'upcoming',
      isPaid: isPaid(record, issuance, { par, currency: facts.currency }),
      ended: facts.verb === null ? null : `${facts.verb} on ${dayOf(facts.ended_on!)}`,
      legends: legends.map((row) => row.text),
      logo: (await logoOf({ tx, actor })) ?? null,
      code: writtenCode(code),
      address: `${publicUrl}/verify/${code}`,
    },
  });
  return { bytes, fileName: `${number.replace(/[^\w.-]+/g, '-') || 'certificate'}.pdf` };
}

/**
 * Whether the record says that the shares are paid in full: at a price that is not below the par value, and a cost, where one is
 * recorded, that is not below the price of all of them. Where the price is unknown, the paper says nothing of it.
 */
function isPaid(
  record: Certificate,
  issuance: OcfObject,
  { par, currency }: { par: string | null; currency: string | null },
) {
  const price = parseDecimal(record.price_per_share);
  if (price === null || price <= 0n || (currency !== null && record.currency !== currency)) return false;
  if (price < (parseDecimal(par) ?? 0n)) return false;
  const cost = moneyOf(issuance, 'cost_basis');
  return !cost || cost.amount * ONE >= price * decimal(record.quantity);
}

/** For an ended certificate, the par value of its last day: reverses the splits since then. */
async function parInForce(context: CommandContext, classId: string, { par_value, verb, ended_on }: Facts) {
  const par = parseDecimal(par_value);
  if (par === null || ended_on === null) return par_value;
  const splits = await context.tx.rows<{ numerator: string; denominator: string }>(
    `select numerator::text, denominator::text from split
     where org_id = $1 and stock_class_id = $2 and (effective_date > $3 or effective_date = $3 and $4 = 'reissued')`,
    [orgOf(context.actor), classId, ended_on, verb],
  );
  if (splits.length === 0) return par_value;
  // Inverts the ratio.
  const back = splits.map(({ numerator, denominator }) => ratioOf(denominator, numerator)).reduce(productOf);
  const versions = await context.tx.rows<{ par: string | null; numerator: string | null; denominator: string | null }>(
    'select par, numerator, denominator from par_values($1)',
    [classId],
  );
  const origin = originOf(
    versions.map(({ par: price, numerator, denominator }) => ({
      price: parseDecimal(price),
      split: numerator && denominator ? ratioOf(numerator, denominator) : undefined,
    })),
  );
  return formatDecimal(priceAfter(origin?.price ?? par, origin, back));
}

const ratioOf = (numerator: string, denominator: string): Ratio => ({
  numerator: decimal(numerator),
  denominator: decimal(denominator),
});

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayOf = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`));
