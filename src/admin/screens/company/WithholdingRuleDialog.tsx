// One withholding rule: added, changed or removed. The whole list is sent, with the version that was read.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { WithholdingRule } from '#src/domain/distribution/withholding.ts';
import { distributions } from '#src/resources/distributions.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { choice, country, percent } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Organization } from '#src/resources/organization.ts';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { FORMS, HOLDERS } from './withholdingWords.ts';

type Values = Record<string, unknown>;

const types = distributions.fields.type;
const fields = {
  country: country({ label: say`Country`, empty: say`Any country` }),
  holder_type: choice(['*', 'individual', 'entity'], { required: true, labels: HOLDERS, label: say`Holders` }),
  distribution_type: choice(['*', ...types.values], {
    required: true,
    label: say`Distributions`,
    labels: { '*': say`All`, ...Object.fromEntries(types.values.map((value) => [value, wordOf(types, value)])) },
  }),
  form: choice(['*', 'missing', 'treaty'], {
    required: true,
    labels: FORMS,
    label: say`Tax form`,
    help: say`Missing: only without a valid form. Claims the treaty: only where a valid form claims this country’s treaty.`,
  }),
  percent: percent({ required: true, label: say`Rate in percent`, help: say`At least 0, at most 100.` }),
} satisfies Fields;

interface WithholdingRuleDialogProps {
  company: Organization;
  rules: readonly WithholdingRule[];
  /** Which of them is changed; null: another one is added. */
  index: number | null;
  onClose: () => void;
}

export default function WithholdingRuleDialog({ company, index, onClose, ...now }: WithholdingRuleDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  // As they were when it was opened: if somebody saves meanwhile, this change is refused and meets no other rule.
  const [{ rules, version }] = useState({ rules: now.rules, version: company.version });
  const rule = index === null ? null : rules[index]!;
  const others = rules.filter((_, at) => at !== index);

  const send = async (withholding_rules: WithholdingRule[], done: string) => {
    const body = { withholding_rules, version };
    await runCommand(['withholding_rules', body], (options) =>
      dataProvider.send('PUT', '/api/organization', body, options),
    );
    notify(done, { type: 'success' });
    onClose();
  };
  const save = (values: Values) => {
    const next = ruleOf(values);
    return rule === null
      ? send([...rules, next], say`The rule was added`)
      : send(
          rules.map((each, at) => (at === index ? next : each)),
          say`The rule was changed`,
        );
  };

  return (
    <FormDialog
      title={rule ? say`Change the rule` : say`Add a rule`}
      about={<p>{say`It counts for distributions that are not approved yet.`}</p>}
      fields={fields}
      starts={rule ? valuesOf(rule) : { country: '', holder_type: '*', distribution_type: '*', form: '*' }}
      check={(values) => faultsOf(values, others)}
      submit={rule ? say`Save rule` : say`Add rule`}
      busy={say`Saving…`}
      removal={rule && { label: say`Remove rule`, remove: () => send(others, say`The rule was removed`) }}
      nothing={say`The rules are as before.`}
      onSubmit={save}
      onClose={onClose}
    >
      {() => (
        <div className="form">
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput key={name} name={name} field={field} unit={name === 'percent' ? '%' : undefined} />
          ))}
        </div>
      )}
    </FormDialog>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const valuesOf = ({ country, rate, ...rule }: WithholdingRule): Values => ({
  ...rule,
  form: rule.form ?? '*',
  country: country === '*' ? '' : country,
  percent: formatDecimal((parseDecimal(rate) ?? 0n) * 100n),
});

/** In: values without a fault. */
const ruleOf = (values: Values): WithholdingRule => ({
  country: textOf(values.country).toUpperCase() || '*',
  holder_type: values.holder_type as WithholdingRule['holder_type'],
  distribution_type: String(values.distribution_type),
  form: values.form as WithholdingRule['form'],
  rate: formatDecimal((parseDecimal(textOf(values.percent)) ?? 0n) / 100n),
});

/** A rate of one has ten decimals, so a percentage has eight. */
const STEP = 100n;
const HUNDRED = parseDecimal('100')!;

function faultsOf(values: Values, others: readonly WithholdingRule[]): Record<string, string> {
  const rate = parseDecimal(textOf(values.percent));
  const country = textOf(values.country).toUpperCase();
  const twin = others.find((each) => conditionOf(each) === conditionOf(ruleOf(values)));
  return {
    ...(rate !== null && (rate < 0n || rate > HUNDRED) && { percent: say`At least 0 and at most 100 percent.` }),
    ...(rate !== null && rate % STEP !== 0n && { percent: say`At most 8 decimals.` }),
    ...(values.form === 'treaty' && country === '' && { country: say`Name the country whose treaty it is.` }),
    ...(twin && { country: say`There is a rule for the same holders, distributions and forms. Change that one.` }),
  };
}

const conditionOf = ({ country, holder_type, distribution_type, form }: WithholdingRule) =>
  [country, holder_type, distribution_type, form ?? '*'].join(' ');
