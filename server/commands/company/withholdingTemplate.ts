// Switching a template of withholding rules on: its rules become the company's, which may change them afterwards.
import type { Organization } from '#src/resources/organization.ts';
import { orgOf } from '#server/auth/actor.ts';
import { readCompany } from '#server/data/companyRow.ts';
import { withholdingTemplates } from '#server/data/withholding/templates.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';
import { updateCompany } from './updateCompany.ts';

/**
 * Where missing forms were ignored until now, the template’s rates for them count from now on, and where no country was presumed,
 * the template’s. Refuses: forbidden (403), an
 * unknown template (422).
 */
export async function switchTemplateOn(
  context: CommandContext,
  { template: id }: { template: string },
): Promise<Organization> {
  const template = withholdingTemplates(context.deps.config.dataDir).find((each) => each.id === id);
  if (!template) throw invalidFields({ template: `There is no template ${id}.` });
  const { missing_tax_form, presumed_country, version } = await readCompany(context.tx, orgOf(context.actor));
  const rules = template.rules.map(({ source: _source, date: _date, ...rule }) => rule);
  const { presumed } = template;
  return updateCompany(
    context,
    {
      version,
      withholding_rules: rules,
      ...(missing_tax_form === 'ignore' ? { missing_tax_form: 'highest_rate' } : {}),
      ...(presumed && presumed_country === null ? { presumed_country: presumed.country } : {}),
    },
    presumed?.source,
  );
}
