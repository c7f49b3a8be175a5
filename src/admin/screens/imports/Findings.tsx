// What was found in a package: errors first, then warnings, each rule once with the objects it concerns.
import { inSentence } from '#src/words/inSentence.ts';
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Card, KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { groupDigits, plural, withDays } from '#src/admin/kit/format.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';
import { objectWord } from '#src/domain/ledger/core/objectWords.ts';
import { OTHER_CONTENT, byRule, countOf } from './importAnswer.ts';
import type { Finding } from '#src/contract/imports.ts';
import type { FindingGroup } from './importAnswer.ts';
import styles from './imports.module.css';

/** The first findings illustrate the rule; the rest open on demand, up to a maximum. */
const shownPerRule = 4;
const longestList = 200;

/** While the import is open, errors can still be decided; afterwards the findings are a record. */
type Stage = 'open' | 'applied' | 'closed';

const aboutErrors: Record<Stage, string> = {
  open: say`The file contradicts itself or your records. Have the file corrected at its source, or accept the errors below. Each one says what happens if you accept it.`,
  applied: say`The file contradicts itself or your records. The errors were accepted or settled. Each one says what was done.`,
  closed: say`The file contradicts itself or your records. Each error says what happens if it is accepted.`,
};

interface FindingsProps {
  findings: Finding[];
  stage: Stage;
  /** Some records differ from the package and are listed separately. */
  hasConflicts: boolean;
}

export function Findings({ findings, stage, hasConflicts }: FindingsProps) {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return (
    <Card title={say`What we found`} flush>
      {findings.length === 0 && (
        <p className="none">
          {hasConflicts ? say`No problems other than the differences listed above.` : say`No problems found.`}
        </p>
      )}
      <Severity findings={errors} stage={stage} tone="error" word="error" about={aboutErrors[stage]} />
      <Severity
        findings={warnings}
        stage={stage}
        tone="warning"
        word="warning"
        about={say`No decision is needed. Each one says what the import does.`}
      />
    </Card>
  );
}

interface SeverityProps {
  findings: Finding[];
  stage: Stage;
  tone: 'error' | 'warning';
  word: 'error' | 'warning';
  about: string;
}

function Severity({ findings, stage, tone, word, about }: SeverityProps) {
  if (findings.length === 0) return null;
  const count = countOf(findings);
  return (
    <section aria-label={word === 'error' ? say`Errors` : say`Warnings`}>
      <div className={styles.sev}>
        <ToneChip tone={tone}>
          {word === 'error' ? plural(count, say`error`, say`errors`) : plural(count, say`warning`, say`warnings`)}
        </ToneChip>
        <span className={styles.count}>{about}</span>
      </div>
      {byRule(findings).map((group) => (
        <Rule key={group.rule} group={group} stage={stage} />
      ))}
    </section>
  );
}

/** The first letter alone: what follows may be a name. */
const beginning = (words: string) => inSentence(words.charAt(0)) + words.slice(1);

function Rule({ group: { rule, findings }, stage }: { group: FindingGroup; stage: Stage }) {
  const words = wordsOfRule(rule);
  const { title, done } = words;
  // A version can be chosen only before the import is applied.
  const instead = rule === OTHER_CONTENT && stage !== 'open' ? undefined : words.instead;
  const count = countOf(findings);
  const listed = findings.slice(0, longestList);
  const unlisted = count - countOf(listed);
  return (
    <article className={`${styles.finding} ${styles.solo}`}>
      <div>
        <h3>{title}</h3>
        <p>
          {/* After the choice each line names its version, so no common sentence is shown. */}
          {!(rule === OTHER_CONTENT && stage === 'applied') && done}
          {instead && say` Or else: ${beginning(instead)}`}
        </p>
        <Messages findings={listed.slice(0, shownPerRule)} />
        {count > shownPerRule && (
          <details>
            <summary>
              {count - shownPerRule === 1
                ? say`1 more like this`
                : say`${groupDigits(count - shownPerRule)} more like these`}
            </summary>
            <Messages findings={listed.slice(shownPerRule)} />
            {unlisted > 0 && <p>{sayAround`${groupDigits(unlisted)} more are not listed.`}</p>}
          </details>
        )}
        <p className={styles.rule}>{sayAround`Rule ${rule} · ${plural(count, say`finding`, say`findings`)}`}</p>
      </div>
    </article>
  );
}

function Messages({ findings }: { findings: Finding[] }) {
  return (
    <ul className={styles.found}>
      {findings.map((finding, index) => (
        <li key={`${finding.object_id ?? ''}-${index}`}>{withDays(finding.message)}</li>
      ))}
    </ul>
  );
}

export function Counts({ counts }: { counts: Record<string, number> }) {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title={say`In the package`}>
      <KeyValues
        items={[
          ...rows.map(([type, count]) => [said(objectWord(type)), groupDigits(count)] as [string, string]),
          [say`Objects`, groupDigits(total)],
        ]}
      />
    </Card>
  );
}
