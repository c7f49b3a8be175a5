// The email address, phone and password of the signed-in person, and how to change each.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { shownEmail } from '#src/domain/shownEmail.ts';
import type { OwnFactors } from '#src/contract/factors.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useMe } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import type { SignInDetail } from './ChangeSignIn.tsx';
import styles from './company.module.css';

const ChangeSignIn = lazy(() => import('./ChangeSignIn.tsx'));

export default function SignInDetails() {
  const { user } = useMe();
  const { data } = useRead<OwnFactors>('/api/auth/factors');
  const [open, setOpen] = useState<SignInDetail | null>(null);
  // The accounts of the sample company have no phone, and nobody's mailbox.
  if (!data?.sms) return null;
  const lines: [SignInDetail, string, string][] = [
    ['email', say`Email`, shownEmail(user.email)],
    ['phone', say`Phone`, say`Ends in ${data.sms.phone_last4}.`],
    ['password', say`Password`, say`A change ends every other session.`],
  ];
  return (
    <Card title={say`Sign-in`} about={say`Your previous address and phone get a message about every change.`}>
      <ul className={styles.factors}>
        {lines.map(([detail, label, text]) => (
          <li key={detail}>
            <div>
              <h3>{label}</h3>
              <p className="small mut">{text}</p>
            </div>
            <button type="button" className="btn small" onClick={() => setOpen(detail)}>
              {sayAround`Change ${inSentence(label)}`}
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <LazyPart what={say`The dialog`} onClose={() => setOpen(null)}>
          <ChangeSignIn detail={open} onClose={() => setOpen(null)} />
        </LazyPart>
      )}
    </Card>
  );
}
