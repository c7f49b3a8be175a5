// Has a table read by the server, and leads to its page.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { SheetReading } from '#src/contract/sheets.ts';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { sheetPath } from '../shared/screenPaths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { putAnswer, useConsoleData } from '#src/admin/session/useRead.ts';
import { sheetAddress } from './useSheet.ts';

export function useReadSheet() {
  const data = useConsoleData();
  const navigate = useNavigate();
  const runCommand = useCommand();
  const queryClient = useQueryClient();
  const { act, isBusy: isReading, problem } = useAct();
  const send = (request: unknown, body: FormData | { text: string }) =>
    act(say`The table was not saved.`, async () => {
      const reading = await runCommand(request, (options) =>
        data.send<SheetReading>('POST', '/api/sheets', body, options),
      );
      putAnswer(queryClient, sheetAddress(reading.id), reading);
      await navigate(sheetPath(reading.id));
    });
  const readText = (text: string) => send(['read', text], { text });
  const readFile = (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    return send(['read', file.name, file.size, file.lastModified], form);
  };
  return { readText, readFile, isReading, problem };
}
