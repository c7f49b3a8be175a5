// The ten recovery codes, shown this once, to print, save or copy.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef, useState } from 'react';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { saveFile } from '#src/admin/kit/parts/saveFile.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import styles from './company.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

export function RecoveryCodesToKeep({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { user } = useMe();
  const [isCopied, setCopied] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = say`Sharebook recovery codes of ${shownEmail(user.email)}\nEach works once, in place of the code of the authenticator app.\n\n${codes.join('\n')}\n`;
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      (cause: unknown) => console.error('Copying the recovery codes failed', cause),
    );
  return (
    <ConsoleDialog
      title={say`Keep your recovery codes`}
      // Only its button closes it: the codes are not shown again.
      onClose={() => undefined}
      actions={
        <button type="button" className="btn primary" onClick={onClose}>
          {say`I have kept them`}
        </button>
      }
    >
      <p className="dialog-text" ref={heading} tabIndex={-1}>
        {say`Each works once, in place of the code of the app. They are shown only once: print or save them, and keep them apart from your phone.`}
      </p>
      <div className={styles.recovery}>
        <p
          className={styles.onPaper}
        >{sayAround`Sharebook recovery codes of ${shownEmail(user.email)}. Each works once.`}</p>
        <ol aria-label={say`Recovery codes`}>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.keeping}>
        <button type="button" className="btn sm" onClick={() => window.print()}>
          {say`Print`}
        </button>
        <button
          type="button"
          className="btn sm"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'sharebook-recovery-codes.txt')}
        >
          {say`Download`}
        </button>
        {'clipboard' in navigator && (
          <button type="button" className="btn sm" onClick={copy}>
            {isCopied ? say`Copied` : say`Copy`}
          </button>
        )}
      </div>
    </ConsoleDialog>
  );
}
