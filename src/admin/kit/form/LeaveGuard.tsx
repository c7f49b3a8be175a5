// Asks before a page is left on which something is typed that is not saved, within the console and before the tab is closed.
import { say } from '#src/words/say.ts';
import { use, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { useSafeAnswer } from '../parts/useSafeAnswer.ts';
import { holdPage } from './leaving.ts';

interface LeaveGuardProps {
  isTyped: boolean;
  /** Asked once more when somebody leaves: what is being saved is not lost. */
  isHeld?: () => boolean;
  /** Whether all of it is kept for the next time. */
  isKept?: () => boolean;
  /** Forgets what is kept. */
  discard?: () => void;
}

export function LeaveGuard(props: LeaveGuardProps) {
  const { isTyped } = props;
  const { navigator } = use(NavigationContext);
  const { pathname } = useLocation();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const latest = useRef({ ...props, pathname });
  useEffect(() => {
    latest.current = { ...props, pathname };
  });
  useEffect(() => {
    if (!isTyped) return undefined;
    const isHeld = () => latest.current.isHeld?.() ?? true;
    const end = holdPage(navigator, {
      path: () => latest.current.pathname,
      isHeld,
      ask: (then) => setLeave(() => then),
    });
    const warn = (event: BeforeUnloadEvent) => isHeld() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      end();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isTyped, navigator]);
  if (!leave) return null;
  return <Question {...props} leave={leave} stay={() => setLeave(null)} />;
}

/** For a form that keeps nothing. */
export function FormGuard() {
  const { isDirty, isSubmitting } = useFormState();
  return <LeaveGuard isTyped={isDirty} isHeld={() => !isSubmitting} />;
}

function Question({ isKept, discard, leave, stay }: LeaveGuardProps & { leave: () => void; stay: () => void }) {
  const staying = useSafeAnswer();
  const isWhole = isKept?.() ?? false;
  const go = () => {
    stay();
    leave();
  };
  return (
    <ConsoleDialog
      title={say`Leave this page?`}
      onClose={stay}
      actions={
        <>
          <button type="button" className="btn" ref={staying} onClick={stay}>
            {say`Stay`}
          </button>
          {isWhole && (
            <button
              type="button"
              className="btn danger"
              onClick={() => {
                discard?.();
                go();
              }}
            >
              {say`Discard`}
            </button>
          )}
          <button type="button" className={isWhole ? 'btn primary' : 'btn danger-fill'} onClick={go}>
            {isWhole ? say`Keep and leave` : say`Leave`}
          </button>
        </>
      }
    >
      <p>
        {isWhole
          ? say`What you typed here is not saved. It can be kept in this tab until you sign out, and is filled in again when you come back.`
          : discard
            ? say`What you typed here is not saved. Account numbers, tax numbers and the like are not kept either.`
            : say`What you typed here is not saved and would be lost.`}
      </p>
    </ConsoleDialog>
  );
}
