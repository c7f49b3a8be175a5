// Fetches a file that the server makes, and saves it.
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { saveFile } from './saveFile.ts';
import { sentenceOf } from './states.tsx';
import { useNotifiedAct } from './useAct.ts';

/** `download` takes the path, the file's name, and what is said before the reason when it fails: "The export failed." */
export function useDownload() {
  const data = useConsoleData();
  const { act, isBusy } = useNotifiedAct({ words: (failed, error) => `${failed} ${sentenceOf(error)}` });
  const download = (path: string, name: string, failed: string) =>
    act(failed, async () => saveFile(await data.download(path), name));
  return { download, isBusy };
}
