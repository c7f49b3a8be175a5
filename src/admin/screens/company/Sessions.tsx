// Where the signed-in person is signed in, and how to end it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import type { OwnSession } from '#src/contract/sessions.ts';
import { deviceInWords } from '#src/domain/device.ts';
import { formatInstant } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import styles from './company.module.css';

const PATH = '/api/auth/sessions';

export default function Sessions() {
  const { data, error, isPending, refetch } = useRead<OwnSession[]>(PATH);
  const dataProvider = useConsoleData();
  const notify = useNotify();
  const { act, isBusy, problem } = useAct();
  const list = useRef<HTMLUListElement>(null);

  const end = (path: string, done: string) =>
    act(say`No session was ended.`, async () => {
      await dataProvider.send('DELETE', path);
      notify(done, { type: 'success' });
      await refetch();
      // The pressed button is gone with its session.
      list.current?.focus();
    });

  return (
    <Card
      title={say`Where you are signed in`}
      about={say`End a session that you do not recognise, and set a new password.`}
    >
      {error ? (
        <Failed what={say`Your sessions`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <>
          <ul className={styles.sessions} ref={list} tabIndex={-1} aria-label={say`Your sessions`}>
            {data.map((session) => {
              const device = deviceInWords(session.user_agent);
              const address = session.address ?? say`network not recorded`;
              return (
                <li key={session.id}>
                  <div>
                    <b>{device}</b>
                    <p className="small mut">
                      {sayAround`${address} · signed in ${formatInstant(session.created_at)} · last used ${formatInstant(session.last_seen_at)}`}
                    </p>
                  </div>
                  {session.current ? (
                    <span className="chip success">{say`This one`}</span>
                  ) : (
                    <button
                      type="button"
                      className="btn small"
                      disabled={isBusy}
                      aria-label={say`End the session of ${device}, ${address}`}
                      onClick={() => void end(`${PATH}/${session.id}`, say`The session was ended`)}
                    >
                      {say`End`}
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
          {problem && (
            <p className="alert error" role="alert">
              {problem}
            </p>
          )}
          {data.length > 1 && (
            <div className="acts formacts">
              <button
                type="button"
                className="btn danger"
                disabled={isBusy}
                onClick={() => void end(PATH, say`Every other session was ended`)}
              >
                {say`End all other sessions`}
              </button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
