// What of the charter and of plans would fall short if the chosen drafts were posted as they are, and what they sell at another price
// than the class has.
import { say } from '#src/words/say.ts';
import { useQuery } from '@tanstack/react-query';
import type { CheckAnswer } from '#src/contract/scenarios/scenarioDrafts.ts';
import { shortClassWords, shortPlanWords } from '#src/admin/screens/shared/charterWords.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from '../scenarios.module.css';

interface ShortOfProps {
  ids: readonly string[];
  /** What posting is told beside the ids. */
  agreed: { accept_overtaken?: true };
  /** Adds drafts that cure it; absent where those that would are there and not chosen. */
  onCure?: (() => void) | undefined;
}

export function ShortOf({ ids, agreed, onCure }: ShortOfProps) {
  const data = useConsoleData();
  const { data: answer, error } = useQuery({
    queryKey: ['drafts', 'check', ids, agreed],
    enabled: ids.length > 0,
    retry: false,
    queryFn: ({ signal }) => data.send<CheckAnswer>('POST', '/api/drafts/check', { ids, ...agreed }, { signal }),
  });
  if (ids.length === 0) return null;
  if (error)
    return (
      <p className="alert error" role="alert">
        {say`It was not checked whether enough shares are authorized, and whether the classes have the prices of these drafts.`}
      </p>
    );
  const { classes, plans } = answer?.charter ?? { classes: [], plans: [] };
  const prices = answer?.price_warnings ?? [];
  const isShort = classes.length + plans.length > 0;
  if (!isShort && prices.length === 0) return null;
  return (
    <div className={`alert warning ${styles.short}`} aria-live="polite">
      <Icon name="warning" />
      <div>
        {prices.map((each) => (
          <p key={each}>{each}</p>
        ))}
        {isShort && (
          <>
            <p>{say`Once these are posted, shares are missing. The dashboard shows it until it is settled:`}</p>
            <ul>
              {classes.map((each) => (
                <li key={each.share_class_id}>
                  <b>{each.share_class}</b>: {shortClassWords(each)}
                </li>
              ))}
              {plans.map((each) => (
                <li key={each.equity_plan_id}>
                  <b>{each.equity_plan}</b>: {shortPlanWords(each)}
                </li>
              ))}
            </ul>
            {onCure && (answer?.cures ?? []).length > 0 && (
              <button type="button" className="btn sm" onClick={onCure}>
                {say`Add drafts that authorize or reserve more`}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
