// Opens another company of the account.
import { say } from '#src/words/say.ts';
import { switchOrganization } from '#src/auth/authApi.ts';
import { saveSession } from '#src/auth/session.ts';
import { reasonAlone, useNotifiedAct } from '../kit/parts/useAct.ts';
import { dashboardPath } from '../paths.ts';

export function useSwitch() {
  const { act, isBusy: isSwitching } = useNotifiedAct({ words: reasonAlone });
  const switchTo = (clientName: string, path = dashboardPath) =>
    act(say`Another company was not opened.`, async () => {
      saveSession(await switchOrganization(clientName));
      // Loads a new document, so that nothing of the other company stays in memory.
      window.location.assign(path);
      return 'leaving';
    });
  return { switchTo, isSwitching };
}
