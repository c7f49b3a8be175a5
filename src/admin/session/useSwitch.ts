// Opens another company of the account.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { switchOrganization } from '#src/auth/authApi.ts';
import { saveSession } from '#src/auth/session.ts';
import { sentenceOf } from '../kit/parts/states.tsx';
import { dashboardPath } from '../kit/paths.ts';

export function useSwitch() {
  const notify = useNotify();
  const [isSwitching, setSwitching] = useState(false);
  const switchTo = async (clientName: string, path = dashboardPath) => {
    setSwitching(true);
    try {
      saveSession(await switchOrganization(clientName));
      // Loads a new document, so that nothing of the other company stays in memory.
      window.location.assign(path);
    } catch (error) {
      console.error('Switching company failed', error);
      notify(sentenceOf(error), { type: 'error' });
      setSwitching(false);
    }
  };
  return { switchTo, isSwitching };
}
