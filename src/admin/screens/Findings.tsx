// What was found in a package: errors first, then warnings, each rule once with the objects it concerns.
import { Card, KeyValues } from '../parts/Card.tsx';
import { ToneChip } from '../parts/ToneChip.tsx';
import { plural } from '../format.ts';
import { byRule, objectWord } from './importAnswer.ts';
import type { Finding, FindingGroup } from './importAnswer.ts';

/** Longer lists are cut: who needs all of them fixes the file by its first ones anyway. */
const shownPerRule = 8;

export function Findings({ findings }: { findings: Finding[] }) {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return (
    <Card title="What we found" flush>
      {findings.length === 0 && <p className="none">Nothing to remark: the package is sound.</p>}
      <Severity findings={errors} tone="error" word="Errors" about="the file contradicts itself or your records" />
      <Severity findings={warnings} tone="warning" word="Warnings" about="kept as they are" />
    </Card>
  );
}

interface SeverityProps {
  findings: Finding[];
  tone: 'error' | 'warning';
  word: string;
  about: string;
}

function Severity({ findings, tone, word, about }: SeverityProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={word}>
      <div className="sev">
        <ToneChip tone={tone}>{word}</ToneChip>
        <span className="count">
          {findings.length}, {about}
        </span>
      </div>
      {byRule(findings).map((group) => (
        <Rule key={group.rule} group={group} />
      ))}
    </section>
  );
}

function Rule({ group: { rule, findings } }: { group: FindingGroup }) {
  const shown = findings.slice(0, shownPerRule);
  return (
    <article className="finding solo">
      <div>
        <ul>
          {shown.map((finding, index) => (
            <li key={`${finding.object_id ?? ''}-${index}`}>
              <p>{finding.message}</p>
              {finding.object_id && (
                <p className="rule">
                  {finding.object_type && `${objectWord(finding.object_type)} `}
                  <code>{finding.object_id}</code>
                </p>
              )}
            </li>
          ))}
        </ul>
        {findings.length > shown.length && <p>and {findings.length - shown.length} more like these.</p>}
        <p className="rule">
          Rule {rule} · {plural(findings.length, 'object')}
        </p>
      </div>
    </article>
  );
}

export function Counts({ counts }: { counts: Record<string, number> }) {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title="In the file">
      <KeyValues
        items={[...rows.map(([type, count]) => [objectWord(type), count] as [string, number]), ['Objects', total]]}
      />
    </Card>
  );
}
