// The time to exercise after leaving, whole: every reason, and who says so.
import { say } from '#src/words/say.ts';
import type { ShownWindow } from '#src/domain/exerciseWindows.ts';
import { reasonWords, windowWords } from '#src/domain/exerciseWindows.ts';
import { Card, Facts } from '#src/admin/kit/parts/Card.tsx';

const SAID: Record<ShownWindow['source'], string> = {
  grant: '',
  plan: say` (as its plan says)`,
  usual: say` (usual, not recorded)`,
};

/** `of`: whose page it is; what a record says itself needs no remark. */
export function WindowsCard({
  windows,
  warnings,
  of,
}: {
  windows: readonly ShownWindow[];
  warnings: readonly string[];
  of: 'grant' | 'plan';
}) {
  if (windows.length === 0) return null;
  const words = ({ period, period_type, source }: ShownWindow) =>
    `${period === 0 ? say`None` : windowWords({ period, period_type })}${source === of ? '' : SAID[source]}`;
  return (
    <Card title={say`Time to exercise after leaving`}>
      {warnings.map((warning) => (
        <p key={warning} className="alert warning">
          {warning}
        </p>
      ))}
      <Facts items={windows.map((window) => ({ label: reasonWords(window.reason), value: words(window) }))} />
    </Card>
  );
}
