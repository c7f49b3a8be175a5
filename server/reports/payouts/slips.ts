// What every slip begins with: the company that gives it, and the holder to whom it goes.
import { figuresLocale } from '#src/words/figures.ts';
import { readersLocale } from '#src/words/reader.ts';
import { countryName } from '#src/domain/countries.ts';
import { orgOf } from '#server/auth/actor.ts';
import { logoOf } from '#server/commands/company/logo.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import type { Letterhead } from '#server/paper/letterhead.ts';

const days = new Map<string, Intl.DateTimeFormat>();

/** "15 March 2024", as the reader writes it. */
export function dayInWords(iso: string): string {
  const locale = readersLocale() === 'en' ? 'en-GB' : figuresLocale();
  const kept =
    days.get(locale) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  days.set(locale, kept);
  return kept.format(new Date(`${iso}T00:00:00Z`));
}

export async function companyHead({
  tx,
  actor,
}: Pick<CommandContext, 'tx' | 'actor'>): Promise<Pick<Letterhead, 'company' | 'about' | 'logo'>> {
  const row = (await tx.row<{ company: string; country: string | null }>(
    'select coalesce(legal_name, client_display_name) as company, country from organization where id = $1',
    [orgOf(actor)],
  ))!;
  const logo = (await logoOf({ tx, actor })) ?? null;
  return { company: row.company, about: row.country ? countryName(row.country) : '', logo };
}

/** The holder's name and address, line by line. */
export async function addresseeOf({ tx, actor }: Pick<CommandContext, 'tx' | 'actor'>, id: string): Promise<string[]> {
  const row = await tx.row<Record<'name' | 'street_1' | 'street_2' | 'town' | 'country', string | null>>(
    `select name, street_1, street_2, concat_ws(', ', nullif(city, ''), nullif(concat_ws(' ', state, postal_code), '')) as town, country
     from shareholder where org_id = $1 and id = $2`,
    [orgOf(actor), id],
  );
  if (!row) return [];
  const lines = [row.name, row.street_1, row.street_2, row.town, row.country && countryName(row.country)];
  return lines.filter((line): line is string => Boolean(line));
}
