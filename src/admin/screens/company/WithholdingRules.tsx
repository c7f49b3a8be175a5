// What the company withholds from payments to holders: its rules, taken from a template, added, changed and removed.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { useNotify } from 'react-admin';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import { containsLetters } from '#src/domain/letters.ts';
import type { WithholdingRule } from '#src/domain/distribution/withholding.ts';
import type { Organization } from '#src/resources/organization.ts';
import type { WithholdingTemplate } from '#src/resources/withholding.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatDay, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { usePressed } from '#src/admin/kit/parts/focusHeading.ts';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import styles from './company.module.css';
import { countryOf, distributionsOf, FORMS, HOLDERS } from './withholdingWords.ts';

const WithholdingRuleDialog = lazy(() => import('./WithholdingRuleDialog.tsx'));

type Asked = { template: WithholdingTemplate } | 'remove';

export default function WithholdingRules({ company }: { company: Organization }) {
  const { data, error, isPending, refetch } = useRead<WithholdingTemplate[]>('/api/withholding-templates');
  const [asked, setAsked] = useState<Asked | null>(null);
  // The button that removes the rules goes with them.
  const press = usePressed();
  // The place of the rule that is changed; "new" for another one.
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const rules = (company.withholding_rules ?? []) as WithholdingRule[];
  return (
    <Card
      title={say`Withholding`}
      about={say`The most specific rule counts; of equally specific ones, the highest rate. A rate on a holder’s confirmed tax profile comes before them.`}
    >
      {rules.length === 0 ? (
        <p className="mut">{say`There are no rules: only a rate on a holder’s tax profile is withheld.`}</p>
      ) : (
        <FoldedRules rules={rules} onOpen={setOpen} />
      )}
      {error ? (
        <Failed what={say`The templates`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <div className="acts formacts">
          <button type="button" className="btn" onClick={() => setOpen('new')}>
            {say`Add a rule`}
          </button>
          {data.map((template) => (
            <button key={template.id} type="button" className="btn" onClick={() => setAsked({ template })}>
              {sayAround`Use rules: ${template.name}`}
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
              {say`Remove all rules`}
            </button>
          )}
        </div>
      )}
      {asked && <Question asked={asked} company={company} onClose={() => setAsked(null)} />}
      {open !== null && (
        <LazyPart what={say`The rule`}>
          <WithholdingRuleDialog
            company={company}
            rules={rules}
            index={open === 'new' ? null : open}
            onClose={() => setOpen(null)}
          />
        </LazyPart>
      )}
    </Card>
  );
}

interface FoldedRulesProps {
  rules: readonly WithholdingRule[];
  /** With the rule's place in the company's list. */
  onOpen: (index: number) => void;
}

/** So many are read without unfolding or searching. */
const FEW = 5;

function FoldedRules({ rules, onOpen }: FoldedRulesProps) {
  const [asked, setAsked] = useState('');
  const placed = rules.map((rule, index) => ({ rule, index }));
  if (rules.length <= FEW) return <RulesTable placed={placed} onOpen={onOpen} />;
  const found = placed.filter(({ rule }) => containsLetters(inWords(rule), asked.trim()));
  return (
    <details className={styles.folded}>
      <summary>{plural(rules.length, say`rule`, say`rules`)}</summary>
      <input
        type="search"
        className="input"
        aria-label={say`Search the rules`}
        placeholder={say`Country, holders, rate`}
        value={asked}
        onChange={({ target }) => setAsked(target.value)}
      />
      {found.length === 0 ? (
        <p className="mut">{say`No rule matches.`}</p>
      ) : (
        <RulesTable placed={found} onOpen={onOpen} />
      )}
    </details>
  );
}

interface RulesTableProps {
  placed: readonly { rule: WithholdingRule; index: number }[];
  onOpen: (index: number) => void;
}

function RulesTable({ placed, onOpen }: RulesTableProps) {
  const isPhone = useIsPhone();
  const change = (rule: WithholdingRule, index: number) => (
    <button
      type="button"
      className="btn text"
      aria-label={say`Change the rule: ${inWords(rule)}`}
      onClick={() => onOpen(index)}
    >
      {say`Change`}
    </button>
  );
  if (isPhone)
    return (
      <ul className="rows" aria-label={say`Withholding rules`}>
        {placed.map(({ rule, index }) => (
          <li key={inWords(rule)}>
            <div>{inWords(rule)}</div>
            {change(rule, index)}
          </li>
        ))}
      </ul>
    );
  return (
    <ScrollBox label={say`Withholding rules, table`}>
      <table className={`dense roomy ${styles.rules}`}>
        <TableHead columns={[say`Country`, say`Holders`, say`Distributions`, say`Tax form`, [say`Rate`, 'r'], '']} />
        <tbody>
          {placed.map(({ rule, index }) => (
            <tr key={inWords(rule)}>
              <td>{countryOf(rule)}</td>
              <td>{HOLDERS[rule.holder_type]}</td>
              <td>{distributionsOf(rule)}</td>
              <td>{FORMS[rule.form ?? '*']}</td>
              <td className="r">{inPercent(rule.rate)}</td>
              <td className="r">{change(rule, index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** "DE, people, dividend, form missing: 30%" */
function inWords(rule: WithholdingRule): string {
  const { country, holder_type, distribution_type, form = '*', rate } = rule;
  const parts = [
    country === '*' ? say`Any country` : countryOf(rule),
    holder_type === '*' ? say`all holders` : inSentence(HOLDERS[holder_type]),
    distribution_type === '*' ? say`all distributions` : inSentence(distributionsOf(rule)),
    ...(form === '*' ? [] : [FORM_PARTS[form]]),
  ];
  return `${parts.join(', ')}: ${inPercent(rate)}`;
}

const FORM_PARTS = { missing: say`form missing`, treaty: say`form claims the treaty` } as const;

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
    notify(template ? say`The rules are switched on` : say`The rules were removed`, { type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={template ? say`Use the withholding rules “${template.name}”?` : say`Remove all withholding rules?`}
      about={
        <p>
          {template
            ? say`${template.about} They replace the company’s present rules, and count for distributions that are not approved yet.`
            : say`A rate on a holder’s tax profile still counts. Approved distributions stay as they are.`}
        </p>
      }
      submit={template ? say`Use ${plural(template.rules.length, say`rule`, say`rules`)}` : say`Remove all rules`}
      busy={template ? say`Switching on…` : say`Removing…`}
      isDestructive={!template}
      nothing={say`The rules are as before.`}
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
