// Which notices are mailed to the signed-in person. Each choice is saved at once.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticePreference } from '#src/contract/notices.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { putAnswer, useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { Problem } from './Problem.tsx';
import styles from './company.module.css';
import { shownEmail } from '#src/domain/shownEmail.ts';

const PATH = '/api/notices/preferences';

export default function NoticeMails() {
  const { data, error, isPending, refetch } = useRead<NoticePreference[]>(PATH);
  const { user, email_verified } = useMe();
  return (
    <Card
      title={say`Mails`}
      about={say`The bell shows everything. Choose what is mailed to you as well. Mails about your sign-in and your bank account are always sent.`}
    >
      {email_verified === false && (
        <p className="alert info">
          {sayAround`Mails are sent once you have confirmed ${shownEmail(user.email)}: the link is in your mailbox.`}
        </p>
      )}
      {error ? (
        <Failed what={say`Your choice of mails`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 ? (
        <p className="mut">{say`Once you belong to a company, you can choose here.`}</p>
      ) : (
        <Choices preferences={data} />
      )}
    </Card>
  );
}

function Choices({ preferences }: { preferences: NoticePreference[] }) {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const { act, isBusy, problem } = useAct();
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (kind: string, by_mail: boolean) => {
    setChosen(kind);
    return act(say`Your choice was not saved.`, async () =>
      putAnswer(queryClient, PATH, await dataProvider.send<NoticePreference[]>('PUT', PATH, { [kind]: by_mail })),
    );
  };
  const groups = [
    { title: say`At once`, of: preferences.filter(({ waits }) => !waits) },
    { title: say`Together, at most once an hour`, of: preferences.filter(({ waits }) => waits) },
  ];
  return (
    <>
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ title, of }) => (
          <fieldset key={title} className={styles.mails}>
            <legend>{title}</legend>
            {of.map(({ kind, label, by_mail }) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={by_mail}
                  aria-busy={isBusy && chosen === kind}
                  disabled={isBusy && chosen !== kind}
                  onChange={({ target }) => !isBusy && void choose(kind, target.checked)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        ))}
      <Problem text={problem} />
    </>
  );
}
