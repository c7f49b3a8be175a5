// Under the name of a scenario: whether what is shown is saved.
import { say } from '#src/words/say.ts';
import type { SaveState } from './editor/useScenario.ts';

interface SaveLineProps {
  state: SaveState;
  /** Nobody writes it here. */
  isReadOnly: boolean;
  /** Some of its drafts, or all. */
  isPosted: boolean;
  onRetry: () => void;
  onReopen: () => void;
}

export function SaveLine({ state, isReadOnly, isPosted, onRetry, onReopen }: SaveLineProps) {
  if (isPosted) return <>{say`The figures of the day when its first drafts were posted.`}</>;
  if (isReadOnly) return <>{say`Figures of a model: nothing here is in the ledger.`}</>;
  if (state.is === 'failed')
    return (
      <span role="alert" className="err">
        {state.isStale ? say`Somebody else has changed this scenario. ` : `${state.problem} `}
        <button type="button" className="link" onClick={state.isStale ? onReopen : onRetry}>
          {state.isStale ? say`Show theirs` : say`Save again`}
        </button>
      </span>
    );
  return (
    <span aria-live="polite">
      {state.is === 'incomplete'
        ? say`Not saved yet: correct the fields that are marked. Until then it is kept in this tab.`
        : state.is === 'saved'
          ? say`Saved. Nothing here is in the ledger.`
          : say`Saving…`}
    </span>
  );
}
