// Where the signed-in person is signed in, and how to end it.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { OwnSession } from '../../../contract/sessions.ts';
import { deviceInWords } from '../../../domain/device.ts';
import { formatInstant } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { Failed, failureOf, Loading } from '../../kit/parts/states.tsx';
import { TableHead } from '../../kit/parts/TableHead.tsx';
import { useConsoleData, useRead } from '../../session/useRead.ts';

const PATH = '/api/auth/sessions';

export default function Sessions() {
  const { data, error, isPending, refetch } = useRead<OwnSession[]>(PATH);
  const dataProvider = useConsoleData();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const end = async (path: string, done: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await dataProvider.send('DELETE', path);
      notify(done, { type: 'success' });
      await refetch();
    } catch (cause) {
      console.error('Ending a session failed', cause);
      setProblem(failureOf('No session was ended.', cause));
    }
    setBusy(false);
  };

  return (
    <Card
      title="Where you are signed in"
      about="End a session that you do not recognise, and set a new password."
      flush
      className="padtop"
    >
      {error ? (
        <Failed what="Your sessions" error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <>
          <ScrollBox label="Your sessions, table">
            <table>
              <TableHead columns={['Device', 'Network address', 'Signed in', 'Last used', '']} />
              <tbody>
                {data.map((session) => (
                  <tr key={session.id}>
                    <td>{deviceInWords(session.user_agent)}</td>
                    <td>{session.address ?? 'Not recorded'}</td>
                    <td>{formatInstant(session.created_at)}</td>
                    <td>{formatInstant(session.last_seen_at)}</td>
                    <td>
                      {session.current ? (
                        <span className="chip success">This one</span>
                      ) : (
                        <button
                          type="button"
                          className="btn small"
                          disabled={isBusy}
                          aria-label={`End the session of ${deviceInWords(session.user_agent)}, ${session.address ?? 'network not recorded'}`}
                          onClick={() => void end(`${PATH}/${session.id}`, 'The session was ended')}
                        >
                          End
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
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
                onClick={() => void end(PATH, 'Every other session was ended')}
              >
                End all other sessions
              </button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
