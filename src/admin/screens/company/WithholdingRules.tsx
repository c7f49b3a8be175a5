// What the company withholds from payments to holders: its rules, taken from a template or removed. A program may send other ones.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { inPercent } from '../../../domain/distribution/percentInWords.ts';
import type { WithholdingRule } from '../../../domain/distribution/withholding.ts';
import { distributions } from '../../../resources/distributions.ts';
import type { Organization } from '../../../resources/organization.ts';
import type { WithholdingTemplate } from '../../../resources/withholding.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { formatDay, plural } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { usePressed } from '../../kit/parts/focusHeading.ts';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { TableHead } from '../../kit/parts/TableHead.tsx';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { wordOf } from '../../../resources/kit/defineResource.ts';
import { useConsoleData, useRead } from '../../session/useRead.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import styles from './company.module.css';

type Asked = { template: WithholdingTemplate } | 'remove';

export default function WithholdingRules({ company }: { company: Organization }) {
  const { data, error, isPending, refetch } = useRead<WithholdingTemplate[]>('/api/withholding-templates');
  const [asked, setAsked] = useState<Asked | null>(null);
  // The button that removes the rules goes with them.
  const press = usePressed();
  const rules = (company.withholding_rules ?? []) as WithholdingRule[];
  return (
    <Card
      title="Withholding"
      about="The most specific rule counts; of equally specific ones, the highest rate. A rate on a holder’s confirmed tax profile comes before them."
    >
      {rules.length === 0 ? <p className="mut">Nothing is withheld from payments.</p> : <RulesTable rules={rules} />}
      {error ? (
        <Failed what="The templates" error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <div className="acts formacts">
          {data.map((template) => (
            <button key={template.id} type="button" className="btn" onClick={() => setAsked({ template })}>
              Use rules: {template.name}
            </button>
          ))}
          {rules.length > 0 && (
            <button
              type="button"
              className="btn danger"
              onClick={({ currentTarget }) => {
                press(currentTarget);
                setAsked('remove');
              }}
            >
              Remove all rules
            </button>
          )}
        </div>
      )}
      {asked && <Question asked={asked} company={company} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function RulesTable({ rules }: { rules: readonly WithholdingRule[] }) {
  return (
    <ScrollBox label="Withholding rules, table">
      <table className={`dense roomy ${styles.rules}`}>
        <TableHead columns={['Country', 'Holders', 'Distributions', 'Tax form', ['Rate', 'r']]} />
        <tbody>
          {byCountries(rules).map(({ rule, countries }) => (
            <tr key={[countries, rule.holder_type, rule.distribution_type, rule.form].join(' ')}>
              <td>{countries === '*' ? 'Any' : countries}</td>
              <td>{HOLDERS[rule.holder_type]}</td>
              <td>
                {rule.distribution_type === '*' ? 'All' : wordOf(distributions.fields.type, rule.distribution_type)}
              </td>
              <td>{FORMS[rule.form ?? '*']}</td>
              <td className="r">{inPercent(rule.rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Rules that differ in their country alone are one line with all of them; "any country" has a line of its own. */
function byCountries(rules: readonly WithholdingRule[]): { rule: WithholdingRule; countries: string }[] {
  const lines = new Map<string, { rule: WithholdingRule; countries: string }>();
  for (const rule of rules) {
    const { country, holder_type, distribution_type, form, rate } = rule;
    const key = [country === '*', holder_type, distribution_type, form, inPercent(rate)].join(' ');
    const line = lines.get(key);
    lines.set(key, { rule, countries: line ? `${line.countries}, ${country}` : country });
  }
  return [...lines.values()];
}

const HOLDERS = { '*': 'All', individual: 'People', entity: 'Entities' } as const;
const FORMS = { '*': 'Any', missing: 'Missing', treaty: 'Claims the treaty' } as const;

function Question({ asked, company, onClose }: { asked: Asked; company: Organization; onClose: () => void }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const template = asked === 'remove' ? null : asked.template;
  const confirm = async () => {
    await runCommand([template?.id ?? 'remove', company.version], (options) =>
      template
        ? dataProvider.send('POST', '/api/organization/withholding-template', { template: template.id }, options)
        : dataProvider.send('PUT', '/api/organization', { withholding_rules: [], version: company.version }, options),
    );
    notify(template ? 'The rules are switched on' : 'Nothing is withheld any more', { type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={template ? `Use the withholding rules “${template.name}”?` : 'Withhold nothing any more?'}
      about={
        <p>
          {template
            ? `${template.about} They replace the company’s present rules, and count for distributions that are not approved yet.`
            : 'Approved distributions stay as they are.'}
        </p>
      }
      submit={template ? `Use ${plural(template.rules.length, 'rule')}` : 'Remove all rules'}
      busy={template ? 'Switching on…' : 'Removing…'}
      isDestructive={!template}
      nothing="The rules are as before."
      onSubmit={confirm}
      onClose={onClose}
    >
      {template && <Sources template={template} />}
    </FormDialog>
  );
}

function Sources({ template }: { template: WithholdingTemplate }) {
  const sources = [...new Set(template.rules.map(({ source, date }) => `${source}, as of ${formatDay(date)}`))];
  return (
    <ul className={styles.sources}>
      {sources.map((source) => (
        <li key={source} className="small mut">
          {source}
        </li>
      ))}
    </ul>
  );
}
