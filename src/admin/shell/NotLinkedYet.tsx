// For a person whose holdings cannot be shown yet: the request waits for approval, or no record is linked to the account. Says what
// happens next, and lets them ask again with a client name.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { HolderContact as Contact } from '#src/contract/holderContact.ts';
import { Icon } from '../kit/icons.tsx';
import { HolderContact } from '../kit/parts/HolderContact.tsx';
import { AskToJoin } from './AskToJoin.tsx';
import styles from './shell.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

interface NotLinkedYetProps {
  /** Whom the company names for questions. */
  contact: Contact | null;
  state: 'pending' | 'unlinked';
  company: string;
  clientName: string;
  email: string;
}

export default function NotLinkedYet({ state, contact, company, clientName, email }: NotLinkedYetProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={`alert warning ${styles.banner}`}>
      <Icon name="info" />
      <div>
        {state === 'pending' ? (
          <p>
            {sayAround`${(<b>{say`Your request is waiting for approval.`}</b>)} An administrator of ${company} compares it with the company’s records. Your holdings appear once it is approved; you do not need to do anything else. If this takes too long, ask the person who gave you the client name.`}
          </p>
        ) : (
          <p>
            {sayAround`${(<b>{say`Your account is not linked to your holdings yet.`}</b>)} An administrator of ${company} links it to your record among the shareholders. Your holdings appear as soon as that is done. Tell them that you sign in with ${shownEmail(email)}.`}
          </p>
        )}
        {contact && (
          <p>
            <HolderContact contact={contact} company={company} />
          </p>
        )}
        {isAsking ? (
          <AskToJoin />
        ) : (
          <p className={styles.orFound}>
            {clientName && say`You asked with the client name “${clientName}”. `}
            {sayAround`Is it another company? ${(
              <button type="button" className="link" onClick={() => setIsAsking(true)}>
                {say`Ask with another client name`}
              </button>
            )}`}
          </p>
        )}
      </div>
    </div>
  );
}
